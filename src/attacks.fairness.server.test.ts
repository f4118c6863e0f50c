/**
 * One client who wants all of the portal, and a stranger in everybody's network: what others still get, and how soon.
 * `npm run bench:fairness` prints how soon that was.
 */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { busyFactor } from '#server/busy.testing.server.ts';
import { screenshot } from '#topups/pictures.testing.server.ts';
import { testPortal, type Person } from './portal.testing.server.ts';

/** To whom mails went, of a mail server that takes its time for each. */
const mailed: string[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    stream.resume().on('end', () => {
      void sleep(300).then(() => {
        mailed.push(...envelope.rcptTo.map(({ address }) => address));
        done();
      });
    });
  },
});
await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
const measured: string[] = [];
/** How long the honest one waited, and how long they may. */
function insistOnSoon(what: string, ms: number, most: number): void {
  measured.push(`${what}: ${Math.round(ms)} ms, at most ${most} ms`);
  expect(ms).toBeLessThan(most * busyFactor());
}
afterAll(() => void process.stdout.write(`${measured.join('\n')}\n`));
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())));

// Nobody's address is known: all come from one network, as behind a proxy that nobody told the portal of.
const portal = await testPortal({
  RATE_LIMIT: 'on',
  SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
});
let hostile: Person;
let honest: Person;
let admin: Person;

beforeAll(async () => {
  [hostile, honest, admin] = [await portal.client({ dollars: 5 }), await portal.client(), await portal.admin()];
});

const tell = (as: Person, photo: Uint8Array) =>
  portal.call('POST', '/add-money', {
    as,
    form: { chargeMoney: '20', transactionId: randomBytes(32).toString('hex'), photo },
  });
const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/**
 * The general limits refuse any call; they are no refusals of its declaration, to which the portal of tests holds it.
 */
