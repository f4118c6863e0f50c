/** What a portal does when the wire to its database dies without a word. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { ServerResponse, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, inject, test } from 'vitest';
import { busyFactor } from '#server/busy.testing.server.ts';
import { isDatabaseAway } from '#server/away.server.ts';
import { openDatabase } from '#server/database.server.ts';
import { openEvents } from '#server/events.server.ts';
import { openLog } from '#server/log.server.ts';
import { appRole, migrate } from '#server/migrate.server.ts';
import { databaseIn } from '#server/connection.server.ts';
import { onServer, testDatabase } from '#server/database.testing.server.ts';
import { openWire, type Wire } from './wire.ts';
import { through } from './world.ts';

const db = await testDatabase();
const made: Wire[] = [];
afterAll(() => Promise.all(made.map((wire) => wire.close())));

/** A wire for one test alone: what it does to it is nobody else's trouble. */
async function newWire(): Promise<{ wire: Wire; url: string }> {
  const wire = await openWire(join(new URL(inject('databaseUrl')).searchParams.get('host')!, '.s.PGSQL.5432'));
  made.push(wire);
  return { wire, url: through(db.url, wire.port) };
}

const fault = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test.concurrent(`a call over a dead connection is told in time that the database is away,
  and the connection is not used again`, async () => {
  const { wire, url } = await newWire();
  const node = openDatabase(url, { max: 1, role: appRole, silenceMs: 400 });
  await node.query('one', 'select 1 as one');
  wire.forget();
  const began = performance.now();
  expect(isDatabaseAway(await fault(node.query('one', 'select 1 as one')))).toBe(true);
  expect(await node.query('one', 'select 1 as one')).toEqual([{ one: 1 }]);
  // Its rollback is not waited for: nobody would answer that either.
  const cutOff = node.transaction(async (tx) => {
    await tx.query('one', 'select 1 as one');
    wire.forget();
    await tx.query('one', 'select 1 as one');
  });
  expect(isDatabaseAway(await fault(cutOff))).toBe(true);
  expect(await node.query('one', 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(performance.now() - began).toBeLessThan(3_000 * busyFactor());
  await node.close();
});

test.concurrent(
  'a node that falls silent inside a transaction gives its locks back while the others still wait',
  { timeout: 30_000 },
  async () => {
    const { wire, url } = await newWire();
    const [frozen, other] = [openDatabase(url, { max: 1 }), openDatabase(db.url, { max: 1 })];
    await other.query('make', 'create table locked as select 1 as v');
    const holding = fault(
      frozen.transaction(async (tx) => {
        await tx.query('hold', 'update locked set v = 2');
        wire.forget();
        await sleep(9_000);
        await tx.query('after', 'select 1');
      }),
    );
    await sleep(200);
    const began = performance.now();
    await other.query('wait', 'update locked set v = v + 10');
    expect(performance.now() - began).toBeLessThan(7_000 * busyFactor());
    expect(await other.query('look', 'select v from locked')).toEqual([{ v: 11 }]);
    frozen.reconnect();
    expect(isDatabaseAway(await holding)).toBe(true);
    await Promise.all([frozen.close(), other.close()]);
  },
);

test.concurrent(
  'a node whose connections all lead nowhere notices within seconds, serves again, and its browsers hear what others changed',
  { timeout: 30_000 },
  async () => {
    const { wire, url } = await newWire();
    const log = openLog({ level: 'silent' });
    const node = openDatabase(url, { max: 2, role: appRole });
    const events = openEvents(url, log, { deaf: () => node.reconnect() });
    const others = openEvents(db.url, log);
    const { said, response } = stream();
    events.listen(response, { person: 7n, admin: false, until: new Date(Date.now() + 60_000) });
    await node.query('one', 'select 1');
    await sleep(500);
    wire.forget();
    const began = performance.now();
    expect(
      isDatabaseAway(await fault(Promise.all([node.query('one', 'select 1'), node.query('one', 'select 1')]))),
    ).toBe(true);
    expect(await node.query('one', 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(performance.now() - began).toBeLessThan(8_000 * busyFactor());
    await sleep(1_500);
    said.length = 0;
    others.hint(7n, 'notice');
    await sleep(500);
    expect(said.join('')).toContain('event: notice');
    await Promise.all([events.close(), others.close(), node.close()]);
  },
);

test.concurrent(
  'a hint that could not leave while the wire was dead reaches the other nodes afterwards',
  { timeout: 30_000 },
  async () => {
    const { wire, url } = await newWire();
    const log = openLog({ level: 'silent' });
    const [events, others] = [openEvents(url, log), openEvents(db.url, log)];
    const { said, response } = stream();
    others.listen(response, { person: 8n, admin: false, until: new Date(Date.now() + 60_000) });
    await sleep(500);
    said.length = 0;
    wire.forget();
    events.hint(8n, 'wallet');
    await sleep(8_000);
    expect(said.join('')).toContain('event: wallet');
    await Promise.all([events.close(), others.close()]);
  },
);

test.concurrent(
  'a node that is cut off while it migrates does not keep the others from starting',
  { timeout: 30_000 },
  async () => {
    const { wire } = await newWire();
    const name = `test_${randomBytes(6).toString('hex')}`;
    const folder = await mkdtemp(join(tmpdir(), 'portal-cut-off-'));
    await writeFile(join(folder, '0001-slow.sql'), 'create table slow (id int); select pg_sleep(1);');
    await onServer(`create database ${name}`);
    const own = databaseIn(inject('databaseUrl'), name);
    void fault(migrate(through(own, wire.port), folder, { silence: '500ms' }));
    await sleep(700);
    wire.forget();
    expect(await migrate(own, folder)).toEqual(['0001-slow.sql']);
    await onServer(`drop database ${name} with (force)`);
    await rm(folder, { recursive: true });
  },
);

/** A browser's stream that remembers what was written to it. */
function stream(): { said: string[]; response: ServerResponse } {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const said: string[] = [];
  response.write = (chunk: unknown) => {
    said.push(String(chunk));
    return true;
  };
  return { said, response };
}
