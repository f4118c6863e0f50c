/** A crowd at the door and others who carry everything away, while people inside only want to see their balance. */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everythingOf, formulas } from './attacks.testing.ts';
import { testPortal, type Person } from './portal.testing.server.ts';
import { busyFactor } from '#server/busy.testing.server.ts';

const portal = await testPortal({ TRUST_PROXY: 'on' });
let client: Person;
let admin: Person;

beforeAll(async () => {
  client = await portal.client({ dollars: 2_000 });
  admin = await portal.admin();
  await everythingOf(
    (method, path, asked) => portal.call(method, path, asked as never),
    { client, admin, password: client.password },
    formulas,
  );
});

let strangers = 0;
/** From an address of its own each, as no limit of one address would let a crowd through. */
const knock = () => {
  strangers += 1;
  const from = `10.1.${Math.floor(strangers / 250)}.${strangers % 250}`;
  return portal.call('POST', '/login-account', {
    body: { emailId: `nobody-${strangers}@example.com`, password: 'a guess' },
    headers: { 'x-forwarded-for': from },
  });
};
const readWallet = () => portal.call('GET', '/kimi/get-wallet-of-user', { as: client });

test(
  'balances are read while two hundred passwords wait to be checked, and the rest of the crowd is told to come again',
  { timeout: 60_000 },
  async () => {
    let checked = 0;
    const crowd = Array.from({ length: 260 }, async () => {
      const answer = await knock();
      if (answer.status === 401) checked += 1;
      return answer;
    });
    const turnedAway = await Promise.race(
      [...crowd].map(async (each) => ((await each).status === 503 ? await each : new Promise<never>(() => undefined))),
    );
    expect([turnedAway.body.code, turnedAway.headers.get('retry-after')]).toEqual(['server.busy', '3']);
    const before = checked;
    // One after the other, each waits for nothing but itself: all are there long before the passwords are through.
    for (let turn = 0; turn < 20; turn++) expect((await readWallet()).status).toBe(200);
    expect(checked - before).toBeLessThan(100);
    const answers = await Promise.all(crowd);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]));
    expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(200);
  },
);

test('one person takes three files away at a time, and a balance does not wait for any of them', async () => {
  const take = () => portal.call('GET', '/kimi/export-statement', { as: client, query: { format: 'pdf' } });
  const files = Array.from({ length: 8 }, take);
  expect((await readWallet()).status).toBe(200);
  const statuses = (await Promise.all(files)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect((await take()).status).toBe(200);
});

const held: Socket[] = [];
afterAll(() => held.forEach((socket) => socket.destroy()));

/**
 * A file of ten megabytes of which the last bytes never come; resolves to the status where it is refused, else to the
 * socket.
 */
function sendWithoutEnd(from: string, { length = 10 * 1024 * 1024, more = '' } = {}): Promise<number | Socket> {
  const { hostname, port } = new URL(portal.url);
  const start = '--b\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\n';
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  held.push(socket);
  const type = 'Content-Type: multipart/form-data; boundary=b';
  socket.write(
    `POST /kimi/pay/AAAAAAAAAAAAAAAAAAAAAA HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\n${type}\r\n${more || `Content-Length: ${length}`}\r\n\r\n${more ? '' : start}`,
  );
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(socket), 1_500 * busyFactor());
    socket.once('data', (bytes) => {
      clearTimeout(timer);
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString('latin1'))![1]));
    });
  });
}
const refusals = (answers: (number | Socket)[]) => answers.filter((each) => typeof each === 'number');

test(
  'files that never arrive take a part of the memory, from one stranger and from all of them',
  { timeout: 60_000 },
  async () => {
    // One network has room for three at a time; who does not say how large a file is, is believed the worst.
    const one = await Promise.all(Array.from({ length: 5 }, () => sendWithoutEnd('198.51.100.1')));
    expect(refusals(one)).toEqual([429, 429]);
    expect(refusals([await sendWithoutEnd('198.51.100.1', { more: 'Transfer-Encoding: chunked' })])).toEqual([429]);
    expect(await sendWithoutEnd('198.51.100.1', { length: 12 * 1024 * 1024 })).toBe(413);
    const crowd = await Promise.all(Array.from({ length: 30 }, (_, n) => sendWithoutEnd(`198.51.101.${n}`)));
    expect(refusals(crowd)).toEqual(Array<number>(17).fill(503));
    // A client's picture finds its way in again as soon as they are gone.
    held.forEach((socket) => socket.destroy());
    const asked = () =>
      portal.call('POST', '/add-money', {
        as: client,
        form: { chargeMoney: '1', transactionId: 'after the crowd', payway: 'USDT' },
      });
    await expect.poll(async () => (await asked()).status).toBe(200);
  },
);

test('an address that does not exist reads no more than a form holds either, in whatever way it is sent', async () => {
  for (const [type, body] of [
    ['application/x-www-form-urlencoded', 'a&'.repeat(20_000)],
    ['application/json', `[${'[],'.repeat(15_000)}[]]`],
  ] as const) {
    const headers = { 'content-type': type };
    const { status } = await fetch(`${portal.url}/no/such/address`, { method: 'POST', headers, body });
    expect([type, status]).toEqual([type, 413]);
  }
});

/** How many milliseconds of a core the process of the portal, this one, takes to answer. */
async function coreOf(path: string, type: string, body: string): Promise<number> {
  const before = process.cpuUsage();
  const answer = await fetch(portal.url + path, { method: 'POST', headers: { 'content-type': type }, body });
  await answer.text();
  expect(answer.status).toBeLessThan(500);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test('what is sent costs no more for being one field many times, or one letter with many marks', async () => {
  const form = 'application/x-www-form-urlencoded';
  const plain = await coreOf('/login-account', form, 'a=1');
  // Copied at each repetition it took more than a second; composed before it was measured, half of one.
  expect((await coreOf('/login-account', form, 'a&'.repeat(16_000))) - plain).toBeLessThan(400);
  const marked = JSON.stringify({ emailId: `a${'\u0301'.repeat(7_500)}${'\u0323'.repeat(7_500)}`, password: 'x' });
  expect((await coreOf('/login-account', 'application/json', marked)) - plain).toBeLessThan(250);
});

test('who is not signed in sends no more than a form holds', async () => {
  const body = { emailId: 'a@example.com', password: 'x', more: 'x'.repeat(40_000) };
  expect((await portal.call('POST', '/login-account', { body })).status).toBe(413);
  expect(
    (await portal.call('PUT', '/kimi/update-profile', { as: client, body: { mobile: '+49 170 1', more: body.more } }))
      .status,
  ).toBe(200);
});
