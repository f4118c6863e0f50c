import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { busyFactor } from './busy.testing.server.ts';
import { openDatabase, type Database } from './database.server.ts';
import { appRole, CannotMigrate, migrate, readMigrations } from './migrate.server.ts';
import { databaseIn } from './connection.server.ts';
import { onServer } from './database.testing.server.ts';

const folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'));
const made: string[] = [];
const roles: string[] = [];

beforeEach(async () => {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
});

afterAll(async () => {
  for (const name of made) await onServer(`drop database if exists ${name} with (force)`);
  for (const name of roles) await onServer(`drop role if exists ${name}`);
  await rm(folder, { recursive: true });
});

const write = (name: string, sql: string) => writeFile(join(folder, name), sql);

/** An empty database, on the server that the other tests use too. */
async function emptyDatabase(owner?: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  made.push(name);
  await onServer(`create database ${name} ${owner ? `owner ${owner}` : ''}`);
  const url = new URL(databaseIn(inject('databaseUrl'), name));
  if (owner) url.username = owner;
  if (owner) url.password = 'secret';
  return url.href;
}

async function makeRole(options: string): Promise<string> {
  const name = `role_${randomBytes(6).toString('hex')}`;
  roles.push(name);
  await onServer(`create role ${name} login password 'secret' ${options}`);
  return name;
}

async function using<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { max: 2 });
  return work(db).finally(() => db.close());
}

test('migrations run in order, once, and are written down', async () => {
  await write('0002-second.sql', 'insert into words values (2);');
  await write('0001-first.sql', 'create table words (word int); insert into words values (1);');
  const url = await emptyDatabase();
  expect(await migrate(url, folder)).toEqual(['0001-first.sql', '0002-second.sql']);
  await write('0003-third.sql', 'insert into words values (3);');
  expect(await migrate(url, folder)).toEqual(['0003-third.sql']);
  expect(await migrate(url, folder)).toEqual([]);
  expect(await using(url, (db) => db.query('words', 'select word from words'))).toEqual([
    { word: 1 },
    { word: 2 },
    { word: 3 },
  ]);
});

test('two portals that start together migrate once between them', async () => {
  await write('0001-slow.sql', 'create table slow (id int); select pg_sleep(0.3);');
  await write('0002-more.sql', 'insert into slow values (1);');
  const url = await emptyDatabase();
  const ran = await Promise.all(Array.from({ length: 4 }, () => migrate(url, folder)));
  expect(ran.flat().sort()).toEqual(['0001-slow.sql', '0002-more.sql']);
  expect(await using(url, (db) => db.query('slow', 'select id from slow'))).toEqual([{ id: 1 }]);
});

