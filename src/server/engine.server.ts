/**
 * Several database engines speak PostgreSQL's language and report its version, but silently ignore what they do not
 * have. A lock that excludes nobody would credit money twice. So at each start the portal tries what it relies on and
 * what such engines lack. A pooler that gives each transaction another connection fails here too.
 */
import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { Client } from './client.server.ts';

/** How long a notification may take; it comes within milliseconds where there are any. */
const arrivalMs = 10_000;

/**
 * What this engine lacks, each as a sentence without its end; nothing where it is PostgreSQL. `client` is connected to
 * `url`, and free.
 */
export async function lackingAt(url: string, client: pg.Client, patienceMs = arrivalMs): Promise<string[]> {
  const connection = new Client({
    connectionString: url,
    application_name: 'agency-portal trial',
    connectionTimeoutMillis: 5_000,
    query_timeout: arrivalMs,
  });
  connection.on('error', () => {});
  await connection.connect();
  try {
    const trials = [
      [await excludes(client, connection), 'an advisory lock does not keep another connection out'],
      [await notifies(client, connection, patienceMs), 'a notification does not arrive at another connection'],
      [await fires(client), 'a trigger for each statement does not fire'],
    ] as const;
    return trials.flatMap(([works, lack]) => (works ? [] : [lack]));
  } finally {
    await connection.end().catch(() => {});
  }
}

/** A lock of two numbers, the first of which is in none of the portal's own locks (locks.server.ts). */
async function excludes(client: pg.Client, connection: pg.Client): Promise<boolean> {
  const lock = [7_202, randomInt(2 ** 31)];
  const take = (on: pg.Client) =>
    on.query<{ mine: boolean }>('select pg_try_advisory_lock($1::int, $2::int) as mine', lock);
  try {
    const [first, second] = [await take(client), await take(connection)];
    await client.query('select pg_advisory_unlock($1::int, $2::int)', lock);
    return first.rows[0]!.mine && !second.rows[0]!.mine;
  } catch {
    return false;
  }
}

async function notifies(client: pg.Client, connection: pg.Client, patienceMs: number): Promise<boolean> {
  // Other nodes that start just now use the same channel.
  const own = `${randomInt(2 ** 31)}`;
  let timer: NodeJS.Timeout | undefined;
  const arrived = new Promise<boolean>((resolve) => {
    connection.on('notification', ({ payload }) => payload === own && resolve(true));
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  try {
    await connection.query('listen portal_trial');
    await client.query(`select pg_notify('portal_trial', $1)`, [own]);
    return await arrived;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Tries a trigger on a temporary table, which nobody else sees and which is gone afterwards; the trigger has to see all
 * rows of the statement.
 */
const tryTrigger = `create temporary table portal_trial (n int) on commit drop;
  create temporary table portal_trial_seen (many int) on commit drop;
  create function pg_temp.portal_trial() returns trigger language plpgsql as $$ begin
    insert into portal_trial_seen select count(*) from added; return null;
  end $$;
  create trigger portal_trial after insert on portal_trial referencing new table as added
    for each statement execute function pg_temp.portal_trial();
  insert into portal_trial values (1), (2);`;

async function fires(client: pg.Client): Promise<boolean> {
  try {
    await client.query('begin');
    await client.query(tryTrigger);
    const { rows } = await client.query<{ many: number }>('select many from portal_trial_seen');
    return rows.length === 1 && rows[0]!.many === 2;
  } catch {
    return false;
  } finally {
    await client.query('rollback').catch(() => {});
  }
}
