/**
 * Proving the book. `npm run audit` trusts no stored result: it adds up the whole history again and compares it with
 * every balance, every running balance, every request and every claim. What should have moved is computed from the
 * postings of the kinds (docs/money.md is printed from the same), and not by the code that moved it.
 *
 * Everything is read in one snapshot, so that it can run while the portal works.
 */
import type pg from 'pg';
import { postings } from '#kinds/kinds.ts';
import { checks } from './book.checks.server.ts';

export type Checked = {
  check: string;
  counted: number;
  of: string;
  findings: number;
  shown: string[];
  milliseconds: number;
};

/** So many findings of a check are listed one by one; the others are only counted. */
const most = 20;

/** How much of the database server a proof may use. Run by hand it may use as much as it needs. */
type Means = { workMem: string; statementTimeout: string; parallel: number };

const plenty: Means = { workMem: '256MB', statementTimeout: '0', parallel: 2 };

/** Runs all checks in one snapshot and hands over each as it is done. `client` has this connection for itself. */
export async function auditBook(
  client: pg.ClientBase,
  done: (checked: Checked) => void = () => {},
  { workMem, statementTimeout, parallel }: Means = plenty,
): Promise<Checked[]> {
  await client.query('begin isolation level repeatable read read only');
  try {
    await client.query(
      `set local work_mem = '${workMem}'; set local statement_timeout = '${statementTimeout}'; set local transaction_timeout = 0;
       set local max_parallel_workers_per_gather = ${parallel}; set local jit = off`,
    );
    return await runChecks(client, done);
  } finally {
    await client.query('rollback').catch(() => {});
  }
}

/** The checks themselves, in the transaction that is open. */
export async function runChecks(
  client: pg.ClientBase,
  done: (checked: Checked) => void = () => {},
): Promise<Checked[]> {
  const results: Checked[] = [];
  for (const check of checks) {
    const begin = performance.now();
    const { name, of } = check;
    const looked = 'sql' in check ? await answered(client, check.sql) : shownOf(await check.look(client));
    const checked = { check: name, of, ...looked, milliseconds: performance.now() - begin };
    results.push(checked);
    done(checked);
  }
  return results;
}

type Looked = Pick<Checked, 'counted' | 'findings' | 'shown'>;

function shownOf({ counted, wrong }: { counted: number; wrong: string[] }): Looked {
  return { counted, findings: wrong.length, shown: wrong.slice(0, most) };
}

async function answered(client: pg.ClientBase, sql: string): Promise<Looked> {
  const { rows } = await client.query<{ counted: string; findings: string; shown: string[] | null }>(
    `with checked as materialized (${sql})
     select count(*)::text as counted, count(finding)::text as findings,
       (select array_agg(finding)
       from (select finding from checked where finding is not null limit ${most}) few) as shown
     from checked`,
    sql.includes('$1') ? [JSON.stringify(postings)] : [],
  );
  const { counted, findings, shown } = rows[0]!;
  return { counted: Number(counted), findings: Number(findings), shown: shown ?? [] };
}
