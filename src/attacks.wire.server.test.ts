/**
 * A stranger who speaks HTTP badly on purpose: two requests in one, requests that never end, more of them than there is
 * room for.
 */
import { connect, type Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { busyFactor } from '#server/busy.testing.server.ts';
import { testPortal } from './portal.testing.server.ts';

const portal = await testPortal();
const { hostname, port } = new URL(portal.url);
const sockets: Socket[] = [];
afterAll(() => sockets.forEach((socket) => socket.destroy()));

function open(): Socket {
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** Everything that comes back until the other side closes, or nothing more comes for a while. */
function answerTo(text: string, quietMs = 700): Promise<string> {
  return new Promise((resolve) => {
    let got = '';
    const socket = open();
    const done = () => resolve(got);
    let timer = setTimeout(done, quietMs);
    socket.on('data', (bytes) => {
      got += bytes.toString('latin1');
      clearTimeout(timer);
      timer = setTimeout(done, quietMs);
    });
    socket.on('close', done);
    socket.write(text, 'latin1');
  });
}

const head = (...lines: string[]) =>
  ['POST /login-account HTTP/1.1', 'Host: portal.test', ...lines, '', ''].join('\r\n');
const json = 'Content-Type: application/json';
const second = 'GET /healthz HTTP/1.1\r\nHost: portal.test\r\n\r\n';

/** What two programs on the way may read differently; the body of each ends in a second request. */
const ambiguous: [string, string][] = [
  ['a length and chunks', head(json, 'Content-Length: 5', 'Transfer-Encoding: chunked') + '0\r\n\r\n' + second],
  ['two lengths', head(json, 'Content-Length: 2', `Content-Length: ${2 + second.length}`) + '{}' + second],
  ['a list of lengths', head(json, 'Content-Length: 2, 2') + '{}' + second],
  ['a length with a sign', head(json, 'Content-Length: +2') + '{}' + second],
  ['a negative length', head(json, 'Content-Length: -2') + '{}' + second],
  ['a length in hex', head(json, 'Content-Length: 0x2') + '{}' + second],
  ['another coding', head(json, 'Transfer-Encoding: xchunked') + '0\r\n\r\n' + second],
  ['chunks that are not last', head(json, 'Transfer-Encoding: chunked, identity') + '0\r\n\r\n' + second],
  [
    'two codings',
    head(json, 'Transfer-Encoding: identity', 'Transfer-Encoding: chunked') + '2\r\n{}\r\n0\r\n\r\n' + second,
  ],
  [
    'chunks before HTTP/1.1',
    head(json, 'Transfer-Encoding: chunked').replace('1.1', '1.0') + '2\r\n{}\r\n0\r\n\r\n' + second,
  ],
  ['a blank before the colon', head(json, 'Transfer-Encoding : chunked', 'Content-Length: 2') + '{}' + second],
  ['a folded header', head(json, 'X-Note: 1', ' Transfer-Encoding: chunked', 'Content-Length: 2') + '{}' + second],
  ['a size of a chunk in other letters', head(json, 'Transfer-Encoding: chunked') + '0x2\r\n{}\r\n0\r\n\r\n' + second],
  ['a chunk ended by a bare line feed', head(json, 'Transfer-Encoding: chunked') + '2;\n{}\r\n0\r\n\r\n' + second],
  ['lines ended by bare line feeds', head(json, 'Content-Length: 2').replaceAll('\r\n', '\n') + '{}' + second],
  ['one line ended by a bare line feed', head('X-Note: 1\nX-Other: 2', json, 'Content-Length: 2') + '{}' + second],
  ['a bare carriage return', head('X-Note: 1\rX-Other: 2', json, 'Content-Length: 2') + '{}' + second],
  ['a NUL in a header', head('X-Note: a\0b', json, 'Content-Length: 2') + '{}' + second],
  ['two hosts', head('Host: evil.example', json, 'Content-Length: 2') + '{}' + second],
];

test.each(ambiguous)('a request with %s is a 400, and nothing behind it is read as another', async (_what, text) => {
  const answer = await answerTo(text);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toMatch(/connection: close/i);
  expect(answer).not.toContain('alive');
});

test('headers without end, no host, and what is no HTTP at all are refused like anything else', async () => {
  const large = await answerTo(`GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`);
  expect(large).toMatch(/^HTTP\/1\.1 431 /);
  const many = await answerTo(`GET /healthz HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(3_000)}\r\n`);
  expect(many).toMatch(/^HTTP\/1\.1 431 /);
  expect(await answerTo('GET /healthz HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  const tls = await answerTo('\x16\x03\x01\x02\x00\x01\x00');
  expect(tls).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(tls.split('\r\n\r\n')[1]!)).toEqual({
    code: 'input.unreadable',
    message: 'This request could not be read.',
  });
  expect(await answerTo('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n')).not.toContain(' 200 ');
});

test('an address that cannot be decoded, or leads out of the folder, is a 4xx in a sentence', async () => {
  for (const path of [
    '/%zz',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '//evil.example/%2e%2e',
    '/\\evil.example',
  ]) {
    const answer = await answerTo(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer, path).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(answer, path).toMatch(/"message":"[^"]+\."/);
    expect(answer, path).not.toContain('agency-portal');
  }
});

test('methods that nobody declared do nothing, and TRACE echoes nothing', async () => {
  for (const method of ['TRACE', 'DELETE', 'PATCH', 'PROPFIND', 'OPTIONS']) {
    const answer = await answerTo(
      `${method} /kimi/me HTTP/1.1\r\nHost: x\r\nCookie: session=secret\r\nConnection: close\r\n\r\n`,
    );
    expect(answer, method).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toContain('secret');
  }
  // A method in a header is no method.
  const client = await portal.client();
  const { status } = await portal.call('GET', '/kimi/logout', {
    as: client,
    headers: { 'x-http-method-override': 'POST' },
  });
  expect([status, (await portal.call('GET', '/kimi/me', { as: client })).status]).toEqual([404, 200]);
});

describe('who is slow on purpose', { timeout: 60_000 }, () => {
  const drip = (socket: Socket, text: string) => {
    const timer = setInterval(() => socket.writable && socket.write(text), 1_000);
    socket.on('close', () => clearInterval(timer));
  };
  const lived = async (begin: (socket: Socket) => void): Promise<number> => {
    const socket = open().resume();
    const started = performance.now();
    begin(socket);
    await new Promise((resolve) => socket.on('close', resolve));
    return (performance.now() - started) / 1000;
  };

  test('loses the connection within half a minute: without a word, in the headers, in the body, in an upload', async () => {
    const seconds = await Promise.all([
      lived(() => undefined),
      lived((socket) => {
        socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
        drip(socket, 'X-More: 1\r\n');
      }),
      lived((socket) => {
        socket.write(head(json, 'Content-Length: 1000'));
        drip(socket, ' ');
      }),
      lived((socket) => {
        socket.write(head(json, 'Transfer-Encoding: chunked'));
        drip(socket, '1\r\n \r\n');
      }),
      lived((socket) => {
        const start = '--b\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\n';
        socket.write(
          head('Content-Type: multipart/form-data; boundary=b', 'Content-Length: 100000').replace(
            'login-account',
            'kimi/pay/x',
          ),
        );
        socket.write(start);
        drip(socket, 'a');
      }),
    ]);
    for (const each of seconds) expect(each).toBeLessThan(35 * busyFactor());
  });
});

test('connections that only stand there do not keep anybody else out', async () => {
  const idle = Array.from({ length: 500 }, open);
  await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  const client = await portal.client();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => portal.call('GET', '/kimi/get-wallet-of-user', { as: client })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  idle.forEach((socket) => socket.destroy());
});
