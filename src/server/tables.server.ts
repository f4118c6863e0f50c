/**
 * The tables as a backup sees them: which there are, which columns have to be stored (generated ones have not), and in
 * which order they can be filled so that no foreign key points to a missing row. Rows are ordered by primary key, so
 * that a table has the same text and the same checksum on every server.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

export type Table = { name: string; columns: string[] };
export type Sequence = { name: string; last: string; called: boolean };
export type Digest = { rows: number; sha256: string };

type Found = Table & { needs: string[] };

/** Settings that fix how values are written as text, so that they do not depend on the server. */
export const sameText = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set bytea_output = 'hex'; set extra_float_digits = 1`;

/**
 * All tables, each after those that its foreign keys name; without the lists of what was migrated and the keys that
 * each start writes anew. Unlogged tables are left out: they hold what a crash may take, and a standby can't read them.
 */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Found>(
    `select c.relname::text as name,
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
         and attgenerated = '' order by attnum) as columns,
       array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f') as needs
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and c.relpersistence = 'p'
       and c.relname not in ('migrations', 'migrated_functions', 'voucher_keys') order by c.relname`,
  );
  return inOrder(rows).map(({ name, columns }) => ({ name, columns }));
}

function inOrder(tables: Found[]): Found[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const done = new Set<Found>();
  const visit = (table: Found, path: Found[]) => {
    if (done.has(table) || path.includes(table)) return;
    for (const need of table.needs) visit(byName.get(need)!, [...path, table]);
    done.add(table);
  };
  for (const table of tables) visit(table, []);
  return [...done];
}

/** Sequences are not part of a snapshot: they are read after the rows, so that their values are never too low. */
export async function sequencesOf(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
     and relpersistence = 'p' order by relname`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoted(name)}`,
    );
    sequences.push({ name, ...values[0]! });
  }
  return sequences;
}

/** The text of a table, in the order of its primary key; letters are ordered by their bytes, as locales differ. */
export async function textOf(client: pg.ClientBase, { name, columns }: Table): Promise<AsyncIterable<Buffer>> {
  const { rows } = await client.query<{ column: string; collated: boolean }>(
    `select a.attname::text as column, a.attcollation <> 0 as collated
     from pg_index i cross join lateral unnest(i.indkey) with ordinality k (attnum, n)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indrelid = $1::regclass and i.indisprimary order by k.n`,
    [quoted(name)],
  );
  if (rows.length === 0) throw new Error(`The table ${name} has no primary key, so it has no one order.`);
  const order = rows.map(({ column, collated }) => `${quoted(column)}${collated ? ' collate "C"' : ''}`).join(', ');
  const select = `select ${columns.map(quoted).join(', ')} from ${quoted(name)} order by ${order}`;
  return client.query(copyTo(`copy (${select}) to stdout`));
}

/** Reads a table to its end; its checksum is equal to another's when, and only when, every row is. */
export async function digestOf(client: pg.ClientBase, table: Table): Promise<Digest> {
  const digest = digester();
  for await (const chunk of await textOf(client, table)) digest.add(chunk);
  return digest.end();
}

export function digester() {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add(chunk: Buffer): void {
      hash.update(chunk);
      // In COPY's text a line break is always the end of a row; one inside of a value is written as \n.
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
    },
    end: (): Digest => ({ rows, sha256: hash.digest('hex') }),
  };
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
