/** What the portal does on, with and without a standby: two real servers, of which the second follows over a wire. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditIfDue } from '#book/audits.server.ts';
import { isDatabaseAway, Unconfirmed } from '#server/away.server.ts';
import { makeChanges } from '#requests/change.server.ts';
import { readConfig } from '#server/config.server.ts';
import { openDatabase, type Database } from '#server/database.server.ts';
import { onStandby } from '#server/standby.server.ts';
import { openEvents } from '#server/events.server.ts';
import { openHealth } from '#server/health.server.ts';
import { openLog } from '#server/log.server.ts';
import { CannotMigrate, migrate } from '#server/migrate.server.ts';
import { whereToRead } from '#server/oldreads.server.ts';
import { busyFactor } from '#server/busy.testing.server.ts';
import { caughtUp, openPair, type Pair } from './pair.ts';

const folder = await mkdtemp(join(tmpdir(), 'portal-standby-'));
let pair: Pair;
let node: Database;
beforeAll(async () => {
  pair = await openPair(folder, { synchronous: true, prepare: (url) => migrate(url) });
  node = openDatabase(pair.primary.ownerUrl, { max: 4 });
  await node.query('make', 'create table kept (id int primary key)');
});
afterAll(async () => {
  await node.close();
  await pair.close();
  await rm(folder, { recursive: true, force: true });
});

const fault = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Polls until it is so; fails where it never is. */
async function until(isSo: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  for (const end = performance.now() + ms * busyFactor(); !(await isSo()); await sleep(20))
    if (performance.now() > end) throw new Error('It never came to that.');
}

const waiting = `select pid from pg_stat_activity where wait_event = 'SyncRep'`;
const insert = (id: number) => node.query('insert', 'insert into kept values ($1)', [id]);
const kept = async (id: number) => (await node.query('look', 'select from kept where id = $1', [id])).length === 1;

test.each([
  ['a statement', (id: number) => insert(id)],
  ['a transaction', (id: number) => node.transaction((tx) => tx.query('insert', 'insert into kept values ($1)', [id]))],
])('%s whose wait for the standby is cancelled is not acknowledged, though it is there', async (what, write) => {
  const id = what.length;
  pair.wire.stall(true);
  const told = fault(write(id));
  await until(async () => (await pair.primary.query(waiting)).length === 1);
  await pair.primary.query(`select pg_cancel_backend(pid) from (${waiting}) w`);
  const error = await told;
  expect(error).toBeInstanceOf(Unconfirmed);
  expect(isDatabaseAway(error)).toBe(true);
  expect(await kept(id)).toBe(true);
  pair.wire.mend();
  // The connection on which that was said says nothing of the next write.
  await insert(id + 1_000);
});

