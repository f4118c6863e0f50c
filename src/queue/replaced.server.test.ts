/** Replacing an account that has spent: what its platform took already is not loaded into the new one. */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { fromDollars } from '#kernel/money.ts';
import { findings, story } from '#requests/story.testing.server.ts';
import { daysAgo, spending } from '#spend/spend.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { deedOf, type QueuedRequest } from './verdicts.ts';

const portal = await testPortal();
const { db } = portal;
const at = story(db, portal.app.db);
const spent = spending(db, await at.admin(), portal.app.db);
let admin: Person;

beforeAll(async () => {
  admin = await portal.admin();
});

/** A replacement that is asked for, of an account of $100. */
async function asked(micros?: bigint, day?: string) {
  const { client, adsId } = await at.account(100_00n);
  await spent.opened(10, adsId);
  if (micros !== undefined) await (day ? spent.keep({ adsId, day, micros }) : spent.whole(adsId, micros));
  await at.suspended(adsId);
  const { applyId } = (await at.replacement(client, adsId)).requests[0]!;
  return { client, adsId, applyId };
}

const told = async (applyId: string) =>
  (await portal.call('GET', '/kimi/get-request', { as: admin, query: { applyId } })).body.request;

const approve = async (applyId: string, as = admin, more: object = {}) => {
  return (await portal.decide(as, 'approve', { applyId, adsId: randomBytes(6).toString('hex'), ...more })).body
    .results[0];
};

test('the admin is told what was spent of it, in the queue and on its page, and loads what is left', async () => {
  const { adsId, applyId } = await asked(60_000_000n);
  const { requests } = (await portal.call('GET', '/kimi/get-queue', { as: admin, query: { q: applyId } })).body;
  expect(requests).toMatchObject([{ applyId, amount: 100, spent: 60 }]);
  const request = await told(applyId);
  expect(request).toMatchObject({ amount: 100, spent: 60 });
  const cents = (name: string) => fromDollars(request[name]);
  const row = { ...request, amount: cents('amount'), spent: cents('spent') } as QueuedRequest;
  const load = `load $40.00 for ${request.userId.username}; $60.00 of the $100.00 was spent already`;
  expect(deedOf(row)).toBe(`Replace ${adsId} by a new account, ${load}`);
  // A part of a cent counts whole, as it does where a refund is judged.
  expect(await told((await asked(60_000_001n)).applyId)).toMatchObject({ spent: 60.01 });
  // What was spent moves along: the new account has it, and nothing more is said of the request.
  expect(await approve(applyId)).toMatchObject({ done: true });
  expect(await told(applyId)).not.toHaveProperty('spent');
});

test('where nobody knows what was spent, or not lately, the admin says that the platform was looked at', async () => {
  const [unknown, old, known] = [await asked(), await asked(60_000_000n, daysAgo(5)), await asked(60_000_000n)];
  expect(await told(unknown.applyId)).toMatchObject({ spent: null });
  for (const { applyId } of [unknown, old]) {
    const said = await approve(applyId);
    expect(said).toMatchObject({ done: false, code: 'replacement.unseen' });
    expect(said.message).toContain('Please look at the platform');
    // Whoever may not decide it is not asked either.
    expect(await approve(applyId, await portal.admin('Finance'))).toMatchObject({ code: 'auth.forbidden' });
    const operations = await portal.admin('Operations');
    expect(await approve(applyId, operations)).toMatchObject({ code: 'replacement.unseen' });
    expect(await approve(applyId, operations, { acknowledged: true })).toMatchObject({ done: true });
  }
  expect(await approve(known.applyId)).toMatchObject({ done: true });
});

test('the books hold after all of this', async () => {
  expect(await findings(db.url)).toEqual([]);
});
