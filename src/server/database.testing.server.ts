/**
 * Gives each test file a real PostgreSQL database of its own, fresh and migrated. Nothing of the portal is replaced.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, expect, inject, TestRunner, vi } from 'vitest';
import { databaseIn, withConnection } from './connection.server.ts';
import { openDatabase, type Database } from './database.server.ts';
import { appRole } from './migrate.server.ts';
import { template, testSecrets } from './setup.testing.server.ts';

/** Vouches for calls, for further pools on a test's database. */
export const { vouch } = testSecrets;

export type TestDatabase = Database & {
  /** The owner's URL, for what migrates, audits or opens further pools. */
  url: string;
  /** The same database as its owner, who may do what the portal may not. */
  owner: Database;
  /** Waits until so many transactions wait for a lock, of those whose statement says this. */
  lockWaits(count: number, statement?: string): Promise<void>;
};

/**
 * A database for the test file that calls this at its top level (`const db = await testDatabase()`), acting as the
 * portal does; its book is proved after the file's last test. It stays until the server's whole folder is removed, as
 * some file systems search long for room among files that were just deleted: dropped databases made the next ones four
 * times as slow. `max` is the size of the pool: one connection would hide races. A file that breaks the book says so in
 * `breaks`.
 */
export async function testDatabase({ max = 8, breaks }: { max?: number; breaks?: string } = {}): Promise<TestDatabase> {
  if (TestRunner.getCurrentTest())
    throw new Error('A database that is opened within a test is neither proved nor closed; open it before the tests.');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template ${template}`);
  const url = databaseIn(inject('databaseUrl'), name);
  const database = openDatabase(url, { max, role: appRole, vouch });
  const owner = openDatabase(url, { max: 2, vouch });
  const close = async () => void (await Promise.all([database.close(), owner.close()]));
  afterAll(async () => {
    await close();
    const found = breaks === undefined ? await proveBook(url) : [];
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    if (found.length > 0) throw new Error(`These tests left a book that is not in order:\n${found.join('\n')}`);
  });
  return { ...database, url, owner, close, lockWaits: (...said) => lockWaits(owner, ...said) };
}

function lockWaits(owner: Database, count: number, statement = ''): Promise<void> {
  const waits = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and position($1 in query) > 0`;
  return vi.waitFor(async () => expect(await owner.query('test.lock_waits', waits, [statement])).toHaveLength(count), {
    timeout: 40_000,
    interval: 10,
  });
}

/** The audit belongs to a slice that server/ must not import, so the suite says where it is (vitest.config.ts). */
export async function proveBook(url: string): Promise<string[]> {
  const { findings } = (await import(inject('bookProof'))) as { findings: (url: string) => Promise<string[]> };
  return findings(url);
}

/** Runs one statement as the owner of the test server, beside all test databases. */
export async function onServer(statement: string): Promise<void> {
  await withConnection(inject('databaseUrl'), (client) => client.query(statement));
}
