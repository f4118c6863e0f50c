/** Whatever a place outside does, the portal gets JSON in time or a sentence that says why not. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { NoAnswer, openOutward, TooLong } from './outward.server.ts';

const seen: { url: string; headers: Record<string, unknown> }[] = [];
const answers: Record<string, RequestListener> = {
  '/json': (_request, response) => void response.end('{"ok":1}'),
  '/html': (_request, response) => void response.end('<html>Just a moment'),
  '/empty': (_request, response) => void response.end(),
  '/403': (_request, response) => void response.writeHead(403).end('{"ok":1}'),
  '/429': (_request, response) => void response.writeHead(429).end('{"ok":1}'),
  '/500': (_request, response) => void response.writeHead(500).end('{"ok":1}'),
  '/redirect': (_request, response) => void response.writeHead(302, { location: '/json' }).end(),
  '/hangs': () => undefined,
  '/later': (_request, response) =>
    void response
      .writeHead(429, { date: 'Sun, 01 Nov 2026 10:00:00 GMT', 'retry-after': 'Sun, 01 Nov 2026 12:00:00 GMT' })
      .end(),
  '/asked': (request, response) =>
    void response.writeHead(429, { 'retry-after': String(request.headers['x-retry-after']) }).end(),
  '/lists': (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(`[${'[],'.repeat(130_000)}0]`));
  },
  '/large': (_request, response) => void response.end(`"${'a'.repeat(3_000)}"`),
  '/slow': (_request, response) => {
    const timer = setInterval(() => response.write(' '), 30);
    response.on('close', () => clearInterval(timer));
  },
};
const server = createServer((request, response) => {
  seen.push({ url: request.url!, headers: request.headers });
  answers[request.url!.replace('/node', '')]!(request, response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const place = `http://127.0.0.1:${(server.address() as AddressInfo).port}/node`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const outward = openOutward([place], { timeoutMs: 300, mostBytes: 1_000 });
const ask = (path: string) => outward.ask({ url: `${place}${path}`, body: {} });

test('an answer in JSON is given as it came, and the headers arrive', async () => {
  expect(await outward.ask({ url: `${place}/json`, body: {}, headers: { 'X-Key': 'k' } })).toEqual({ ok: 1 });
  expect(seen.at(-1)!.headers['x-key']).toBe('k');
});

test.each([
  ['/html', 'something else than JSON'],
  ['/empty', 'something else than JSON'],
  ['/403', 'status 403'],
  ['/429', 'status 429'],
  ['/500', 'status 500'],
  ['/redirect', 'status 302'],
  ['/hangs', 'in time'],
  ['/slow', 'in time'],
  ['/large', 'more than anybody asked for'],
])('%s is no answer', async (path, sentence) => {
  const failure = await ask(path).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(NoAnswer);
  expect((failure as NoAnswer).message).toContain(sentence);
  expect((failure as NoAnswer).message).not.toContain('127.0.0.1');
});

test('what would take far more memory than its text is refused before it is read', async () => {
  const patient = openOutward([place]);
  await expect(patient.ask({ url: `${place}/lists` })).rejects.toThrow(TooLong);
  expect(await patient.ask({ url: `${place}/lists`, mostValues: 300_000 })).toHaveLength(130_001);
});

test('a moment to ask again is counted from the moment of the answer, whatever the clock here says', async () => {
  const { retryAt } = await outward.send({ url: `${place}/later`, body: {} });
  const hours = (retryAt!.getTime() - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(1.99);
  expect(hours).toBeLessThanOrEqual(2);
});

test.each([
  ['120', 120],
  ['-5', 0],
  ['0', 0],
  ['99999999999999999999', 86_400],
  ['Sat, 13 Sep 275760 00:00:00 GMT', 86_400],
  ['Mon, 01 Jan 4000000 00:00:00 GMT', undefined],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['soon', undefined],
])('asked to be left alone for “%s” it is: within a day, or as if nothing was said', async (said, seconds) => {
  const { retryAt } = await outward.send({ url: `${place}/asked`, body: {}, headers: { 'X-Retry-After': said } });
  const left = retryAt && (retryAt.getTime() - Date.now()) / 1_000;
  if (left === undefined || seconds === undefined) expect(left).toBe(seconds);
  else expect(left).toBeCloseTo(seconds, 0);
});

test('a place that nobody listens at is no answer', async () => {
  const nobody = openOutward(['http://127.0.0.1:1']);
  await expect(nobody.ask({ url: 'http://127.0.0.1:1', body: {} })).rejects.toThrow('could not be reached');
});

test.each([place.replace('/node', '/other'), `${place}.evil.example`, 'http://169.254.169.254/', 'file:///etc/passwd'])(
  '%s, which no setting names, is never reached',
  async (url) => {
    const before = seen.length;
    await expect(outward.ask({ url, body: {} })).rejects.toThrow('No setting names this place.');
    expect(seen.length).toBe(before);
  },
);
