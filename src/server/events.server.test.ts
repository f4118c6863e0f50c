import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openPortal } from '#portal.server.ts';
import { testPortal } from '#portal.testing.server.ts';
import { readConfig } from './config.server.ts';
import { busyFactor } from './busy.testing.server.ts';

const SECRET_KEY = randomBytes(32).toString('base64');
const portal = await testPortal({ SECRET_KEY });

/** Reads a stream until it has said `word` after `act`, or fails after `ms`. Without `act`: what it begins with. */
async function heard(token: string, word: string, act?: () => Promise<unknown>, ms = 2_000): Promise<number> {
  const stop = AbortSignal.timeout(ms * busyFactor());
  const response = await fetch(new URL('/kimi/events', portal.url), {
    headers: { authorization: `Bearer ${token}` },
    signal: stop,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const until = async (wanted: string) => {
    for (let text = ''; !text.includes(wanted);) {
      const { value, done } = await reader.read();
      text += value ?? '';
      if (done) throw new Error(`the stream ended without ${wanted}`);
    }
  };
  if (act) await until('event: hello');
  const started = performance.now();
  await act?.();
  await until(word);
  await reader.cancel();
  return performance.now() - started;
}

test('a client hears within a second that a decision changed the wallet', async () => {
  const client = await portal.client();
  const admin = await portal.admin();
  await portal.call('POST', '/add-money', {
    as: client,
    form: { chargeMoney: '25', transactionId: 'a-hash-of-a-transfer', payway: 'USDT' },
  });
  const { body } = await portal.call('GET', '/get-transaction-details-of-user', { as: client });
  const approve = () =>
    portal.call('PUT', '/approve-transaction', {
      as: admin,
      query: { id: body.transactions[0]._id, action: 'approve' },
    });
  expect(await heard(client.token, 'event: wallet', approve)).toBeLessThan(1_000 * busyFactor());
});

test('what no node has sent ends none, and hints go on', async () => {
  const admin = await portal.admin();
  for (const payload of ['x', '{"admins":7}', '{"x":["ended"]}'])
    await portal.db.owner.query('test.notify', 'select pg_notify($1, $2)', ['hints', payload]);
  const hint = async () => portal.app.events.hint('admins', 'request');
  expect(await heard(admin.token, 'event: request', hint)).toBeLessThan(1_000 * busyFactor());
});

test('admins hear of a new request, strangers do not', async () => {
  const [client, stranger, admin] = [await portal.client(), await portal.client(), await portal.admin()];
  const ask = (n: number) =>
    portal.call('POST', '/add-money', {
      as: client,
      form: { chargeMoney: '1', transactionId: `another-transfer-${n}`, payway: 'USDT' },
    });
  expect(await heard(admin.token, 'event: request', () => ask(1))).toBeLessThan(1_000 * busyFactor());
  await expect(heard(stranger.token, 'event: request', () => ask(2), 700)).rejects.toThrow(/abort|timeout/i);
});

test('what was hinted between the page and its stream is said again, and to nobody else', async () => {
  const [client, stranger] = [await portal.client(), await portal.client()];
  const form = { chargeMoney: '1', transactionId: 'a-transfer-before-the-stream', payway: 'USDT' };
  await heard(client.token, 'event: request', () => portal.call('POST', '/add-money', { as: client, form }));
  await heard(client.token, 'event: request');
  await expect(heard(stranger.token, 'event: request', undefined, 700)).rejects.toThrow(/abort|timeout/i);
});

test('a node that leaves still tells the others of the call that it answers last', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-node-'));
  const leaving = await openPortal({
    config: readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', SECRET_KEY, RATE_LIMIT: 'off' }),
    databaseUrl: portal.db.url,
  });
  const [client, admin] = [await portal.client(), await portal.admin()];
  const form = { chargeMoney: '25', transactionId: 'a-hash-of-a-late-transfer', payway: 'USDT' };
  const { body } = await portal.call('POST', '/add-money', { as: client, form });
  const approval = new URL(`/approve-transaction?id=${body.transaction._id}&action=approve`, leaving.address);
  const headers = { authorization: `Bearer ${admin.token}` };
  const leave = async () => {
    const lock = await portal.db.owner.pool.connect();
    try {
      await lock.query('begin');
      await lock.query('select from balances where account = $1 for update', [`wallet:${client.id}`]);
      const answer = fetch(approval, { method: 'PUT', headers });
      await portal.db.lockWaits(1);
      const closed = leaving.close();
      await sleep(500);
      await lock.query('commit');
      expect((await answer).status).toBe(200);
      await closed;
    } finally {
      lock.release();
    }
  };
  // What was said of the request itself is over by then.
  await sleep(500);
  await heard(client.token, 'event: wallet', leave, 10_000);
  await rm(dataDir, { recursive: true, force: true });
});

test('a stream ends when its session is ended', async () => {
  const client = await portal.client();
  const response = await fetch(new URL('/kimi/events', portal.url), {
    headers: { authorization: `Bearer ${client.token}` },
  });
  const reader = response.body!.getReader();
  await portal.call('PUT', '/kimi/end-session', { as: client, query: { all: true } });
  const { done } = await (async () => {
    for (;;) {
      const chunk = await reader.read();
      if (chunk.done) return chunk;
    }
  })();
  expect(done).toBe(true);
});

test('and when somebody else signs in in the same browser', async () => {
  const [client, other] = [await portal.client(), await portal.client()];
  const listening = await fetch(new URL('/kimi/events', portal.url), {
    headers: { cookie: `session=${client.token}` },
  });
  const streamEnds = listening.text();
  const body = { emailId: other.email, password: other.password };
  const headers = { cookie: `session=${client.token}` };
  expect((await portal.call('POST', '/login-account', { headers, body })).status).toBe(200);
  expect(await streamEnds).toContain('event: hello');
});
