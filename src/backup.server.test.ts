/** A backup of a real portal with money in motion comes back, row for row, and its book is proved. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { newestSeals } from '#book/kept.server.ts';
import { findings } from '#requests/story.testing.server.ts';
import { backUp, type Made } from '#server/backup.server.ts';
import { databaseIn, withConnection } from '#server/connection.server.ts';
import { migrate } from '#server/migrate.server.ts';
import { FailedAfterRestore, restore } from '#server/restore.server.ts';
import { digestOf, sameText, tablesOf } from '#server/tables.server.ts';
import { onServer } from '#server/database.testing.server.ts';
import { testPortal, type Answered, type Person } from './portal.testing.server.ts';

// Whole databases are made and migrated here, on whatever else the machine is doing.
vi.setConfig({ testTimeout: 60_000 });

const portal = await testPortal();
const folder = await mkdtemp(join(tmpdir(), 'portal-backup-'));
const file = join(folder, 'portal.backup.gz');
const made: string[] = [];
const asked: Answered[] = [];
let backup: Made;

beforeAll(async () => {
  const client = await portal.client({ dollars: 500 });
  await portal.client({ dollars: 70 });
  const spend = () =>
    portal.call('POST', '/kimi/apply-withdrawal', {
      as: client,
      body: withdrawal(client),
      key: randomBytes(8).toString('hex'),
    });
  asked.push(await spend());
  // Awkward values: line breaks, backslashes, the terminator itself, letters of other scripts, and far more than one
  // read of the file.
  await portal.db.owner.query('test.awkward', 'update clients set contact_method = $1 where public_id = $2', [
    'a\n\\.\n\tб\\N'.repeat(90_000),
    client._id,
  ]);
  await portal.db.owner.pool.query(`select seal_book(4, now() + interval '1 hour')`);
  const busy = Promise.all(Array.from({ length: 10 }, spend));
  backup = await backUp(portal.db.url, file);
  asked.push(...(await busy));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  for (const name of made) await onServer(`drop database ${name} with (force)`);
});

const withdrawal = ({ password }: Person) => ({
  amount: 1,
  networkName: 'TRC20',
  networkAddress: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  password,
  remarks: '',
});

/** A database that nothing was ever done to. */
async function bare(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
  made.push(name);
  return databaseIn(inject('databaseUrl'), name);
}

const digests = (url: string) =>
  withConnection(url, async (client) => {
    await client.query(sameText);
    const all: Record<string, string> = {};
    for (const table of await tablesOf(client)) all[table.name] = (await digestOf(client, table)).sha256;
    return all;
  });

test('every table comes back equal, the book is proved, and what is written next gets a number of its own', async () => {
  expect(asked.map(({ status }) => status)).toEqual(Array.from({ length: 11 }, () => 200));
  const url = await bare();
  const restored = await restore(url, file);
  expect(restored.migrated).toEqual([]);
  expect(await digests(url)).toEqual(Object.fromEntries(backup.tables.map(({ name, sha256 }) => [name, sha256])));
  expect(backup.tables.filter(({ rows }) => rows > 0).map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'people',
      'clients',
      'balances',
      'movements',
      'requests',
      'decisions',
      'seals',
      'audit_log',
      'notices',
      'mails',
      'sessions',
    ]),
  );
  expect(await findings(url)).toEqual([]);
  await withConnection(url, async (client) => {
    const { rows } = await client.query(
      `insert into clients (public_id, name, email) values ('US-NEXT', 'next', 'next@example.com')
       returning id > (select max(id) from clients) as later`,
    );
    expect(rows).toEqual([{ later: true }]);
    await expect(client.query('update movements set amount = 1')).rejects.toThrow('append-only');
    const ran = 'select name, checksum, ran_at from migrations order by name';
    expect((await client.query(ran)).rows).toEqual((await portal.db.owner.pool.query(ran)).rows);
  });
});

test('a database with rows is left alone', async () => {
  // The portal goes on sending its mails meanwhile.
  const { mails: _, ...before } = await digests(portal.db.url);
  await expect(restore(portal.db.url, file)).rejects.toThrow('This database is not empty');
  expect(await digests(portal.db.url)).toMatchObject(before);
});

