/**
 * Reading the whole database (backups, audits, files, figures) can be done on a standby: READ_DATABASE_URL. The standby
 * has to have everything that the primary had when the reading began, so that nothing acknowledged before is missing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { withConnection } from './connection.server.ts';
import { openDatabase, type Database } from './database.server.ts';

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
    const has = await withConnection(primary, (client) => placeOf(askingOf(client)), name);
    await onStandby(standby, (client) => untilItHas(askingOf(client), has, patience));
    say('This is read from the standby at READ_DATABASE_URL.');
    return standby;
  } catch (error) {
    say(`The primary is read, as READ_DATABASE_URL will not do: ${(error as Error).message}.`);
    return primary;
  }
}

type Place = { system: string; at: string };
type Ask = <Row>(name: string, text: string, values?: readonly unknown[]) => Promise<Row[]>;

const askingOf =
  (client: pg.Client): Ask =>
  async (_name, text, values = []) =>
    (await client.query(text, [...values])).rows;

async function placeOf(ask: Ask): Promise<Place> {
  const rows = await ask<Place>(
    'oldreads.place',
    'select system_identifier::text as system, pg_current_wal_lsn()::text as at from pg_control_system()',
  );
  return rows[0]!;
}

async function untilItHas(ask: Ask, { system, at }: Place, patience: number): Promise<void> {
  for (const end = performance.now() + patience; ; await sleep(50)) {
    const rows = await ask<{ same: boolean; follows: boolean; has: boolean | null }>(
      'oldreads.has',
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

/**
 * For files and figures of the whole, which read much and may be a moment old: another pool, on the standby. What a
 * client just did is never read there.
 */
export type OldReads = {
  /** The standby, once it has what the primary had at this moment; or the primary, where it does not come to that. */
  database(): Promise<Database>;
  close(): Promise<void>;
};

/** Somebody waits for the file: a standby that is not there soon is not waited for, nor asked again at once. */
const soonMs = 2_000;
const restMs = 10_000;

export function openOldReads(
  db: Database,
  url: string | undefined,
  { say, ...options }: Parameters<typeof openDatabase>[1] & { say: (sentence: string) => void },
): OldReads {
  if (!url) return { database: async () => db, close: async () => {} };
  const standby = openDatabase(url, { ...options, max: 3, standbyWillDo: true });
  let notBefore = 0;
  const reached = async () => {
    const has = await placeOf(db.query.bind(db));
    await untilItHas(standby.query.bind(standby), has, soonMs);
  };
  return {
    async database() {
      if (performance.now() < notBefore) return db;
      const late = sleep(soonMs, undefined, { ref: false }).then(() => {
        throw new Error('it does not answer');
      });
      try {
        const reaching = reached();
        reaching.catch(() => {});
        await Promise.race([reaching, late]);
        return standby;
      } catch (error) {
        notBefore = performance.now() + restMs;
        say(`The primary is read, as READ_DATABASE_URL will not do: ${(error as Error).message}.`);
        return db;
      } finally {
        late.catch(() => {});
      }
    },
    close: () => standby.close(),
  };
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
