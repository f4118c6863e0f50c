/**
 * Reading the whole database takes minutes (backup, audit) and can be done on a standby: READ_DATABASE_URL. The standby
 * has to have everything that the primary had when the reading began, so that nothing acknowledged before is missing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { withConnection } from './connection.server.ts';

const name = 'agency-portal where to read';
/** A standby that needs longer to catch up is not used. */
const patienceMs = 10_000;

/** Answers the standby's URL; or the primary's, and says in a sentence why no standby is used. */
export async function whereToRead(
  primary: string,
  standby: string | undefined,
  { say, patience = patienceMs }: { say: (sentence: string) => void; patience?: number },
): Promise<string> {
  if (!standby) return primary;
  try {
    const has = await withConnection(primary, placeOf, name);
    await onStandby(standby, (client) => untilItHas(client, has, patience));
    say('This is read from the standby at READ_DATABASE_URL.');
    return standby;
  } catch (error) {
    say(`The primary is read, as READ_DATABASE_URL will not do: ${(error as Error).message}.`);
    return primary;
  }
}

type Place = { system: string; at: string };

async function placeOf(client: pg.Client): Promise<Place> {
  const { rows } = await client.query<Place>(
    'select system_identifier::text as system, pg_current_wal_lsn()::text as at from pg_control_system()',
  );
  return rows[0]!;
}

async function untilItHas(client: pg.Client, { system, at }: Place, patience: number): Promise<void> {
  for (const end = performance.now() + patience; ; await sleep(50)) {
    const { rows } = await client.query<{ same: boolean; follows: boolean; has: boolean | null }>(
      `select system_identifier::text = $1 as same, pg_is_in_recovery() as follows,
         pg_last_wal_replay_lsn() >= $2::pg_lsn as has from pg_control_system()`,
      [system, at],
    );
    const { same, follows, has } = rows[0]!;
    if (!same) throw new Error('it is another database');
    if (!follows) throw new Error('it is no standby');
    if (has) return;
    if (performance.now() > end) throw new Error(`it is more than ${Math.round(patience / 1_000)} s behind`);
  }
}

/** With time limits, as a machine that is gone or frozen does not answer at all. */
async function onStandby<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const limits = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 };
  const client = new pg.Client({ connectionString: url, application_name: name, ...limits });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
