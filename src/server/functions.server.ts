/** Functions of the database as whole files: made anew where their text has changed, also with another signature. */
import type pg from 'pg';
import type { Migration } from './migrate.server.ts';

/** The longest time that a timer can be set to: 24 days. */
const asLongAsItTakes = 2 ** 31 - 1;

export async function replaceFunctions(client: pg.Client, changed: Migration[]): Promise<void> {
  // Functions name one another, so that some exist only after others.
  await client.query('set local check_function_bodies = off');
  for (const { name, sql, checksum } of changed) {
    await replaceFunction(client, name.replace(/\.sql$/, ''), sql);
    await client.query('insert into migrated_functions (name, checksum) values ($1, $2)', [name, checksum]);
  }
}

/**
 * Makes one function anew. Where its parameters or result change, `create or replace` fails, or leaves the old function
 * beside the new one; so the old one is dropped.
 */
async function replaceFunction(client: pg.Client, name: string, sql: string): Promise<void> {
  const before = await versionsOf(client, name);
  await client.query('savepoint before');
  try {
    await execute(client, `Function ${name}`, sql);
  } catch (error) {
    if (!otherSignature.has(codeOf((error as Error).cause))) throw error;
    await client.query('rollback to before');
    for (const { signature } of before) await client.query(`drop function ${signature}`);
    await execute(client, `Function ${name}`, sql);
  }
  const untouched = (await versionsOf(client, name)).filter((one) => before.some((old) => old.row === one.row));
  for (const { signature } of untouched) await client.query(`drop function ${signature}`);
}

/** Error codes: the result has another type, or a grant no longer knows which of two functions is meant. */
const otherSignature = new Set<unknown>(['42P13', '42725']);

/** All functions of this name. One that was replaced is another row of the catalogue than before. */
async function versionsOf(client: pg.Client, name: string): Promise<{ signature: string; row: string }[]> {
  const { rows } = await client.query<{ signature: string; row: string }>(
    `select oid::regprocedure::text as signature, oid || ' ' || xmin || ' ' || ctid as row
     from pg_proc where pronamespace = 'public'::regnamespace and proname = $1`,
    [name],
  );
  return rows;
}

export function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | undefined)?.code;
}

/** Runs a file; an error says in which line of the file it was. */
export async function execute(client: pg.Client, what: string, sql: string): Promise<void> {
  try {
    await client.query({ text: sql, query_timeout: asLongAsItTakes } as pg.QueryConfig);
  } catch (error) {
    const { message, position } = error as pg.DatabaseError;
    const line = position ? ` in line ${sql.slice(0, Number(position)).split('\n').length}` : '';
    throw new Error(`${what} failed${line}: ${message}`, { cause: error });
  }
}
