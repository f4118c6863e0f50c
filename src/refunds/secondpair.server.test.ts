/** A refund above the amount of the settings needs two admins; one up to it, and every rejection, needs one. */
import { beforeAll, expect, test } from 'vitest';
import { openAccounts, walletOf } from '#deposits/deposits.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
let [client, admin, other]: Person[] = [];
let adsId = '';

beforeAll(async () => {
  [client, admin, other] = [await portal.client({ dollars: 2_000 }), await portal.admin(), await portal.admin()];
  adsId = (await openAccounts(portal, client, admin, 'Google', [500]))[0]!;
  await portal.set(admin, {
    secondPair: { on: true, network: false, corrections: false, refundsAbove: 100, withdrawalsAbove: 1_000_000 },
  });
});

const apply = async (amount: number) => {
  const { status, body, text } = await portal.call('POST', '/kimi/apply-refund', {
    as: client,
    body: { adsId, amount, adType: 'Google' },
  });
  if (status !== 200) throw new Error(text);
  return body.refund.applyId as string;
};
const decide = (applyId: string, action: string, body: object, as = admin) =>
  portal.call('PUT', '/kimi/approve-refund-by-admin', {
    as,
    query: { adsId, adType: 'Google', applyId, action },
    body,
  });
const own = async (applyId: string) =>
  (await portal.call('GET', '/kimi/refund-Details', { as: client, query: { q: applyId } })).body.refundsDetails[0];
const confirm = (id: string, as: Person | undefined) =>
  portal.call('PUT', '/kimi/confirm-action', { as, query: { id } });

test('one up to the amount needs one admin, and so does a rejection of any amount', async () => {
  expect((await decide(await apply(100), 'approve', { transactionId: 'x' })).status).toBe(200);
  const large = await apply(150);
  const rejected = await decide(large, 'reject', { remarks: 'The campaign still runs.' });
  expect([rejected.status, rejected.body.refund.applyState]).toEqual([200, 'Rejected']);
});

test('one above the amount is paid only when another admin has confirmed it', async () => {
  const applyId = await apply(100.01);
  const before = await walletOf(portal, client!);
  const proposed = await decide(applyId, 'approve', { transactionId: 'first' });
  expect(proposed.status).toBe(202);
  expect(proposed.body).toMatchObject({
    message: 'Another admin has to confirm this.',
    refund: { applyState: 'Pending', transactionId: '', waits: { verdict: 'approve', by: admin!.username } },
  });
  // Nothing has changed, and the client is not told of what is only proposed.
  expect(await walletOf(portal, client!)).toEqual(before);
  expect(await own(applyId)).toMatchObject({ applyState: 'Pending', waits: null, decidedBy: null });
  expect((await confirm(applyId, admin)).body).toMatchObject({ code: 'request.own' });
  expect(await walletOf(portal, client!)).toEqual(before);

  expect((await confirm(applyId, other)).body).toMatchObject({ state: 'Approved' });
  expect(await own(applyId)).toMatchObject({ applyState: 'Approved', transactionId: 'first' });
  // 100.01 and its share of the fee: floor(100.01 × 75 ÷ 500).
  expect((await walletOf(portal, client!)).wallet).toBeCloseTo(before.wallet + 100.01 + 15, 2);
  const again = await confirm(applyId, other);
  expect([again.status, again.body.state]).toEqual([409, 'Approved']);
});

test('a proposal can still be rejected, by anybody, and then nothing is left to confirm', async () => {
  const before = await walletOf(portal, client!);
  const applyId = await apply(120);
  expect((await decide(applyId, 'approve', { transactionId: 'x' })).status).toBe(202);
  expect((await decide(applyId, 'reject', { remarks: 'A mistake.' }, other)).status).toBe(200);
  expect((await confirm(applyId, other)).status).toBe(409);
  expect(await walletOf(portal, client!)).toEqual(before);
});