test('a backup that was changed or cut off restores nothing', async () => {
  const packed = await readFile(file);
  const bytes = gunzipSync(packed);
  const changed = bytes.toString('latin1').replace('\tTQn9', '\tTQn8').replace('"TQn9', '"TQn8');
  const bad = {
    changed: gzipSync(Buffer.from(changed, 'latin1')),
    cut: gzipSync(bytes.subarray(0, bytes.length - 200)),
    torn: packed.subarray(0, packed.length / 2),
  };
  expect(changed).not.toBe(bytes.toString('latin1'));
  for (const [name, content] of Object.entries(bad)) {
    const url = await bare();
    await writeFile(join(folder, name), content);
    await expect(restore(url, join(folder, name)).then(() => name)).rejects.toThrow(/damaged|can't be read to its end/);
    expect(await withConnection(url, async (client) => (await client.query('select from people')).rowCount)).toBe(0);
  }
});

test('a backup of an older version is restored and then brought up to date', async () => {
  const [older, newer] = [join(folder, 'older-migrations'), join(folder, 'newer-migrations')];
  for (const one of [older, newer]) await cp(join(import.meta.dirname, '../migrations'), one, { recursive: true });
  await writeFile(join(newer, '9999-later.sql'), 'alter table clients add column later text;');
  const [from, into] = [await bare(), await bare()];
  await migrate(from, older);
  await withConnection(from, (client) =>
    client.query(`insert into clients (public_id, name, email) values ('US-OLD', 'old', 'old@example.com')`),
  );
  await backUp(from, join(folder, 'older.gz'));
  const restored = await restore(into, join(folder, 'older.gz'), { migrationsFolder: newer });
  expect(restored.migrated).toEqual(['9999-later.sql']);
  expect(
    await withConnection(into, async (client) => (await client.query('select name as username from clients')).rows),
  ).toEqual([{ username: 'old' }]);
});

test('a backup with a key is nothing without it, and one byte less or another refuses it', async () => {
  const key = 'YmFja3VwIGtleSBvZiB0aGUgdGVzdHMgMDEyMzQ1Njc4OQ';
  const sealed = join(folder, 'sealed.backup.gz');
  await backUp(portal.db.url, sealed, [key]);
  const bytes = await readFile(sealed);
  const content = gunzipSync(await readFile(file));
  expect(content.includes('agency-portal backup')).toBe(true);
  expect(() => gunzipSync(bytes)).toThrow();
  const url = await bare();
  const tried = async (what: Buffer, keys: string[] | undefined) => {
    await writeFile(join(folder, 'tried'), what);
    return restore(url, join(folder, 'tried'), { keys });
  };
  await expect(tried(bytes, undefined)).rejects.toThrow('This file is encrypted. Give the BACKUP_KEY');
  await expect(tried(bytes, [`${key}x`])).rejects.toThrow('encrypted with another key');
  const flipped = Buffer.from(bytes);
  flipped[bytes.length - 400]! ^= 1;
  const ends = [1, 20, 5_000].map((less) => bytes.subarray(0, bytes.length - less));
  for (const bad of [flipped, Buffer.concat([bytes, bytes.subarray(0, 1)]), ...ends])
    await expect(tried(bad, [key])).rejects.toThrow('This encrypted file is damaged');
  // Whoever has no key can write a file without one.
  const plain = await readFile(file);
  await expect(tried(plain, [key])).rejects.toThrow('This file is not encrypted, though BACKUP_KEY is given');
  await writeFile(join(folder, 'tried'), plain);
  const owned = await restore(await bare(), join(folder, 'tried'), { keys: [key], unsealed: true });
  expect(owned.tables.length).toBe(backup.tables.length);
  // A key that was replaced still opens what it has sealed.
  expect((await tried(bytes, [`${key}x`, key])).tables.length).toBe(backup.tables.length);
});

test('what fails after everything was restored says so, and what was restored is kept', async () => {
  const newer = join(folder, 'failing-migrations');
  await cp(join(import.meta.dirname, '../migrations'), newer, { recursive: true });
  await writeFile(join(newer, '9999-failing.sql'), 'select 1 / 0;');
  const url = await bare();
  const error = await restore(url, file, { migrationsFolder: newer }).catch((failed: unknown) => failed);
  expect(error).toBeInstanceOf(FailedAfterRestore);
  expect((error as Error).message).toContain('9999-failing.sql failed: division by zero');
  const people = async (client: pg.Client) => (await client.query('select from people')).rowCount;
  expect(await withConnection(url, people)).toBeGreaterThan(1);

  // The command ends with a number of its own: here the audit's connection breaks.
  const other = await bare();
  const breaking = setInterval(
    () =>
      void onServer(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'agency-portal audit' and datname = '${new URL(other).pathname.slice(1)}'`,
      ),
    10,
  );
  const { code, said } = await restoring(other);
  clearInterval(breaking);
  expect(`${code}: ${said}`).toMatch(/^3: Restored [^]+Everything was restored and is kept, but it is not proved/);
  expect(await withConnection(other, people)).toBeGreaterThan(1);
});

function restoring(url: string): Promise<{ code: number | null; said: string }> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: join(folder, 'node'), DATABASE_URL: url };
  const script = join(import.meta.dirname, '../scripts/restore.ts');
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, file], { env }, (_error, out, wrong) =>
      resolve({ code: child.exitCode, said: out + wrong }),
    );
  });
}

test('the seal that a backup names is in it, whatever is sealed meanwhile', async () => {
  const named = join(folder, 'named.backup.gz');
  const newest = async (client: pg.ClientBase) => (await newestSeals(client)).find(({ of }) => of === 'book')!.head;
  const { seen } = await backUp(portal.db.url, named, undefined, async (client) => {
    await portal.db.owner.pool.query(`select seal_book(2000, now() + interval '1 hour')`);
    return newest(client);
  });
  const later = await withConnection(portal.db.url, newest);
  expect(later).not.toBe(seen);
  const content = gunzipSync(await readFile(named));
  expect([content.includes(seen), content.includes(later)]).toEqual([true, false]);
});
