/** Reconciliation: what was put in, spent and taken back in a month, and what does not agree. */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { longAgo, story } from '#requests/story.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { forgetLeft, keepLeft } from './left.server.ts';
import { words } from './reconciliation.words.ts';
import { daysAgo, monthAgo, spending } from './spend.testing.server.ts';

const portal = await testPortal();
const { db } = portal;
const at = story(db, portal.app.db);
const spent = spending(db, await at.admin(), portal.app.db);
const last = monthAgo(1);
let admin: Person;

beforeAll(async () => {
  admin = await portal.admin();
});

const shown = (query: object = {}, as = admin) =>
  portal.call('GET', '/kimi/get-reconciliation', { as, query: { month: last, ...query } });

async function rowOf(adsId: string, query: object = {}) {
  const { accounts } = (await shown(query)).body;
  return accounts.find((each: { adsId: string }) => each.adsId === adsId);
}

/** An account of $100 that was opened before that month. */
async function funded() {
  const account = await at.account(100_00n);
  await longAgo(db.owner, account.client, 90);
  await spent.opened(90);
  return account;
}

test('a month shows what was funded, spent and returned, and what should be left at its end', async () => {
  const { client, adsId } = await funded();
  expect(await rowOf(adsId)).toMatchObject({ funded: 0, spent: null, shouldBeLeft: null, difference: null });
  await spent.month(adsId, monthAgo(2), 10_000_000n);
  await spent.month(adsId, last, 30_004_000n);
  const { applyId } = (await at.refund(client, adsId, 20_00n)).requests[0]!;
  await at.approve(applyId);
  // What was asked for this month is no part of the last one.
  const told = { funded: 0, returned: 0, spent: 30, shouldBeLeft: 59.99, leftByPlatform: null, difference: null };
  expect(await rowOf(adsId)).toMatchObject(told);
  expect((await shown({ month: monthAgo(5) })).body.accounts).toEqual([]);
  const opened = monthAgo(0, new Date(Date.now() - 90 * 86_400_000));
  expect(await rowOf(adsId, { month: opened })).toMatchObject({ funded: 100 });
});

test('more spent than was there differs, comes first, and is all that is shown where one asks for differences', async () => {
  const { adsId } = await funded();
  await spent.month(adsId, last, 130_000_000n);
  const { body } = await shown();
  expect(body.accounts[0]).toMatchObject({ adsId, shouldBeLeft: -30, difference: -30 });
  expect(body).toMatchObject({ differing: 1, compared: 1, count: 2 });
  expect((await shown({ differences: true })).body).toMatchObject({ count: 1, accounts: [{ adsId }] });
  expect((await shown({ platform: 'Bing' })).body).toMatchObject({ count: 0, accounts: [] });
});

test('none is said to agree that could not be compared', () => {
  const said = (count: number, compared: number, differing = 0) => words.sums({ count, compared, differing });
  expect(said(6, 0)).toBe('6 accounts, none of them compared');
  expect(said(1, 0)).toBe('1 account, not compared');
  expect(said(6, 4)).toBe('6 accounts, 4 compared, none differs');
  expect(said(6, 4, 1)).toBe('6 accounts, 4 compared, 1 differs');
  expect(said(6, 6, 2)).toBe('6 accounts, 2 differ');
  expect(said(0, 0)).toBe('0 accounts');
});

test('what the platform says is left is compared with what the book said then, as it is known by now', async () => {
  const { adsId } = await funded();
  await spent.keep({ adsId, day: daysAgo(4), micros: 30_000_000n });
  const key = adsId.toLowerCase();
  const told = (micros: bigint) => keepLeft(portal.app.db, 'Google', [{ key, micros }]);
  const shows = async () => {
    const [row] = await db.owner.query<{ month: string }>(
      't.told_in',
      `select to_char(max(day), 'YYYY-MM') as month from spend_left`,
    );
    const { leftByPlatform, leftAt, difference } = await rowOf(adsId, row);
    return [leftByPlatform, leftAt !== null, difference];
  };
  expect(await told(70_000_000n)).toBe(1);
  expect(await shows()).toEqual([70, true, 0]);
  await told(60_009_000n);
  expect(await shows()).toEqual([60, true, -9.99]);
  // Told later of a day that was long over: the platform had it in its figure.
  await spent.keep({ adsId, day: daysAgo(4), micros: 39_991_000n });
  expect(await shows()).toEqual([60, true, 0]);
  // What is spent from then on is in no figure of then.
  await spent.keep({ adsId, day: daysAgo(0), micros: 5_000_000n });
  expect(await shows()).toEqual([60, true, 0]);
  expect(await rowOf(adsId)).toMatchObject({ leftByPlatform: null, leftAt: null, difference: null });
  await forgetLeft(portal.app.db, 'Google', [key]);
  expect(await shows()).toEqual([null, false, null]);
});

