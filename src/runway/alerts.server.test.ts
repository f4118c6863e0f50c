/** Alerts of accounts that run low: one a crossing, one mail an account and day, at the levels of the client. */
import { beforeAll, expect, test } from 'vitest';
import { accountsOf } from '#accounts/accounts.testing.server.ts';
import { daysAgo, spending } from '#spend/spend.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';
import { tellOfLow } from './alerts.server.ts';

const portal = await testPortal();
const { owner } = portal.db;
const { opened, step } = accountsOf(portal);
let admin: Person;
let ana: Person;
let ben: Person;
let spent: ReturnType<typeof spending>;

beforeAll(async () => {
  admin = await portal.admin();
  [ana, ben] = [await portal.client({ dollars: 5_000 }), await portal.client({ dollars: 5_000 })];
  spent = spending(portal.db, admin.person, portal.app.db);
});

const million = 1_000_000n;
/** `week` dollars a day for seven days, and what was spent before them, which decides what is left. */
const spend = (adsId: string, week: number, before: number) =>
  spent.keep(...[2, 3, 4, 5, 6, 7, 8].map((n) => ({ adsId, day: daysAgo(n), micros: BigInt(week) * million })), {
    adsId,
    day: daysAgo(10),
    micros: BigInt(before) * million,
  });
const look = () => tellOfLow(portal.app, new Date());
const set = (as: Person, body: object) => portal.call('PUT', '/kimi/set-alerts', { as, body });
const alertsOf = async (as: Person, id: string) =>
  (await portal.call('GET', '/kimi/get-runway', { as, query: { id } })).body.alerts;
const toldOf = async (as: Person, id: string) => {
  const { notices } = (await portal.call('GET', '/kimi/get-notices', { as })).body;
  return notices
    .filter(({ link, text }: { link: string; text: string }) => link === `/accounts/${id}` && text.includes(' left'))
    .map(({ text }: { text: string }) => text);
};
const mailedTo = async (as: Person, adsId: string) =>
  (await mailsTo(owner, as.email)).filter(({ subject }) => subject.includes(`${adsId} has `)).length;

test('a crossing is told once, also by two nodes, and again after the account was above; mailed once a day', async () => {
  const id = await opened(admin, ana, 'L-1', 500);
  await spent.opened(30);
  await spend('L-1', 50, 0);
  await look();
  // $150 at $50 a day is three days, which is not below three.
  expect(await toldOf(ana, id)).toEqual([]);
  await spend('L-1', 50, 25);
  expect((await Promise.all([look(), look(), look()])).toSorted()).toEqual([0, 0, 1]);
  expect(await look()).toBe(0);
  const sentence = 'Your Google ad account L-1 has $125.00 left and will be empty tomorrow at this pace.';
  expect(await toldOf(ana, id)).toEqual([sentence]);
  expect(await mailedTo(ana, 'L-1')).toBe(1);

  await spend('L-1', 50, 0);
  await look();
  await spend('L-1', 50, 25);
  expect(await look()).toBe(1);
  expect(await toldOf(ana, id)).toEqual([sentence, sentence]);
  expect(await mailedTo(ana, 'L-1')).toBe(1);

  // Another day, another mail.
  await owner.query('t.yesterday', 'update alerts set mailed_on = mailed_on - 1');
  await spend('L-1', 50, 0);
  await look();
  await spend('L-1', 50, 30);
  await look();
  expect([(await toldOf(ana, id)).length, await mailedTo(ana, 'L-1')]).toEqual([3, 2]);
});

test('an import that comes late is no way up and down again', async () => {
  const id = await opened(admin, ana, 'L-7', 500);
  await spent.opened(30);
  await spend('L-7', 50, 50);
  await look();
  expect(await toldOf(ana, id)).toHaveLength(1);
  // Known until the day before yesterday: two days later nobody knows how long it lasts.
  await tellOfLow(portal.app, new Date(Date.now() + 2 * 86_400_000));
  await look();
  expect(await toldOf(ana, id)).toHaveLength(1);
  await step(admin, id, 'Suspended');
});