const statusOf = async (method: string, path: string, as: Pick<Person, 'token'>) => {
  const headers = { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' };
  const answer = await fetch(new URL(path, portal.url), {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
  await answer.arrayBuffer();
  return answer.status;
};

test("an honest proof is read within five seconds of a client's two dozen that take longest", async () => {
  const slow = await sharp({ create: { width: 6_320, height: 6_320, channels: 3, background: '#888' } })
    .png({ progressive: true })
    .toBuffer();
  const crowd = Array.from({ length: 24 }, () => tell(hostile, Buffer.concat([slow, randomBytes(8)])));
  await sleep(500);
  const photo = await screenshot(['PAID', '20 USDT']).png().toBuffer();
  const ms = await timed(async () => expect((await tell(honest, photo)).status).toBe(200));
  insistOnSoon('An honest proof beside two dozen of one client', ms, 5_000);
  const refused = (await Promise.all(crowd)).filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(15);
  for (const { body, headers } of refused)
    expect([body.code, Number(headers.get('retry-after')) > 0]).toEqual(['limit.uploads', true]);
});

test('a link for a new password is mailed within two seconds of a hundred requests for a share', async () => {
  const share = (n: number) =>
    portal.call('POST', '/kimi/send-request-email', { as: hostile, body: { emailId: `buyer-${n}@gmail.com` } });
  const toHonest = () => mailed.filter((address) => address === honest.email).length;
  // The code that came with the registration is not what is waited for.
  await expect.poll(toHonest, { timeout: 30_000, interval: 20 }).toBe(1);
  for (let n = 0; n < 100; n++) expect((await share(n)).status).toBe(200);
  const ms = await timed(async () => {
    const body = { emailId: honest.email };
    expect((await portal.call('POST', '/kimi/forgot-password', { body })).status).toBe(200);
    await expect.poll(toHonest, { timeout: 30_000, interval: 20 }).toBe(2);
  });
  insistOnSoon('A link for a new password behind a hundred shares', ms, 2_000);
});

test('and within four seconds of a hundred warnings that somebody causes themselves', async () => {
  const toHonest = () => mailed.filter((address) => address === honest.email).length;
  const before = toHonest();
  const owner = await portal.client({ verified: true });
  const add = async () => {
    const body = { networkName: 'TRC20', networkAddress: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', label: '' };
    const added = await portal.call('POST', '/kimi/add-withdrawal-address', {
      as: owner,
      body: { ...body, password: owner.password },
    });
    expect(added.status, added.text).toBe(200);
    const query = { id: added.body.address._id };
    expect((await portal.call('PUT', '/kimi/remove-withdrawal-address', { as: owner, query })).status).toBe(200);
  };
  for (let n = 0; n < 100; n++) await add();
  const ms = await timed(async () => {
    const body = { emailId: honest.email };
    expect((await portal.call('POST', '/kimi/forgot-password', { body })).status).toBe(200);
    await expect.poll(toHonest, { timeout: 60_000, interval: 20 }).toBe(before + 1);
  });
  insistOnSoon('A link for a new password behind a hundred warnings to one client', ms, 4_000);
});

test('what a client was refused, and how often they called, keeps no admin from signing in', async () => {
  const statuses = [];
  for (let n = 0; n < 70; n++) statuses.push(await statusOf('POST', '/kimi/apply-refund', hostile));
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  const calls = Array.from({ length: 1_000 }, () => statusOf('GET', '/kimi/get-wallet-of-user', hostile));
  expect(await Promise.all(calls)).toContain(429);
  const ms = await timed(async () => {
    const body = { emailId: admin.email, password: admin.password };
    expect((await portal.call('POST', '/login-account', { body })).status).toBe(200);
  });
  insistOnSoon("An admin's sign-in after a thousand calls of one client", ms, 2_000);
});

test('who proves their own password over and over keeps nobody from signing in', async () => {
  const owner = await portal.client();
  const signIn = ({ email: emailId, password }: Person) =>
    portal.call('POST', '/login-account', { body: { emailId, password } });
  const tokens = [];
  for (let n = 0; n < 25; n++) tokens.push(String((await signIn(owner)).body.token));
  await portal.db.owner.query(
    'test.age',
    `update sessions set signed_in_at = signed_in_at - interval '1 hour'
     where person = (select id from people where email = $1)`,
    [owner.email],
  );
  // Nine of each sign-in at a time, as more of one are refused.
  let proved = 0;
  const prove = async (token: string) => {
    const body = { currentPassword: owner.password };
    const { status } = await portal.call('POST', '/kimi/start-two-factor', { as: { token }, body });
    if (status === 200) proved += 1;
  };
  const crowd = tokens.flatMap((token) => Array.from({ length: 9 }, () => prove(token)));
  await expect.poll(() => proved, { timeout: 20_000 }).toBeGreaterThan(5);
  const before = proved;
  expect((await signIn(honest)).status).toBe(200);
  // Counted and not timed: what had its turn before the honest one, half of the cores at a time.
  expect(proved - before).toBeLessThan(30 * Math.max(1, Math.floor(availableParallelism() / 2)));
  await Promise.all(crowd);
  expect(proved).toBeGreaterThan(150);
});

test('pictures of those who never paid are counted by network too, so that many accounts fill no disk', async () => {
  const photo = () =>
    screenshot([randomBytes(8).toString('hex')])
      .png()
      .toBuffer();
  const [fresh, other] = [await portal.client(), await portal.client({ dollars: 5 })];
  expect((await tell(fresh, await photo())).status).toBe(200);
  const spend = `update throttles set guesses = 300 where key = 'proofs of clients:127.0.0.1'`;
  await portal.db.owner.query('test.spend', spend);
  expect((await tell(fresh, await photo())).body.code).toBe('limit.reached');
  expect((await tell(other, await photo())).status).toBe(200);
  await portal.db.owner.query('test.free', `delete from throttles where key = 'proofs of clients:127.0.0.1'`);
});

test('a stranger uses up nothing of people in the same network who are signed in', async () => {
  const nobody = { token: 'x'.repeat(43) };
  const statuses = [];
  for (let n = 0; n < 70; n++) statuses.push(await statusOf('POST', '/create-account', nobody));
  expect(statuses.slice(-5)).toEqual([429, 429, 429, 429, 429]);
  // What is refused with 401 counts as well. This meets two minutes at most, each with its own thousand.
  const looks: number[] = [];
  while (looks.length < 2_100) {
    const some = Array.from({ length: 100 }, () => statusOf('GET', '/kimi/get-wallet-of-user', nobody));
    looks.push(...(await Promise.all(some)));
  }
  expect(looks.filter((status) => status === 401).length).toBeLessThan(2_001);
  expect(new Set(looks)).toEqual(new Set([401, 429]));
  const change = await portal.call('PUT', '/kimi/update-profile', { as: honest, body: { mobile: '+49 170 1' } });
  expect(change.status).toBe(200);
  expect((await portal.call('GET', '/kimi/get-queue', { as: admin })).status).toBe(200);
});
