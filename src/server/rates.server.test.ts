/** How much one caller may write of a node: what was done counts by the hour, what was refused by the minute. */
import fastify from 'fastify';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Refused } from '#kernel/refusal.ts';
import { limitRates } from './rates.server.ts';
import type { ClientSession } from './session.server.ts';

const open: ReturnType<typeof fastify>[] = [];
afterAll(async () => {
  vi.useRealTimers();
  for (const http of open) await http.close();
});

async function node() {
  const http = fastify();
  open.push(http);
  const sessions = ({ headers: { person, session } }: { headers: Record<string, unknown> }) =>
    person ? ({ person: BigInt(String(person)), id: BigInt(String(session)) } as ClientSession) : undefined;
  const rates = { callsPerMinute: 20, refusedWritesPerMinute: 3, writesPerHour: 5, sparedPerMinute: 4 };
  await limitRates(http, sessions as never, rates);
  http.setErrorHandler((error, _request, reply) => {
    const { status, extra } = (error as Refused).refusal;
    void reply.status(status!).send(extra);
  });
  http.post('/done', () => 'done');
  http.get('/done', () => 'done');
  http.post('/kimi/end-session', () => 'done');
  http.get('/kimi/get-sessions', () => 'done');
  http.post('/refused', (_request, reply) => reply.status(409).send());
  return async (method: 'GET' | 'POST', url: string, person?: number, session = person) => {
    const headers = person ? { person: `${person}`, session: `${session}` } : {};
    const { statusCode, body } = await http.inject({ method, url, headers });
    return statusCode === 429 ? (JSON.parse(body) as { retryAfter: number }) : statusCode;
  };
}

let ask: Awaited<ReturnType<typeof node>>;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] });
  ask = await node();
});

test('so many writes an hour of one person, and nobody else is in the way', async () => {
  for (let n = 0; n < 5; n++) expect(await ask('POST', '/done', 1)).toBe(200);
  vi.advanceTimersByTime(600_000);
  expect(await ask('POST', '/done', 1)).toEqual({ retryAfter: 3_000 });
  expect(await ask('GET', '/done', 1)).toBe(200);
  expect(await ask('POST', '/done', 2)).toBe(200);
  // Who shuts a thief out comes through.
  expect(await ask('POST', '/kimi/end-session', 1)).toBe(200);
  vi.advanceTimersByTime(3_000_000);
  expect(await ask('POST', '/done', 1)).toBe(200);
});

test('what is refused, by the minute; strangers are counted there alone', async () => {
  for (let n = 0; n < 9; n++) expect(await ask('POST', '/done')).toBe(200);
  for (let n = 0; n < 3; n++) expect(await ask('POST', '/refused', 1)).toBe(409);
  expect(await ask('POST', '/done', 1)).toEqual({ retryAfter: 60 });
  vi.advanceTimersByTime(60_000);
  expect(await ask('POST', '/done', 1)).toBe(200);
});

test('a stolen session uses up nothing of what its owner needs to shut it out; many of them together are limited', async () => {
  for (let n = 0; n < 3; n++) expect(await ask('POST', '/refused', 1, 11)).toBe(409);
  expect(await ask('POST', '/kimi/end-session', 1, 11)).toEqual({ retryAfter: 60 });
  expect(await ask('POST', '/kimi/end-session', 1, 12)).toBe(200);
  for (const session of [12, 13]) for (let n = 0; n < 3; n++) await ask('POST', '/refused', 1, session);
  expect(await ask('POST', '/done', 1, 14)).toEqual({ retryAfter: 60 });
  expect(await ask('POST', '/kimi/end-session', 1, 14)).toBe(200);
  expect(await ask('POST', '/done', 2, 20)).toBe(200);

  for (let n = 0; n < 90; n++) await ask('GET', '/done', 3, 31);
  expect(await ask('GET', '/done', 3, 31)).toEqual({ retryAfter: 60 });
  for (let n = 0; n < 20; n++) expect(await ask('GET', '/done', 3, 32)).toBe(200);
  for (let n = 0; n < 20; n++) await ask('GET', '/done', 3, 33);
  expect(await ask('GET', '/done', 3, 34)).toEqual({ retryAfter: 60 });
  // Whoever looks where they are signed in reads it all the same.
  expect(await ask('GET', '/kimi/get-sessions', 3, 34)).toBe(200);
});

test('what shuts a thief out is spared a few times of each session, and counts with all else beyond that', async () => {
  const look = (session: number) => ask('GET', '/kimi/get-sessions', 1, session);
  const answers = [];
  for (let session = 1; session <= 10; session++) for (let n = 0; n < 20; n++) answers.push(await look(session));
  // Four of each of ten sessions, and the sixty that all of a person's have together.
  expect(answers.filter((answer) => answer === 200)).toHaveLength(40 + 60);
  // What they used up is not the owner's, in any session of theirs.
  for (let n = 0; n < 4; n++) expect(await look(11)).toBe(200);
  expect(await look(11)).toEqual({ retryAfter: 60 });
  vi.advanceTimersByTime(60_000);
  expect(await look(11)).toBe(200);
});