test('levels are the client’s, for all accounts or one, in days or dollars; 0 is never', async () => {
  const [one, other] = [await opened(admin, ben, 'L-2', 500), await opened(admin, ben, 'L-3', 500)];
  await spent.opened(30);
  await set(ben, { id: '', daysLeft: 0, moneyLeft: 0 });
  await set(ben, { id: one, daysLeft: 0, moneyLeft: 100.01 });
  expect(await alertsOf(admin, one)).toEqual({
    all: { daysLeft: 0, moneyLeft: 0 },
    own: { daysLeft: 0, moneyLeft: 100.01 },
  });
  for (const adsId of ['L-2', 'L-3']) await spend(adsId, 50, 50);
  await look();
  expect([await toldOf(ben, one), await toldOf(ben, other)]).toEqual([[expect.stringContaining('$100.00 left')], []]);
  const { alerts } = (await set(ben, { id: one, daysLeft: 1, moneyLeft: 1, asAll: true })).body;
  expect(alerts).toEqual({ all: { daysLeft: 0, moneyLeft: 0 }, own: null });
  // All accounts can't follow themselves: what was chosen for them stays.
  const unnamed = await set(ben, { daysLeft: 9, moneyLeft: 9, asAll: true });
  expect([unnamed.status, unnamed.body.field, await alertsOf(ben, one)]).toEqual([400, 'id', alerts]);
  await look();
  await set(ben, { id: '', daysLeft: 5, moneyLeft: 0 });
  expect(await look()).toBe(2);
  expect([(await toldOf(ben, one)).length, (await toldOf(ben, other)).length]).toEqual([2, 1]);
});

test('levels chosen for all hold for the account they were chosen at; others keep their own', async () => {
  const [here, there] = [await opened(admin, ana, 'L-5', 500), await opened(admin, ana, 'L-6', 500)];
  const own = { daysLeft: 1, moneyLeft: 1 };
  for (const id of [here, there]) await set(ana, { id, ...own });
  const all = { daysLeft: 4, moneyLeft: 40 };
  expect((await set(ana, { id: here, ...all, forAll: true })).body.alerts).toEqual({ all, own: null });
  expect(await alertsOf(ana, there)).toEqual({ all, own });
  // Whose account it is not chooses nothing, not even for their own.
  expect((await set(ben, { id: here, ...own, forAll: true })).status).toBe(404);
  expect(await alertsOf(ana, here)).toEqual({ all, own: null });
});

test('nothing is told of an account that does not run, and the choice is the own account’s', async () => {
  const id = await opened(admin, ben, 'L-4', 500);
  await spent.opened(30);
  await step(admin, id, 'Suspended');
  await spend('L-4', 50, 150);
  await look();
  expect(await toldOf(ben, id)).toEqual([]);
  expect((await set(ana, { id, daysLeft: 1, moneyLeft: 0 })).status).toBe(404);
  expect((await portal.call('GET', '/kimi/get-runway', { as: ana, query: { id } })).status).toBe(404);
  expect((await set(ben, { id, daysLeft: 91, moneyLeft: 0 })).body.field).toBe('daysLeft');
});

test('the dashboards say what is left in all, which is empty next, and which die this week', async () => {
  const { outlook, accounts } = (await portal.call('GET', '/kimi/get-overview', { as: ben })).body;
  // Of one of the three accounts nobody says what is left.
  expect(accounts[0]).toEqual({ platform: 'Google', accounts: 3, balance: 1_500, left: null });
  expect(outlook).toEqual({
    running: 2,
    remaining: 200,
    next: expect.objectContaining({ adsId: 'L-2', emptyOn: daysAgo(-1) }),
  });
  const low = (await portal.call('GET', '/kimi/get-low-accounts', { as: admin })).body;
  expect(low.accounts.map(({ adsId, daysLeft }: { adsId: string; daysLeft: number }) => [adsId, daysLeft])).toEqual([
    ['L-2', 2],
    ['L-3', 2],
    ['L-1', 2.4],
  ]);
  expect(low.accounts[0].userId).toEqual({ _id: ben._id, username: ben.username });
  expect((await portal.call('GET', '/kimi/get-low-accounts', { as: ben })).status).toBe(403);
});

test('a platform’s card says what is left in all of its accounts, once that is known of each', async () => {
  const eva = await portal.client({ dollars: 2_000 });
  await opened(admin, eva, 'L-8', 500);
  await opened(admin, eva, 'L-9', 100);
  await spent.opened(30);
  await spend('L-8', 50, 10);
  const seen = async () => (await portal.call('GET', '/kimi/get-overview', { as: eva })).body;
  expect((await seen()).accounts[0]).toEqual({ platform: 'Google', accounts: 2, balance: 600, left: null });
  await spend('L-9', 1, 3);
  const { outlook, accounts } = await seen();
  expect([accounts[0].balance, accounts[0].left, outlook.remaining]).toEqual([600, 230, 230]);
});
