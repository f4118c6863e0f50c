/** What the server answers to input that no rule ever sees: unreadable, too large, too deep, too slow. */
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { busyFactor } from './busy.testing.server.ts';
import { testPortal } from '#portal.testing.server.ts';
import { openHttp } from './http.server.ts';

const portal = await testPortal();
const json = { 'content-type': 'application/json' };

async function send(body: string | Uint8Array, headers: Record<string, string> = json) {
  const response = await fetch(new URL('/login-account', portal.url), {
    method: 'POST',
    headers,
    body: body as BodyInit,
  });
  return {
    status: response.status,
    answer: (await response.json()) as { message: string; code: string; field?: string },
  };
}

test('JSON that cannot be read, is too deep or is no object is a 400 in a sentence', async () => {
  for (const body of ['{', '[1]', '"x"', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, '{"a":'.repeat(5_000), '\u0000']) {
    const { status, answer } = await send(body);
    expect([body.slice(0, 10), status]).toEqual([body.slice(0, 10), 400]);
    expect(answer.message).toMatch(/\.$/);
  }
});

test('a huge body is a 413, and another media type a 415', async () => {
  expect((await send(`{"emailId":"${'x'.repeat(400_000)}"}`)).status).toBe(413);
  expect((await send('<a/>', { 'content-type': 'text/xml' })).status).toBe(415);
});

test('a wrong field is named', async () => {
  const { status, answer } = await send('{"emailId":"nobody","password":"x"}');
  expect([status, answer.field, answer.code]).toEqual([400, 'emailId', 'input.invalid']);
});

test('an empty Idempotency-Key is malformed and no missing one, so that no retry counts as another attempt', async () => {
  const as = await portal.client();
  for (const key of ['', 'two words', 'x'.repeat(65)]) {
    const headers = { 'idempotency-key': key };
    const body = { topic: 'wallet', mail: true };
    const answer = await portal.call('PUT', '/kimi/update-notice-choices', { as, body, headers });
    expect([answer.status, answer.body.field, answer.body.message], key).toEqual([
      400,
      'Idempotency-Key',
      'Please use 1 to 64 visible characters.',
    ]);
  }
});

test('a write from another site is refused even with a good token', async () => {
  const client = await portal.client();
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }]) {
    const { status, body } = await portal.call('PUT', '/kimi/update-profile', {
      as: client,
      body: { mobile: '12345' },
      headers: headers as unknown as Record<string, string>,
    });
    expect([status, body.code]).toEqual([403, 'auth.origin']);
  }
});

test('an unknown address is a 404', async () => {
  expect((await portal.call('GET', '/kimi/nothing')).status).toBe(404);
  expect((await portal.call('POST', '/KIMI/ME')).status).toBe(404);
});

test('a request that never ends its headers does not keep its connection', { timeout: 40_000 }, async () => {
  const { hostname, port } = new URL(portal.url);
  const socket = connect(Number(port), hostname);
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n');
  const started = Date.now();
  await new Promise((resolve) =>
    socket
      .on('close', resolve)
      .on('error', () => undefined)
      .resume(),
  );
  expect(Date.now() - started).toBeLessThan(22_000 * busyFactor());
});

test('health answers without a session', async () => {
  expect((await portal.call('GET', '/healthz')).status).toBe(200);
  expect((await portal.call('GET', '/readyz')).status).toBe(200);
});

test('a call that is under way when the door closes is answered, and its kept connection holds nothing up', async () => {
  const http = await openHttp(portal.app);
  let reached = () => {};
  const underWay = new Promise<void>((resolve) => (reached = resolve));
  http.get('/slow', async () => {
    reached();
    await sleep(600);
    return { message: 'done' };
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo;
  const answer = fetch(`http://127.0.0.1:${port}/slow`);
  // A connection on which nothing was ever asked does not hold the server open either.
  const silent = connect(port, '127.0.0.1');
  await Promise.all([underWay, once(silent, 'connect')]);
  const began = performance.now();
  await Promise.all([
    http.close(),
    answer.then(async (each) => expect(await each.json()).toEqual({ message: 'done' })),
  ]);
  expect(performance.now() - began).toBeLessThan(5_000 * busyFactor());
  silent.destroy();
});