test('a migration that has to wait for a table steps back and lets the others through until it is free', async () => {
  await write('0001-table.sql', 'create table busy (id int);');
  const url = await emptyDatabase();
  await migrate(url, folder);
  await write('0002-column.sql', 'alter table busy add column more int;');
  await using(url, async (db) => {
    let ran: Promise<string[]> | undefined;
    const waits: number[] = [];
    await db.transaction(async (reader) => {
      await reader.query('read', 'select id from busy');
      ran = migrate(url, folder, { lockMs: 200 });
      for (const end = performance.now() + 1_200; performance.now() < end;) {
        const began = performance.now();
        await db.query('others', 'select id from busy');
        waits.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    expect(await ran).toEqual(['0002-column.sql']);
    expect(Math.max(...waits)).toBeGreaterThan(50);
    expect(Math.max(...waits)).toBeLessThan(1_000 * busyFactor());
  });
});

test('a migration that fails leaves nothing of itself and says which it was; mended, it runs', async () => {
  await write('0001-broken.sql', 'create table half (id int); select 1/0;');
  const url = await emptyDatabase();
  await expect(migrate(url, folder)).rejects.toThrow('Migration 0001-broken.sql failed: division by zero');
  await write('0001-broken.sql', 'create table half (id int);');
  expect(await migrate(url, folder)).toEqual(['0001-broken.sql']);
});

test('a migration edited after it ran stops the start', async () => {
  await write('0001-word.sql', 'create table word (id int);');
  const url = await emptyDatabase();
  await migrate(url, folder);
  await write('0001-word.sql', 'create table word (id bigint);');
  await expect(migrate(url, folder)).rejects.toThrow('0001-word.sql was edited after it ran');
});

test('a database of a later version stops the start', async () => {
  await write('0001-word.sql', 'create table word (id int);');
  await write('0002-later.sql', 'create table later (id int);');
  const url = await emptyDatabase();
  await migrate(url, folder);
  await rm(join(folder, '0002-later.sql'));
  await expect(migrate(url, folder)).rejects.toThrow(
    'migrated by a later version of the portal (it has 0002-later.sql)',
  );
});

/** Writes a function of one number that answers `body`, with a trigger or whatever `more` says. */
async function writeFunction(name: string, body: string, parameter = 'n int', more = ''): Promise<void> {
  await mkdir(join(folder, 'functions'), { recursive: true });
  await write(
    `functions/${name}.sql`,
    `create or replace function ${name}(${parameter}) returns int language sql as $$ ${body} $$;${more}`,
  );
}

test('functions are made anew when their text changed, after the migrations and with whatever parameters', async () => {
  const url = await emptyDatabase();
  await write('0001-words.sql', 'create table words (word int); insert into words values (7);');
  await writeFunction('first', 'select second(n) + word from words');
  await writeFunction('second', 'select n * 2');
  const both = ['functions/first.sql', 'functions/second.sql'];
  expect(await migrate(url, folder)).toEqual(['0001-words.sql', ...both]);
  expect(await migrate(url, folder)).toEqual([]);
  const answer = (call: string) => using(url, (db) => db.query('answer', `select ${call} as is`));
  expect(await answer('first(1)')).toEqual([{ is: 9 }]);
  await writeFunction('second', 'select n * 3');
  expect(await migrate(url, folder)).toEqual(['functions/second.sql']);
  expect(await answer('first(1)')).toEqual([{ is: 10 }]);
  await writeFunction('second', 'select number * 4', 'number int');
  await migrate(url, folder);
  expect(await answer('first(1)')).toEqual([{ is: 11 }]);
  await writeFunction('second', 'select n::int * 5', 'n bigint', ' grant execute on function second to portal_app;');
  await migrate(url, folder);
  expect(await answer('first(1)')).toEqual([{ is: 12 }]);
  expect(await answer(`(select count(*)::int from pg_proc where proname = 'second')`)).toEqual([{ is: 1 }]);
});

test('an earlier version does not put its functions in the place of a later one’s', async () => {
  const url = await emptyDatabase();
  await writeFunction('first', 'select 1');
  await migrate(url, folder);
  await writeFunction('first', 'select 2');
  await migrate(url, folder);
  await writeFunction('first', 'select 1');
  await expect(migrate(url, folder)).rejects.toThrow('it has another functions/first.sql');
});

test('a function that cannot be made stops the start, and leaves all of them as they were', async () => {
  const url = await emptyDatabase();
  await writeFunction('first', 'select 1');
  await migrate(url, folder);
  await writeFunction('first', 'select 2');
  await writeFunction('second', 'select 3', 'n nothing');
  await expect(migrate(url, folder)).rejects.toThrow('Function second failed in line 1: type nothing does not exist');
  expect(await using(url, (db) => db.query('one', 'select first(0)'))).toEqual([{ first: 1 }]);
});

test('a file whose name has no number is refused rather than run at a random moment', async () => {
  await write('words.sql', 'select 1');
  await expect(readMigrations(folder)).rejects.toThrow(CannotMigrate);
});

test('an owner who is no superuser but may make roles is enough, and portal_app may do no more than it was granted', async () => {
  const owner = await makeRole('createrole');
  // The test server has the role already, so the new owner is given it as the message asks.
  await onServer(`grant ${appRole} to ${owner} with inherit false, set true`);
  const url = await emptyDatabase(owner);
  await write('0001-word.sql', `create table word (id int); grant select on word to ${appRole};`);
  await migrate(url, folder);
  const db = openDatabase(url, { role: appRole });
  expect(await db.query('read', 'select id from word')).toEqual([]);
  await expect(db.query('write', 'insert into word values (1)')).rejects.toMatchObject({ code: '42501' });
  await db.close();
});

test('the portal’s own migrations ask for no superuser', async () => {
  const owner = await makeRole('');
  await onServer(`grant ${appRole} to ${owner} with inherit false, set true`);
  expect(await migrate(await emptyDatabase(owner))).toContain('0001-baseline.sql');
});

test('an owner who may not use the role is told what an administrator has to run', async () => {
  const url = await emptyDatabase(await makeRole(''));
  await copyFile(join(import.meta.dirname, '../../migrations/0001-baseline.sql'), join(folder, '0001-baseline.sql'));
  await expect(migrate(url, folder)).rejects.toThrow(
    /Have an administrator run once: create role portal_app nologin; grant portal_app/,
  );
});

test('a database that is not there, or refuses the portal, is named without its password', async () => {
  const refused = new URL(await emptyDatabase());
  refused.password = 'geheim';
  const reach = (url: string) => migrate(url, folder, { patienceMs: 0 }).catch((error: Error) => error);
  const nowhere = await reach('postgresql://portal:geheim@127.0.0.1:1/portal');
  const wrong = await reach(refused.href);
  expect([nowhere, wrong].every((error) => error instanceof CannotMigrate)).toBe(true);
  expect(String(nowhere)).toContain("The database portal at 127.0.0.1:1 can't be used: connect ECONNREFUSED");
  expect(String(wrong)).toContain('password authentication failed');
  expect(`${nowhere}${wrong}`).not.toContain('geheim');
});