test('what waits to be taken out of an account is no difference, as the platform still has it', async () => {
  const { client, adsId } = await funded();
  await spent.keep({ adsId, day: daysAgo(4), micros: 30_000_000n });
  const differs = async (micros: bigint) => {
    await keepLeft(portal.app.db, 'Google', [{ key: adsId.toLowerCase(), micros }]);
    return (await rowOf(adsId, { month: monthAgo(0) })).difference;
  };
  const { applyId } = (await at.refund(client, adsId, 20_00n)).requests[0]!;
  await at.refund(client, adsId, 5_00n);
  expect(await differs(70_000_000n)).toBe(0);
  // Approved, it was taken out there too; the other one still waits.
  await at.approve(applyId);
  expect(await differs(70_000_000n)).toBe(20);
  expect(await differs(50_000_000n)).toBe(0);
});

test('of a replacement that waits neither', async () => {
  const { client, adsId } = await funded();
  await spent.keep({ adsId, day: daysAgo(4), micros: 30_000_000n });
  await at.suspended(adsId);
  await at.replacement(client, adsId);
  await keepLeft(portal.app.db, 'Google', [{ key: adsId.toLowerCase(), micros: 70_000_000n }]);
  expect(await rowOf(adsId, { month: monthAgo(0) })).toMatchObject({ leftByPlatform: 70, difference: 0 });
});

test('a replaced account is in the row of the one that has its money, and nothing is counted twice', async () => {
  const { client, adsId } = await funded();
  await spent.month(adsId, last, 40_000_000n);
  await at.suspended(adsId);
  const { applyId } = (await at.replacement(client, adsId)).requests[0]!;
  const fresh = randomBytes(6).toString('hex');
  await at.approve(applyId, { adsId: fresh });
  await spent.opened(60, fresh);
  expect(await rowOf(adsId)).toBeUndefined();
  expect(await rowOf(fresh)).toMatchObject({ funded: 0, returned: 0, spent: 40, shouldBeLeft: 60, difference: null });
});

test('a month that was settled before a replacement is settled in the row of the one that has the money', async () => {
  const { client, adsId } = await funded();
  await spent.month(adsId, last, 20_000_000n);
  const settledBy = await spent.settle(client, adsId, last);
  expect(await rowOf(adsId)).toMatchObject({ settledBy });
  await at.suspended(adsId);
  const fresh = randomBytes(6).toString('hex');
  await at.approve((await at.replacement(client, adsId)).requests[0]!.applyId, { adsId: fresh });
  await spent.opened(60, fresh);
  expect(await rowOf(adsId)).toBeUndefined();
  expect(await rowOf(fresh)).toMatchObject({ spent: 20, settledBy });
});

test('what was settled is no difference, and the file has the same', async () => {
  const { adsId } = await funded();
  await spent.month(adsId, last, 25_000_000n);
  const before = await rowOf(adsId);
  const settled = await portal.call('POST', '/kimi/settle-month', { as: admin, body: { month: last, dry: false } });
  expect(settled.body.count).toBeGreaterThan(0);
  expect(await rowOf(adsId)).toEqual({ ...before, settledBy: expect.stringMatching(/^ST-/) });
  const file = await portal.call('GET', '/kimi/export-reconciliation', { as: admin, query: { month: last } });
  expect(file.status).toBe(200);
  expect((await shown({}, await portal.admin('Operations'))).status).toBe(403);
});
