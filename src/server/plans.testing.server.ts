/** How PostgreSQL would run the statements of the portal: it makes plans once, without looking at values. */
import type pg from 'pg';
import { portalSettings, type Database } from './database.server.ts';

type Node = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Node[] };

/** The indexes that the statements of `work` would use, and each table that would be read as a whole (`all of …`). */
export async function readBy(
  owner: pg.Pool,
  db: Database,
  work: (db: Database) => Promise<unknown>,
): Promise<Set<string>> {
  const found = new Set<string>();
  const connection = await owner.connect();
  try {
    for (const [name, value] of Object.entries(portalSettings)) await connection.query(`set ${name} = '${value}'`);
    const statements: string[] = [];
    await work({
      ...db,
      query(name, text, values) {
        statements.push(text);
        return db.query(name, text, values);
      },
    });
    for (const text of statements) {
      const { rows } = await connection.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `explain (generic_plan, format json) ${text}`,
      );
      const walk = (node: Node) => {
        if (node['Index Name']) found.add(node['Index Name']);
        if (node['Node Type'] === 'Seq Scan') found.add(`all of ${node['Relation Name']}`);
        node.Plans?.forEach(walk);
      };
      walk(rows[0]!['QUERY PLAN'][0].Plan);
    }
  } finally {
    connection.release();
  }
  return found;
}
