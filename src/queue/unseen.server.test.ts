/** Whichever way money leaves an ad account: whoever lets it is asked first whether its spend is known. */
import { beforeAll, expect, test } from 'vitest';
import { openAccounts } from '#deposits/deposits.testing.server.ts';
import { findings, story } from '#requests/story.testing.server.ts';
import { daysAgo, spending } from '#spend/spend.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
const { db } = portal;
const at = story(db, portal.app.db);
let [admin, second]: Person[] = [];

beforeAll(async () => {
  [admin, second] = [await portal.admin(), await portal.admin()];
});

const imports = () => spending(db, admin!.person, portal.app.db);
const reverse = (applyId: string, more: object = {}, as = admin) =>
  portal.call('PUT', '/kimi/reverse-request', { as, body: { applyId, reason: 'A mistake.', ...more } });
const decide = async (applyId: string, more: object = {}) => {
  return (await portal.decide(admin, 'approve', { applyId, transactionId: 'x', ...more })).body.results[0];
};
const confirm = (id: string, more: object = {}) =>
  portal.call('PUT', '/kimi/confirm-action', { as: second, query: { id, ...more } });
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

/** Opens accounts with so much in each by one order; answers it and the Ads IDs. */
async function ordered(...dollars: number[]) {
  const client = await portal.client({ dollars: 1_000 });
  const adsIds = await openAccounts(portal, client, admin!, 'Google', dollars);
  const [order] = await db.query<{ applyId: string }>(
    't.order',
    'select apply_id as "applyId" from requests r join ad_accounts a on a.request = r.id where a.ads_id = $1',
    [adsIds[0]],
  );
  await imports().opened(10);
  return { client, adsIds, applyId: order!.applyId };
}

/** Known until yesterday; then a file says that it was nothing. */
async function lowered(adsId: string, micros = 90_000_000n) {
  await imports().keep({ adsId, day: daysAgo(1), micros });
  await imports().keep({ adsId, day: daysAgo(1), micros: 0n });
}

const secondPair = (refundsAbove: number) =>
  portal.set(admin, { secondPair: { on: true, corrections: true, refundsAbove } });

test('undoing a deposit asks where a file has lowered what was spent, or nobody knows it lately', async () => {
  const { client, adsIds } = await ordered(50);
  const body = { adsId: adsIds[0], money: 40 };
  const { applyId } = (await portal.call('POST', '/kimi/create-google-adDeposit', { as: client, body })).body
    .deposits[0];
  expect(await decide(applyId)).toMatchObject({ done: true });
  await imports().keep({ adsId: adsIds[0]!, day: daysAgo(5), micros: 1_000_000n });
  const stale = await reverse(applyId);
  expect(codeOf(stale)).toEqual([409, 'deposit.unseen']);
  expect(stale.body.message).toContain('is known until');
  await lowered(adsIds[0]!, 80_000_000n);
  const answer = await reverse(applyId);
  expect(codeOf(answer)).toEqual([409, 'deposit.unseen']);
  expect(answer.body.message).toContain('have lowered what this ad account spent by $80.00.');
  // Whoever may not decide it is not asked either.
  expect(codeOf(await reverse(applyId, {}, await portal.admin('Finance')))).toEqual([403, 'auth.forbidden']);
  expect((await reverse(applyId, { acknowledged: true })).body.state).toBe('Reversed');
});

test('undoing an order asks of each account that it opened', async () => {
  const { adsIds, applyId } = await ordered(50, 100);
  await imports().whole(adsIds[0]!, 0n);
  await lowered(adsIds[1]!);
  const answer = await reverse(applyId);
  expect(codeOf(answer)).toEqual([409, 'application.unseen']);
  expect(answer.body.message).toContain('by $90.00.');
  expect((await reverse(applyId, { acknowledged: true })).body.state).toBe('Reversed');
});

test('what is wrong with a verdict is said before anything is asked about it', async () => {
  const { client, adsIds } = await ordered(50);
  await lowered(adsIds[0]!);
  const body = { adsId: adsIds[0], amount: 10, adType: 'Google' };
  const { applyId } = (await portal.call('POST', '/kimi/apply-refund', { as: client, body })).body.refund;
  const approve = (adsId: string, transactionId = 'x') =>
    portal.call('PUT', '/kimi/approve-refund-by-admin', {
      as: admin,
      query: { applyId, adType: 'Google', adsId, action: 'approve' },
      body: { transactionId },
    });
  expect(codeOf(await approve('another'))).toEqual([404, 'not_found']);
  expect((await approve(adsIds[0]!, '')).status).toBe(400);
  expect(codeOf(await approve(adsIds[0]!))).toEqual([409, 'refund.unseen']);
  expect(codeOf(await reverse(applyId))).toEqual([409, 'refund.not_approved']);
});

test('what was lowered of an account whose replacement is undone counts against the one that has its money again', async () => {
  const { client, adsId } = await at.account(100_00n);
  await imports().opened(10);
  await imports().whole(adsId, 0n);
  const { fresh: next, applyId } = await at.replaced(client, adsId);
  await imports().opened(10, next);
  await imports().whole(next, 90_000_000n);
  expect((await reverse(applyId)).body.state).toBe('Reversed');
  const refund = (await at.refund(client, adsId, 5_00n)).requests[0]!.applyId;
  // By now it is closed, and its money in the account before it.
  await imports().keep({ adsId: next, day: daysAgo(1), micros: 0n });
  const answer = await decide(refund);
  expect(answer).toMatchObject({ code: 'refund.unseen', message: expect.stringContaining('by $90.00.') });
});

test('the second admin is asked as the first one was, of a refund and of what is undone', async () => {
  const { client, adsIds, applyId } = await ordered(50, 100);
  for (const adsId of adsIds) await lowered(adsId);
  await secondPair(0);
  const body = { adsId: adsIds[0], amount: 10, adType: 'Google' };
  const refund = (await portal.call('POST', '/kimi/apply-refund', { as: client, body })).body.refund.applyId;
  expect(await decide(refund, { acknowledged: true })).toMatchObject({ waits: true });
  expect(codeOf(await confirm(refund))).toEqual([409, 'refund.unseen']);
  expect((await confirm(refund, { acknowledged: true })).body.state).toBe('Approved');
  expect((await reverse(refund)).status).toBe(202);
  expect((await confirm(refund)).body.state).toBe('Reversed');

  const money = { adsId: adsIds[1], money: 40 };
  const { deposits } = (await portal.call('POST', '/kimi/create-google-adDeposit', { as: client, body: money })).body;
  expect(await decide(deposits[0].applyId)).toMatchObject({ done: true });
  const account = await at.account(100_00n);
  const replaced = await at.replaced(account.client, account.adsId);
  await imports().opened(10, replaced.fresh);
  for (const [id, code] of [
    [deposits[0].applyId, 'deposit.unseen'],
    [replaced.applyId, 'replacement.unseen'],
    [applyId, 'application.unseen'],
  ]) {
    expect(codeOf(await reverse(id))).toEqual([409, code]);
    expect((await reverse(id, { acknowledged: true })).status).toBe(202);
    expect(codeOf(await confirm(id))).toEqual([409, code]);
    expect((await confirm(id, { acknowledged: true })).body.state).toBe('Reversed');
  }
});

test('the books hold after all of this', async () => {
  expect(await findings(db.url)).toEqual([]);
});
