/**
 * A migration is one change of the tables: a file `migrations/NNNN-word.sql` that runs once in each database,
 * in order, in a transaction of its own, and is never edited afterwards. Functions are edited: each is a whole file
 * `migrations/functions/<name>.sql` with its grants and triggers, which runs again after the migrations whenever its
 * text has changed, and so does `rules.sql`, the rows that say what is legal. Portals migrate when they start; an
 * advisory lock lets any number of them start together, and the checksum of what ran is kept beside each name.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isDatabaseAway, OnStandby } from './away.server.ts';
import { Client } from './client.server.ts';
import { lackingAt } from './engine.server.ts';
import { codeOf, execute, replaceFunctions } from './functions.server.ts';
import type { VoucherKey } from './secrets.server.ts';
import { locks } from './locks.server.ts';

export type Migration = { name: string; sql: string; checksum: string };

/** Thrown when the portal cannot use this database; its message says what the person at the terminal can do. */
export class CannotMigrate extends Error {}

export const appRole = 'portal_app';

/** What all migrations make, printed for readers (schema.server.ts). */
export const printed = 'schema.sql';

/** The prefix of functions among the file names that `migrate` returns. */
export const functionsFolder = 'functions/';

type MigrateOptions = {
  /** How long a database that is just starting is waited for. */
  patienceMs?: number;
  /** How long a migration may wait for a table. Statements that come after it wait just as long, behind it. */
  lockMs?: number;
  /** The keys with which the database checks what the portal vouches for (secrets.server.ts). */
  voucherKeys?: readonly VoucherKey[];
  /** After how long without a word from a migrating portal the server ends its connection, and its locks with it. */
  silence?: string;
};

/**
 * Brings the database at `url` up to date and answers the names of the files that ran just now.
 * `url` belongs to the owner: somebody who may create tables and, the first time, the role `portal_app`.
 */
export async function migrate(
  url: string,
  folder = join(import.meta.dirname, '../../migrations'),
  { patienceMs = 20_000, lockMs = 3_000, silence = '30s', voucherKeys = [] }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const functions = await readFunctions(folder);
  const client = await connect(url, patienceMs, silence);
  try {
    await insistOnVersion(client);
    await insistOnEngine(url, client);
    await takeTurn(client);
    await makeRole(client);
    const ran = [...(await runMissing(client, migrations, lockMs)), ...(await runFunctions(client, functions, lockMs))];
    if (voucherKeys.length > 0) await writeVoucherKeys(client, voucherKeys);
    return ran;
  } finally {
    // Ending the connection releases the lock too. On a dead connection `end` never resolves, so there is a time limit.
    await Promise.race([client.end(), sleep(5_000, undefined, { ref: false })]);
  }
}

/** One portal migrates at a time. Asking again and again notices a dead connection; one long wait would not. */
async function takeTurn(client: pg.Client): Promise<void> {
  for (; ; await sleep(100)) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      locks.migrations,
    ]);
    if (rows[0]!.mine) return;
  }
}

/**
 * Connects, and tries again: a database that was started together with the portal may need a moment, and so may a
 * standby that is just being promoted. Where the database refuses the login, trying again does not help.
 */
