import { expect, test } from 'vitest';
import { busyFactor } from './testing-busy.server.ts';
import { testPortal } from '#testportal.server.ts';

const portal = await testPortal();

/** Reads a stream until it has said `word`, or fails after `ms`. */
async function heard(token: string, word: string, act: () => Promise<unknown>, ms = 2_000): Promise<number> {
  const stop = AbortSignal.timeout(ms * busyFactor());
  const response = await fetch(new URL('/kimi/events', portal.url), {
    headers: { authorization: `Bearer ${token}` },
    signal: stop,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  const started = performance.now();
  await act();
  for (let text = ''; ;) {
    const { value, done } = await reader.read();
    text += value ?? '';
    if (text.includes(word)) break;
    if (done) throw new Error(`the stream ended without ${word}`);
  }
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
