/**
 * All access to the database goes through this file: one pool of connections for each process, with the rights of the
 * role `portal_app` (only migrations run as the owner), and one way to ask, a prepared statement (forms.server.ts).
 *
 * Numbers: int8 arrives as bigint (cents never become floats), numeric as string, timestamptz as Date, date as
 * 'YYYY-MM-DD'.
 */
import pg from 'pg';
import { isDatabaseAway } from './away.server.ts';
import { backendOf, Client, socketOf } from './client.server.ts';
import { preparedAs } from './forms.server.ts';
import { heldBack, holdWrites, type HeldWrites } from './held.server.ts';
import { countTrip } from './trips.server.ts';

export type Database = {
  readonly pool: pg.Pool;
  /** One round trip: a statement that PostgreSQL prepares once a connection, under `name` (forms.server.ts). */
  query<Row = Record<string, unknown>>(name: string, text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Vouches for the exact text of a call; see secrets.server.ts. */
  readonly vouch: (text: string) => Buffer;
  /**
   * Calls `make` once for each name and returns the same object afterwards: the caches and batch loaders of this
   * database. A transaction makes its own, so that it reads no cache and shares no query with other callers.
   */
  once<T>(name: string, make: () => T): T;
  /** Commits when `work` resolves, rolls back when it throws; the inner database is valid only until then. */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>;
  /**
   * Closes every connection at once, because the server behind them is gone. Calls under way fail as "database away",
   * later calls connect again.
   */
  reconnect(): void;
  /** Whether new writes should be held back, because earlier ones wait for a standby that is away. */
  readonly writes: HeldWrites;
  close(): Promise<void>;
};

type DatabaseOptions = {
  max?: number;
  /** The role that statements run as; the user in the URL has to be a member of it. */
  role?: string;
  /** Further settings of each connection, such as `{ plan_cache_mode: 'force_generic_plan' }`. */
  settings?: Record<string, string>;
  /** The function that vouches for calls of `change` and `make_admin`; the key itself is not handed out. */
  vouch?: (text: string) => Buffer;
  /** After how long without an answer a connection is given up; a little longer than a statement may take. */
  silenceMs?: number;
  /** The connections only read, and may read what is a moment old, so a standby will do. */
  standbyWillDo?: boolean;
  /** Called when an idle connection breaks; without a listener the process would end with the database. */
  onError?: (error: Error) => void;
  /** Called when writes begin and end to be held back. */
  onHeld?: (held: boolean) => void;
};

/**
 * A statement may take 15 s and a transaction 30 s. Longer ones are bugs or attacks, and would hold a client's lock all
 * that time. Between two statements of a transaction only milliseconds pass: a node that is silent for 5 s is frozen or
 * cut off, so its locks are released for the other nodes, which wait longer than that.
 */
const everywhere = {
  statement_timeout: '15s',
  transaction_timeout: '30s',
  idle_in_transaction_session_timeout: '5s',
  // A connection whose node has vanished is closed after two minutes, not after hours.
  tcp_keepalives_idle: '60',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '6',
  // Otherwise a server that is set to report less would not say that a commit did not wait for the standby
  // (client.server.ts).
  client_min_messages: 'warning',
  // Working days are counted in UTC, as the TypeScript code does (kinds/late.ts).
  timezone: 'UTC',
};

/**
 * On the portal's own connections each statement is planned once, whatever its values, and never runs in parallel. The
 * planner does not see the values and expects too many rows, so it would start parallel workers, which takes longer
 * than the whole answer may. It would also read whole tables; so it is told that a page anywhere costs about as much as
 * the next one, as with memory and flash. And a list has to be read by the index of exactly its order: one with only
 * half of that order would be read as a whole, and sorted in parts.
 */
export const portalSettings = {
  plan_cache_mode: 'force_generic_plan',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  enable_incremental_sort: 'off',
};

/**
 * PostgreSQL itself ends a statement after 15 s. When not even that error arrives, the connection is dead, and only
 * this time limit notices it.
 */
const silenceMs = 16_000;
/** How long a rollback may take before the connection is thrown away. */
const rollbackMs = 2_000;
/** How long closing waits until the server has ended the connections too. */
const goodbyeMs = 2_000;

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const settings = { ...everywhere, ...(options.role ? { role: options.role } : {}), ...options.settings };
  const pool = new pg.Pool({
    Client,
    ...(options.standbyWillDo ? {} : { verify }),
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
    query_timeout: options.silenceMs ?? silenceMs,
    keepAlive: true,
    application_name: 'agency-portal',
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value.replace(/([ \\])/g, '\\$1')}`)
      .join(' '),
    types,
  });
  pool.on('error', options.onError ?? (() => {}));
  // A connection that breaks while it is checked out reports to the client, not to the pool; its caller gets the
  // rejection.
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => void open.add(client.on('error', () => {})));
  pool.on('remove', (client) => void open.delete(client as pg.PoolClient));
  const end = (which: (client: pg.PoolClient) => boolean) => {
    for (const client of open) if (which(client)) socketOf(client).destroy();
  };
  const made = new Map<string, unknown>();
  const vouch = options.vouch ?? vouchesForNothing;
  const writes = holdWrites({
    letGo: (pids) => end((client) => pids.has(backendOf(client)!)),
    changed: options.onHeld ?? (() => {}),
  });
  return {
    pool,
    query: (name, text, values) => askAlone(pool, writes, name, text, values),
    vouch,
    once<T>(name: string, make: () => T) {
      if (!made.has(name)) made.set(name, make());
      return made.get(name) as T;
    },
    transaction: (work) => inTransaction(pool, { vouch, writes }, work),
    reconnect: () => end(() => true),
    writes,
    async close() {
      const gone = Promise.all([...open].map((client) => new Promise<void>((done) => client.once('end', done))));
      await pool.end();
      // The pool only tells the server that it closes. A server that is stopped next would still cut these connections
      // off, which looks like a fault; so their end is waited for, but not for long, as a silent server says nothing.
      await Promise.race([gone, new Promise<void>((resolve) => setTimeout(resolve, goodbyeMs).unref())]);
    },
  };
}

/** Used inside of a transaction: what has begun is never held back. */
const neverHeld: HeldWrites = { held: false, see: () => {} };

/**
 * node-postgres calls this for each new connection; no query is needed, as the server has already reported what it is.
 */
function verify(client: pg.PoolClient, done: (error?: Error) => void): void {
  done((client as PooledClient).useless);
}

function vouchesForNothing(): never {
  throw new Error('This connection was opened without the key that vouches for calls.');
}

/** Of a statement that is plainly a write. Functions that write go in batches, one at a time. */
const isWrite = /^\s*(insert|update|delete)\b/;

/** One statement, which is a transaction of its own. After any error its connection is thrown away. */
async function askAlone<Row>(pool: pg.Pool, writes: HeldWrites, ...statement: Statement): Promise<Row[]> {
  const client = await connectionOf(pool);
  if (writes.held && isWrite.test(statement[1])) {
    client.release();
    throw heldBack();
  }
  let broken: Error | undefined;
  try {
    const rows = await ask<Row>(client, ...statement);
    client.insistOnConfirmed();
    return rows;
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

async function inTransaction<T>(
  pool: pg.Pool,
  { vouch, writes }: Pick<Database, 'vouch' | 'writes'>,
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  const client = await connectionOf(pool);
  if (writes.held) {
    client.release();
    throw heldBack();
  }
  let broken: Error | undefined;
  try {
    await plain(client, 'begin');
    const result = await work(transactionOn(pool, client, vouch));
    await plain(client, 'commit');
    client.insistOnConfirmed();
    return result;
  } catch (error) {
    // A connection to a server that is away, or on which even the rollback fails, is thrown away, so that nobody gets
    // one with an open transaction.
    if (isDatabaseAway(error)) broken = error as Error;
    else await client.query(quickly('rollback')).catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}

type PooledClient = Client & pg.PoolClient;

function connectionOf(pool: pg.Pool): Promise<PooledClient> {
  return pool.connect() as Promise<PooledClient>;
}

function transactionOn(pool: pg.Pool, client: pg.PoolClient, vouch: Database['vouch']): Database {
  const refuse = () =>
    Promise.reject(new Error('A transaction has no transactions inside and is closed by its owner.'));
  return {
    pool,
    query: (name, text, values) => ask(client, name, text, values),
    vouch,
    once: (_name, make) => make(),
    transaction: refuse,
    reconnect: () => {},
    writes: neverHeld,
    close: refuse,
  };
}

type Statement = [name: string, text: string, values?: readonly unknown[]];

async function ask<Row>(on: pg.PoolClient, ...[name, text, values = []]: Statement): Promise<Row[]> {
  countTrip();
  const { rows } = await on.query({ name: preparedAs(name), text, values: values as unknown[] });
  return rows as Row[];
}

/** `query_timeout` belongs to node-postgres and is missing in its types. */
function quickly(text: string): pg.QueryConfig {
  return { text, query_timeout: rollbackMs } as pg.QueryConfig;
}

function plain(client: pg.PoolClient, text: string) {
  countTrip();
  return client.query(text);
}

// How PostgreSQL's types are read. Nulls inside of arrays stay nulls.

const types = new pg.TypeOverrides();
types.setTypeParser(20, BigInt);
types.setTypeParser(1016 as number, (text: string) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : BigInt(item))),
);
types.setTypeParser(1082, (text: string) => text);
const momentOtherwise = pg.types.getTypeParser(1184 as number) as (text: string) => Date;
types.setTypeParser(1184, momentOf);

/**
 * Reads `2026-03-09 08:07:06.123456+00`, the form in which the portal's database sends times. It avoids the slow
 * general parser, because one page of clients needs ten thousand of them.
 */
function momentOf(text: string): Date {
  const { length } = text;
  if (length < 22 || length > 29 || text.charCodeAt(4) !== 45 || !text.endsWith('+00')) return momentOtherwise(text);
  const two = (at: number) => (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;
  const ms = length === 22 ? 0 : Number(text.slice(19, -3)) * 1000;
  return new Date(Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), ms));
}