async function connect(url: string, patienceMs: number, silence: string): Promise<pg.Client> {
  for (const end = performance.now() + patienceMs; ; await sleep(250)) {
    const client = new Client({
      connectionString: url,
      application_name: 'agency-portal migrations',
      options: `-c statement_timeout=0 -c idle_session_timeout=${silence} -c idle_in_transaction_session_timeout=${silence}`,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    // A connection that breaks fails the statement under way, which is where it is reported.
    client.on('error', () => {});
    try {
      await client.connect();
      if (!client.useless) return client;
      await client.end();
      throw client.useless;
    } catch (error) {
      if (isDatabaseAway(error) && performance.now() < end) continue;
      const { host, port, database } = client;
      if (error instanceof OnStandby)
        throw new CannotMigrate(
          `The database ${database} at ${host}:${port} is a standby, or takes no writes, and did not become the primary while the portal waited. Promote it, or give DATABASE_URL the address that leads to the primary, and start the portal again.`,
        );
      throw new CannotMigrate(
        `The database ${database} at ${host}:${port} can't be used: ${(error as Error).message || 'no answer'}. Is it running, and is DATABASE_URL right?`,
      );
    }
  }
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql') && name !== printed).sort();
  const wrong = names.find((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  if (wrong) throw new CannotMigrate(`Migration ${wrong} must be named like 0001-baseline.sql.`);
  return Promise.all(names.map((name) => readSql(folder, name)));
}

/** The functions beside these migrations, by their names. */
async function readFunctions(folder: string): Promise<Migration[]> {
  const inside = join(folder, 'functions');
  const names = await readdir(inside).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return Promise.all(names.sort().map((name) => readSql(inside, name)));
}

async function readSql(folder: string, name: string): Promise<Migration> {
  const sql = await readFile(join(folder, name), 'utf8');
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

async function insistOnVersion(client: pg.Client) {
  const { rows } = await client.query<{ version: string; number: string }>(
    `select current_setting('server_version') as version, current_setting('server_version_num') as number`,
  );
  if (Number(rows[0]?.number) < 170_000) {
    throw new CannotMigrate(
      `The portal needs PostgreSQL 17 or later; DATABASE_URL leads to ${rows[0]?.version}. Upgrade it, or leave DATABASE_URL out to use the PostgreSQL that comes with the portal.`,
    );
  }
}

async function insistOnEngine(url: string, client: pg.Client) {
  const lacking = await lackingAt(url, client);
  if (lacking.length === 0) return;
  throw new CannotMigrate(
    `DATABASE_URL leads to something that speaks like PostgreSQL and is not, or to a pooler that is not in session mode: ${lacking.join(', ')}. Money is not safe there; docs/scaling.md says which engines are.`,
  );
}

/** Roles belong to the whole server, so that two databases on one server may try to make it at the same moment. */
async function makeRole(client: pg.Client) {
  const wish =
    `create role ${appRole} nologin; ` + `grant ${appRole} to the-user-of-DATABASE_URL with inherit false, set true`;
  try {
    const { rows } = await client.query<{ exists: boolean; member: boolean }>(
      `select exists(select from pg_roles where rolname = $1) as exists,
              exists(select from pg_roles where rolname = $1 and pg_has_role(current_user, oid, 'set')) as member`,
      [appRole],
    );
    if (!rows[0]?.exists) await client.query(`create role ${appRole} nologin`).catch(unless('42710', '23505'));
    if (!rows[0]?.member) await client.query(`grant ${appRole} to current_user with inherit false, set true`);
    await client.query(`grant usage on schema public to ${appRole}`);
  } catch (error) {
    if ((error as pg.DatabaseError).code !== '42501') throw error;
    throw new CannotMigrate(
      `The user of DATABASE_URL may not set up the role ${appRole} that the portal runs as (${(error as Error).message}). Have an administrator run once: ${wish};`,
    );
  }
}

async function runMissing(client: pg.Client, migrations: Migration[], lockMs: number): Promise<string[]> {
  await client.query(
    `create table if not exists migrations (name text primary key, checksum text not null,
     ran_at timestamptz not null default now())`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
  const done = new Map(rows.map((row) => [row.name, row.checksum]));
  insistOnSameHistory(migrations, done);
  const missing = migrations.filter((migration) => !done.has(migration.name));
  for (const migration of missing) await run(client, migration, lockMs);
  return missing.map((migration) => migration.name);
}

function insistOnSameHistory(migrations: Migration[], done: Map<string, string>) {
  const known = new Set(migrations.map((migration) => migration.name));
  const newer = [...done.keys()].find((name) => !known.has(name));
  if (newer)
    throw new CannotMigrate(
      `This database was migrated by a later version of the portal (it has ${newer}). Start that version, or restore a backup made before it.`,
    );
  const edited = migrations.find(
    (migration) => done.has(migration.name) && done.get(migration.name) !== migration.checksum,
  );
  if (edited)
    throw new CannotMigrate(
      `Migration ${edited.name} was edited after it ran in this database. Restore the file and put the change into a new migration.`,
    );
}

async function run(client: pg.Client, { name, sql, checksum }: Migration, lockMs: number): Promise<void> {
  await inTransaction(client, lockMs, async () => {
    await execute(client, `Migration ${name}`, sql);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
  });
}

/**
 * Every text that a function has had in this database is kept by its checksum. A text that was replaced since belongs
 * to an earlier version of the portal, and that version must not replace the later one's functions.
 */
async function runFunctions(client: pg.Client, functions: Migration[], lockMs: number): Promise<string[]> {
  await client.query(
    `create table if not exists migrated_functions (name text, checksum text,
     ran_at timestamptz not null default clock_timestamp(), primary key (name, checksum))`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrated_functions order by ran_at',
  );
  const now = new Map(rows.map((row) => [row.name, row.checksum]));
  const changed = functions.filter(({ name, checksum }) => now.get(name) !== checksum);
  const replaced = changed.find((file) => rows.some((row) => row.name === file.name && row.checksum === file.checksum));
  if (replaced)
    throw new CannotMigrate(
      `This database was migrated by a later version of the portal (it has another functions/${replaced.name}). Start that version, or restore a backup made before it.`,
    );
  if (changed.length > 0) await inTransaction(client, lockMs, () => replaceFunctions(client, changed));
  return changed.map(({ name }) => functionsFolder + name);
}

/** A lock that did not come in time, or that a node under way waits for in turn: both pass. */
const tooSoon = new Set<unknown>(['55P03', '40P01']);

/**
 * While a migration waits for a lock on a table, every later statement on that table waits behind it. A backup holds
 * its locks for minutes, so the migration gives up after a moment, lets the others run, and tries again.
 */
async function inTransaction(client: pg.Client, lockMs: number, work: () => Promise<void>): Promise<void> {
  for (; ; await sleep(lockMs / 2)) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${lockMs}`);
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      if (![error, (error as Error).cause].some((each) => tooSoon.has(codeOf(each)))) throw error;
    }
  }
}

/**
 * Writes the keys that calls are checked with. A key that is no longer among those of the secrets vouches for nothing
 * from now on.
 */
async function writeVoucherKeys(client: pg.Client, keys: readonly VoucherKey[]): Promise<void> {
  for (const { name, inner, outer } of keys)
    await client.query(
      'insert into voucher_keys (name, inner_half, outer_half) values ($1, $2, $3) on conflict do nothing',
      [name, inner, outer],
    );
  await client.query('delete from voucher_keys where name <> all ($1) and name not in (select name from secret_keys)', [
    keys.map(({ name }) => name),
  ]);
}

function unless(...codes: string[]) {
  return (error: pg.DatabaseError) => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
}