test('while the standby is away no further write begins, reads go on, and writes go on by themselves when it is back', async () => {
  const events = openEvents(pair.primary.ownerUrl, openLog({ level: 'silent' }), {
    waiting: (seen) => node.writes.see(seen),
  });
  pair.wire.stall(true);
  // As many as there are connections, so that a read has to wait for one.
  const told = Promise.all([21, 22, 23, 24].map((id) => fault(insert(id))));
  const began = performance.now();
  await until(async () => (await pair.primary.query(waiting)).length === 4);
  expect(await node.query('read', 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(performance.now() - began).toBeLessThan(5_000 * busyFactor());
  expect((await told).every(isDatabaseAway)).toBe(true);
  expect(node.writes.held).toBe(true);
  // One that had begun, and waits for what another holds who waits for the standby, is let go as well.
  expect(isDatabaseAway(await fault(insert(21)))).toBe(true);
  expect(performance.now() - began).toBeLessThan(9_000 * busyFactor());
  expect(await pair.primary.query(waiting)).toHaveLength(4);
  pair.wire.mend();
  await until(() => !node.writes.held);
  expect(await kept(21)).toBe(true);
  await insert(25);
  await events.close();
});

test('while the standby is away no write begins that only waited for a connection, so that the server keeps room', async () => {
  const events = openEvents(pair.primary.ownerUrl, openLog({ level: 'silent' }), {
    waiting: (seen) => node.writes.see(seen),
  });
  pair.wire.stall(true);
  const ids = Array.from({ length: 16 }, (_, n) => 41 + n);
  const told = await Promise.all(
    ids.map((id) =>
      fault(id % 2 ? insert(id) : node.transaction((tx) => tx.query('insert', 'insert into kept values ($1)', [id]))),
    ),
  );
  expect(told.every(isDatabaseAway)).toBe(true);
  expect(await pair.primary.query(waiting)).toHaveLength(4);
  expect(isDatabaseAway(await fault(makeChanges(node, [])))).toBe(true);
  pair.wire.mend();
  await until(() => !node.writes.held);
  await node.transaction((tx) => tx.query('insert', 'insert into kept values ($1)', [60]));
  await events.close();
});

test('who is told that a thing was done already waits for the standby as well', async () => {
  pair.wire.stall(true);
  let told = false;
  const telling = onStandby(node, async () => {}).then(() => (told = true));
  await until(async () => (await pair.primary.query(waiting)).length === 1);
  expect(told).toBe(false);
  pair.wire.mend();
  await telling;
});

test('a standby is no database to serve from: calls are told that it is away, and the node is not ready', async () => {
  const misled = openDatabase(pair.standby.ownerUrl, { max: 2 });
  expect(isDatabaseAway(await fault(misled.query('read', 'select 1')))).toBe(true);
  const http = Fastify();
  openHealth(http, misled);
  expect((await http.inject({ url: '/readyz' })).statusCode).toBe(503);
  await http.close();
  await misled.close();
  // Not even where the connection itself would do.
  const old = openDatabase(pair.standby.ownerUrl, { max: 1, standbyWillDo: true });
  const other = Fastify();
  openHealth(other, old);
  expect((await other.inject({ url: '/readyz' })).statusCode).toBe(503);
  expect(isDatabaseAway(await fault(old.query('write', 'insert into kept values (99)')))).toBe(true);
  await other.close();
  await old.close();
});

test('a node that starts on a standby says so, after it has waited for it to be promoted', async () => {
  const told = await fault(migrate(pair.standby.ownerUrl, undefined, { patienceMs: 300 }));
  expect(told).toBeInstanceOf(CannotMigrate);
  expect((told as Error).message).toMatch(/^The database portal at .+ is a standby, .+ start the portal again\.$/);
});

describe('READ_DATABASE_URL', () => {
  const said: string[] = [];
  const where = (standby: string, patience = 10_000) =>
    whereToRead(pair.primary.ownerUrl, standby, { say: (sentence) => said.push(sentence), patience });

  test('is read once it has what was acknowledged before, and not while it lags', async () => {
    expect(await where(pair.standby.ownerUrl)).toBe(pair.standby.ownerUrl);
    pair.wire.stall(true);
    const lagging = fault(insert(77));
    await until(async () => (await pair.primary.query(waiting)).length === 1);
    expect(await where(pair.standby.ownerUrl, 300)).toBe(pair.primary.ownerUrl);
    expect(said.at(-1)).toMatch(/^The primary is read, as READ_DATABASE_URL will not do: it is more than .+ behind\.$/);
    pair.wire.mend();
    await lagging;
    expect(await where(pair.standby.ownerUrl)).toBe(pair.standby.ownerUrl);
  });

  test('is where the portal proves its book, too', async () => {
    const config = readConfig({ DATABASE_URL: pair.primary.ownerUrl, READ_DATABASE_URL: pair.standby.ownerUrl });
    const log = { ...openLog({ level: 'silent' }), info: (sentence: string) => said.push(sentence) };
    const proved = auditIfDue({ db: node, config, log }, pair.primary.ownerUrl, new AbortController().signal);
    expect(await proved).toBe('clean');
    expect(said).toContain('This is read from the standby at READ_DATABASE_URL.');
  });

  test('is passed over with a sentence where it is away, or no standby of this database', async () => {
    const gone = pair.standby.ownerUrl.replace(/host=[^&]+/, `host=${encodeURIComponent(folder)}`);
    expect(await where(gone)).toBe(pair.primary.ownerUrl);
    expect(said.at(-1)).toContain('ENOENT');
    expect(await where(pair.primary.ownerUrl)).toBe(pair.primary.ownerUrl);
    expect(said.at(-1)).toContain('it is no standby');
  });
});

test.each([
  ['backup', true],
  ['audit', true],
  ['backup', false],
  ['audit', false],
])('npm run %s works on a standby, named by READ_DATABASE_URL: %s', { timeout: 120_000 }, async (command, named) => {
  await caughtUp(pair.primary);
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: named ? pair.primary.ownerUrl : pair.standby.ownerUrl,
  };
  const reading = named ? { READ_DATABASE_URL: pair.standby.ownerUrl } : {};
  const script = join(import.meta.dirname, `../scripts/${command}.ts`);
  const ended = await new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = execFile(process.execPath, [script], { env: { ...env, ...reading } }, (_error, out, wrong) =>
      resolve({ code: child.exitCode, said: out + wrong }),
    );
  });
  expect(ended).toEqual({
    code: 0,
    said: expect.stringContaining(command === 'backup' ? 'Backed up into' : 'The book is proved: nothing was found.'),
  });
  expect(ended.said.includes('read from the standby')).toBe(named);
});
