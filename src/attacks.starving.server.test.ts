/** A crowd at the door and others who carry everything away, while people inside only want to see their balance. */
import { beforeAll, expect, test } from 'vitest';
import { everythingOf, formulas } from './attacks.testing.ts';
import { testPortal, type Person } from './testportal.server.ts';

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
