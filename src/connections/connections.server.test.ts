/** What platforms say by themselves goes the ways of files and admins; a platform that fails hurts nothing. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { dateText } from '#kernel/clock.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { accountsOf } from '#accounts/accounts.testing.server.ts';
import { connectionSpecs } from '#platforms/connections.server.ts';
import { fakeGoogleAds, fakeSecret, type Fake } from '#platforms/fakes.testing.server.ts';
import { daysAgo, spending } from '#spend/spend.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';
import { runConnection } from './running.server.ts';
import { tellOfBroken } from './telling.server.ts';

const fake: Fake = await fakeGoogleAds();
const portal = await testPortal(fake.env);
afterAll(() => fake.close());
const { opened, one, step } = accountsOf(portal);
const google = connectionSpecs.find(({ platform }) => platform === 'Google')!;
const spend = spending(portal.db, 0n);
let admin: Person;
let ana: Person;
const adsId = '111-222-3333';
let account: string;

const run = () => runConnection(portal.app, google, new AbortController().signal);
const connection = async (as = admin) => {
  const { body } = await portal.call('GET', '/kimi/get-connections', { as });
  return body.connections.find(({ platform }: { platform: string }) => platform === 'Google');
};
const state = async () => (await one(admin, account)).account.state;
const fakeAccount = () => fake.accounts[0]!;

beforeAll(async () => {
  admin = await portal.admin();
  ana = await portal.client({ dollars: 1_000 });
  account = await opened(admin, ana, adsId, 200);
  await spend.opened(30);
  // The portal asked once when it started.
  const ended = async () => {
    if ((await connection()).endedAt === null) throw new Error('It has not ended yet.');
  };
  await vi.waitFor(ended, { timeout: 30_000, interval: 200 });
});
beforeEach(() => {
  fake.mood = 'well';
  fake.moodAt.clear();
  fake.accounts = [
    {
      id: '1112223333',
      word: 'ENABLED',
      limit: 150_000_000n,
      spend: new Map([
        [daysAgo(6), 10_000_000n],
        [daysAgo(1), 12_345_600n],
      ]),
    },
    { id: '4445556666', name: 'Nobody knows', word: 'ENABLED', spend: new Map([[daysAgo(1), 1_000_000n]]) },
  ];
});

test('spend, what is left and unknown accounts come by themselves; the same again changes nothing', async () => {
  await run();
  const told = await one(admin, account);
  expect(told.account).toMatchObject({ spent: 22.35, remaining: 177.65, state: 'Active' });
  expect(told.reconciliation).toMatchObject({ left: { amount: 127.65 } });
  // A day that is not named had no spend.
  expect(told.spend).toHaveLength(14);
  const on = (day: string) => told.spend.find(({ date }: { date: string }) => date === day);
  expect(on(daysAgo(6))).toMatchObject({ amount: 10, final: true });
  expect(on(daysAgo(3))).toMatchObject({ amount: 0, final: false });
  expect(await connection()).toMatchObject({
    outcome: 'done',
    came: { accounts: 2, steps: 0, days: 14, left: 1 },
    unknown: [{ adsId: '444-555-6666', name: 'Nobody knows', word: 'ENABLED', currency: 'USD' }],
    hidden: [],
    differs: [],
  });
  // What the platform leaves, and that it is asked at all, is no client's.
  expect((await one(ana, account)).reconciliation.left).toBeNull();
  expect((await portal.call('GET', '/kimi/get-connections', { as: ana })).status).toBe(403);
  const imports = await imported();
  await run();
  expect(await imported()).toEqual(imports);
});

const imported = async () =>
  (await portal.call('GET', '/kimi/get-spend-imports', { as: admin, query: { source: 'connection' } })).body.imports;

test('a correction is kept beside what was said before, and an import of a connection is undone like a file', async () => {
  await run();
  fakeAccount().spend.set(daysAgo(6), 11_000_000n);
  await run();
  const [latest] = await imported();
  expect(latest).toMatchObject({ source: 'connection', days: 1, accounts: 1, by: 'The portal' });
  expect((await one(admin, account)).account.spent).toBe(23.35);
  const query = { id: latest._id };
  const body = { reason: 'The platform was wrong.' };
  expect((await portal.call('PUT', '/kimi/undo-spend-import', { as: admin, query, body })).status).toBe(200);
  expect((await one(admin, account)).account.spent).toBe(22.35);
});

test('a day with spend that is no longer named stays as it was and is said', async () => {
  await run();
  const before = (await one(admin, account)).account.spent;
  fakeAccount().spend.delete(daysAgo(6));
  await run();
  expect((await one(admin, account)).account.spent).toBe(before);
  expect(await connection()).toMatchObject({
    outcome: 'partly',
    faults: [{ adsId, message: expect.stringContaining('no longer names the day') }],
  });
});

test('an absurd day or limit is said and not kept, and what else came is', async () => {
  await run();
  const before = (await one(admin, account)).account.spent;
  const left = (await one(admin, account)).reconciliation.left.amount;
  fakeAccount().absurd = new Map([
    [daysAgo(5), 9n * 10n ** 24n],
    [daysAgo(4), -5_000_000n],
    [daysAgo(-40), 7_000_000n],
    ['2020-02-31', 7_000_000n],
  ]);
  fakeAccount().spend.set(daysAgo(6), 11_000_000n);
  fakeAccount().limit = 10n ** 24n;
  await run();
  const told = await one(admin, account);
  expect([told.account.spent, told.reconciliation.left.amount]).toEqual([before + 1, left]);
  expect(await connection()).toMatchObject({
    outcome: 'partly',
    faults: [
      { adsId, message: `${dateText(daysAgo(-40))} has not begun.` },
      { adsId, message: expect.stringContaining('which it was not asked about') },
      { adsId, message: `${dateText(daysAgo(5))}: More than $10,000,000.00 in a day is no amount that is taken.` },
      { adsId, message: `${dateText(daysAgo(4))}: Less than nothing is no amount that is taken.` },
      { adsId, message: expect.stringContaining('more than $1,000,000,000.00 is left') },
    ],
  });
});

test('a suspension is believed at once and told once; that it runs again when the word has changed', async () => {
  await run();
  const mails = async () => (await mailsTo(portal.db.owner, ana.email)).length;
  const before = await mails();
  fakeAccount().word = 'SUSPENDED';
  await run();
  await run();
  expect(await state()).toBe('Suspended');
  const { timeline } = await one(ana, account);
  expect(timeline.at(-1)).toMatchObject({ source: 'connection', word: 'SUSPENDED', state: 'Suspended' });
  expect(timeline.at(-1).reason).toBe('Google Ads reports this ad account as SUSPENDED.');
  expect(await mails()).toBe(before + 1);
  fakeAccount().word = 'ENABLED';
  await run();
  await run();
  expect(await state()).toBe('Active');
  expect(await mails()).toBe(before + 2);
});

test('what an admin said stays where the platform says nothing new, and the difference is shown', async () => {
  await run();
  await step(admin, account, 'Suspended');
  await run();
  expect(await state()).toBe('Suspended');
  expect((await connection()).differs).toMatchObject([{ _id: account, state: 'Suspended', word: 'ENABLED' }]);
  fakeAccount().word = 'CANCELED';
  await run();
  expect((await connection()).differs).toMatchObject([{ why: expect.stringContaining('may mean several things') }]);
  await step(admin, account, 'Appealed');
  await step(admin, account, 'Active');
});

test('what an account calls itself at its platform keeps nobody else from being read', async () => {
  await run();
  const before = (await one(admin, account)).account.spent;
  const name = `Shoes\u0000\ud800\u202e\n${'x'.repeat(5_000)}`;
  fake.accounts.unshift({
    id: '7778889999',
    name,
    word: `\u0000${'y'.repeat(5_000)}`,
    currency: 'US\u0000D',
    spend: new Map(),
  });
  fake.accounts[1]!.spend.set(daysAgo(6), 13_000_000n);
  await run();
  const told = await connection();
  expect([told.outcome, (await one(admin, account)).account.spent]).toEqual(['done', before + 3]);
  const [shown] = told.unknown.filter(({ adsId: id }: { adsId: string }) => id === '777-888-9999');
  expect(shown.name).toMatch(/^Shoes[^\u0000-\u001f\u202e]{1,195}$/);
  expect(shown.word.length).toBeLessThanOrEqual(80);
});

test('an account that moved away changes nothing by silence and is shown', async () => {
  await run();
  const before = await one(admin, account);
  fake.accounts = [];
  await run();
  const after = await one(admin, account);
  expect([after.account.state, after.account.spent]).toEqual([before.account.state, before.account.spent]);
  expect((await connection()).hidden).toMatchObject([{ _id: account, adsId, goneSince: expect.any(String) }]);
});

test('an account whose row is not as documented keeps what it has, is not gone, and holds up no other', async () => {
  await run();
  const before = await one(admin, account);
  Object.assign(fakeAccount(), { odd: true, word: 'SUSPENDED' });
  fake.accounts.push({ id: '7778880000', word: 'ENABLED', spend: new Map() });
  await run();
  const after = await one(admin, account);
  expect([after.account.state, after.account.spent]).toEqual([before.account.state, before.account.spent]);
  const told = await connection();
  expect(told).toMatchObject({ outcome: 'partly', faults: [{ adsId }], hidden: [] });
  expect(told.unknown.map(({ adsId: id }: { adsId: string }) => id)).toContain('777-888-0000');
});

test('who may not list the accounts at all is told of the rights of the credentials', async () => {
  fake.mood = 'no rights';
  await run();
  expect(await connection()).toMatchObject({ outcome: 'failed', why: expect.stringContaining('rights of the cred') });
});

test('one that has failed for six hours is told to every admin, once, and again only after it was good', async () => {
  const told = async () => {
    await tellOfBroken(portal.app);
    const mails = await mailsTo(portal.db.owner, admin.email);
    return mails.filter((mail) => mail.text.includes('Google Ads: The sign-in')).length;
  };
  const later = (hours: number) =>
    portal.db.owner.query('t.later', `update connections set failing_since = failing_since - $1 * interval '1 hour'`, [
      hours,
    ]);
  const failed = async () => {
    fake.mood = 'expired';
    await run();
  };
  await run();
  await failed();
  expect(await told()).toBe(0);
  await later(5);
  await failed();
  expect(await told()).toBe(0);
  await later(2);
  expect(await told()).toBe(1);
  await failed();
  await later(7);
  expect(await told()).toBe(1);
  fake.mood = 'well';
  await run();
  await failed();
  await later(7);
  expect(await told()).toBe(2);
});

test('an account in another currency is a fault of its own: nothing of it is kept', async () => {
  await run();
  const before = (await one(admin, account)).account.spent;
  fakeAccount().currency = 'EUR';
  fakeAccount().spend.set(daysAgo(2), 99_000_000n);
  await run();
  expect((await one(admin, account)).account.spent).toBe(before);
  expect((await connection()).faults).toEqual([{ adsId, message: 'This account is in EUR. Only USD is taken.' }]);
});

test.each(['500', 'html', 'expired', 'breaks off', 'quota', '429'] as const)(
  'a platform that fails (%s) keeps nothing half, is shown in plain words, and is asked again',
  async (mood) => {
    await run();
    const before = await one(admin, account);
    const imports = await imported();
    fakeAccount().spend.set(daysAgo(2), 77_000_000n);
    fakeAccount().word = 'SUSPENDED';
    fake.accounts.push({ id: '7778889999', word: 'ENABLED', spend: new Map() });
    fake.mood = mood;
    await run();
    expect(await one(admin, account)).toMatchObject({ account: before.account, timeline: before.timeline });
    expect(await imported()).toEqual(imports);
    const told = await connection();
    expect(told).toMatchObject({ outcome: 'failed', hidden: [] });
    expect(told.why).not.toBe('');
    expect(JSON.stringify(told)).not.toContain('very-secret');
    const now = await portal.call('PUT', '/kimi/run-connection', { as: admin, query: { platform: 'Google' } });
    const waits = mood === '429' || mood === 'quota';
    expect([now.status, now.body.code]).toEqual(waits ? [409, 'connection.waits'] : [200, undefined]);
  },
);

test('asked to run now it runs within seconds, by one node; without credentials it says what is missing', async () => {
  fake.mood = '500';
  await run();
  fake.mood = 'well';
  const now = (platform: string) => portal.call('PUT', '/kimi/run-connection', { as: admin, query: { platform } });
  expect((await now('Google')).status).toBe(200);
  await vi.waitFor(async () => expect((await connection()).outcome).toBe('done'), { timeout: 40_000, interval: 500 });
  expect((await now('Bing')).body.code).toBe('connection.off');
  const { body } = await portal.call('GET', '/kimi/get-connections', { as: admin });
  const bing = body.connections.find(({ platform }: { platform: string }) => platform === 'Bing');
  expect(bing).toMatchObject({ on: false, needs: expect.arrayContaining(['MICROSOFT_ADS_REFRESH_TOKEN']) });
});

test('no secret stands in the database', async () => {
  const rows = await portal.db.owner.query<{ text: string }>(
    'test.connections',
    `select (select jsonb_agg(c)::text from connections c)
       || coalesce((select jsonb_agg(a)::text from audit_log a), '') as text`,
  );
  for (const of of ['refresh', 'access', 'developer', 'client-secret'])
    expect(rows[0]!.text).not.toContain(fakeSecret(of));
});

test('a node whose clock is wrong asks again in an hour like all others', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * 3_600_000 });
  await run().finally(() => vi.useRealTimers());
  const [row] = await portal.db.owner.query<{ minutes: number }>(
    'test.next',
    `select (extract(epoch from next_at - now()) / 60)::float8 as minutes from connections where platform = 'Google'`,
  );
  expect(Math.round(row!.minutes)).toBe(60);
});

test('a platform that wants to be left alone for ever is asked again in a day', async () => {
  const hours = async () => {
    await run();
    const [row] = await portal.db.owner.query<{ next: number; waits: number }>(
      'test.waits',
      `select (extract(epoch from next_at - now()) / 3600)::float8 as next,
         (extract(epoch from waits_until - now()) / 3600)::float8 as waits from connections where platform = 'Google'`,
    );
    return [Math.round(row!.next), Math.round(row!.waits)];
  };
  fake.mood = 'never again';
  expect(await hours()).toEqual([24, 24]);
  fake.mood = 'quota';
  expect(await hours()).toEqual([2, 2]);
  fake.mood = 'quota of years';
  expect(await hours()).toEqual([24, 24]);
});

test('a node whose clock is days behind asks about the days of the database, which are kept as those that it asked of', async () => {
  const yesterday = daysAgo(1);
  fake.seen.length = 0;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60 * 3_600_000 });
  await run().finally(() => vi.useRealTimers());
  const until = fake.seen.flatMap(({ body }) => /BETWEEN '[\d-]+' AND '([\d-]+)'/.exec(body)?.[1] ?? []);
  expect(until).toHaveLength(1);
  expect(until[0]! >= yesterday).toBe(true);
});

test('an account on which the platform breaks goes to the end: the next run begins with the others', async () => {
  await run();
  await opened(admin, ana, '222-333-4444', 15);
  await spend.opened(30);
  fake.accounts.push({ id: '2223334444', word: 'ENABLED', spend: new Map() });
  fake.moodAt.set('/customers/2223334444/', '500');
  const spent = async () => (await one(admin, account)).account.spent;
  const before = await spent();
  fakeAccount().spend.set(daysAgo(4), 4_000_000n);
  // Nobody asked about it yet, so that it stands first.
  await run();
  expect([await spent(), (await connection()).outcome]).toEqual([before, 'failed']);
  await run();
  expect([(await spent()) - before, (await connection()).outcome]).toEqual([4, 'failed']);
});

test('spend in a currency that was never said is no dollars; where nothing was spent none is asked for', async () => {
  const quiet = { id: '2223334444', currency: '', word: 'ENABLED', spend: new Map<string, bigint>() };
  fake.accounts.push(quiet);
  await portal.db.owner.query('test.unsaid', `update connected_accounts set currency = '' where key = '2223334444'`);
  const faults = async () =>
    (await connection()).faults.filter(({ adsId }: { adsId: string }) => adsId === '222-333-4444');
  await run();
  expect(await faults()).toEqual([]);
  quiet.spend.set(daysAgo(2), 1_000_000n);
  await run();
  const message = 'The platform does not say the currency of this account. Nothing of its spend is taken.';
  expect(await faults()).toEqual([{ adsId: '222-333-4444', message }]);
  expect((await connection()).came.days).toBe(0);
});

test('a platform that does not say of most accounts what they spent has failed, and not where it is half of them', async () => {
  const [other, third] = ['777-888-9990', '777-888-9991'];
  for (const each of [other, third]) await opened(admin, ana, each, 100);
  const listed = (each: string, more: object) =>
    fake.accounts.push({ id: each.replaceAll('-', ''), word: 'ENABLED', spend: new Map(), ...more });
  fakeAccount().closedToUs = true;
  // What a suspended one says makes up for none of them.
  listed(other, { word: 'SUSPENDED' });
  await run();
  const told = await connection();
  expect(told).toMatchObject({ outcome: 'failed', why: expect.stringContaining('did not say of most accounts') });
  // Ours that it does not list are shown all the same.
  expect(told.hidden.map((each: { adsId: string }) => each.adsId)).toContain(third);
  fake.accounts.at(-1)!.word = 'ENABLED';
  await run();
  expect((await connection()).outcome).toBe('partly');
  listed(third, { closedToUs: true });
  await run();
  expect((await connection()).outcome).toBe('failed');
});
