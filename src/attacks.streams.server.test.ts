/** Who listens on after having been shown the door, or listens so often that nobody else can. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.server.ts';
import { openPortal } from './portal.server.ts';
import { testPortal } from './portal.testing.server.ts';

const SECRET_KEY = randomBytes(32).toString('base64');
const portal = await testPortal({ SECRET_KEY });
const dataDir = await mkdtemp(join(tmpdir(), 'portal-node-'));
const other = await openPortal({
  config: readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', SECRET_KEY, RATE_LIMIT: 'off' }),
  databaseUrl: portal.db.url,
});
const leave = new AbortController();
afterAll(async () => {
  leave.abort();
  await other.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** An open stream: its status, and what it says when it ends. */
async function listen(
  address: string,
  { token }: { token: string },
): Promise<{ status: number; end: Promise<string> }> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(new URL('/kimi/events', address), { headers, signal: leave.signal });
  return { status: response.status, end: response.text().catch(() => 'left') };
}
const within = (ms: number, end: Promise<string>) =>
  Promise.race([end.then(() => 'ended'), new Promise((resolve) => setTimeout(() => resolve('still open'), ms))]);

test('an admin who is removed hears nothing more on any node within a second, nor does their visit to a client', async () => {
  const [admin, removed, client] = [await portal.admin(), await portal.admin(), await portal.client()];
  const visit = await portal.call('POST', '/kimi/login-as-user', {
    as: removed,
    body: { userId: client._id, reason: 'a test' },
  });
  expect(visit.status).toBe(200);
  const streams = await Promise.all([
    ...[portal.url, other.address].flatMap((address) => [
      listen(address, removed),
      listen(address, visit.body as { token: string }),
    ]),
    listen(other.address, client),
  ]);
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await portal.call('PUT', '/kimi/remove-admin', { as: admin, body: { userId: removed._id } });
  const ends = await Promise.all(streams.map(({ end }) => within(1_000, end)));
  expect(ends).toEqual(['ended', 'ended', 'ended', 'ended', 'still open']);
});

test('one account opens twenty streams at a node, and the next one is told why there are no more', async () => {
  const greedy = await portal.client();
  const open = await Promise.all(Array.from({ length: 20 }, () => listen(portal.url, greedy)));
  expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await portal.call('GET', '/kimi/events', { as: greedy })).body.code).toBe('limit.reached');
});

test('of twenty streams at a node those who hang up do not count', async () => {
  const [greedy, client] = [await portal.client(), await portal.client()];
  const { hostname, port } = new URL(portal.url);
  for (let n = 0; n < 40; n++) {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    await new Promise<void>((resolve) => {
      // In the middle of the look-up of the session, which is remembered for half a second.
      const text = `GET /kimi/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${greedy.token}\r\n\r\n`;
      socket.write(text, () => setTimeout(() => (socket.resetAndDestroy(), resolve()), n % 4));
    });
    if (n % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 600));
  }
  await new Promise((resolve) => setTimeout(resolve, 600));
  const statuses: number[] = [];
  for (let n = 0; n < 24; n++) statuses.push((await listen(portal.url, greedy)).status);
  expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(4).fill(429)]);
  expect((await listen(portal.url, client)).status).toBe(200);
});

test('a reader who takes nothing, signs out and is told something brings no node down', async () => {
  // Nothing ever leaves this response, as where the other side has stopped to read.
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const errors: Error[] = [];
  response.on('error', (error) => errors.push(error));
  portal.app.events.listen(response, { person: 77n, admin: true, until: new Date(Date.now() + 60_000) });
  portal.app.events.end(77n);
  portal.app.events.hint(77n, 'wallet');
  portal.app.events.hint('admins', 'request');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([response.writableEnded, response.writableFinished, errors]).toEqual([true, false, []]);
  response.destroy();
});
