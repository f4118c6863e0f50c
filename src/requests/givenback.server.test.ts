/** Where corrections take one admin, what a reversal gives a client still counts among what takes two. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts } from '#deposits/deposits.testing.server.ts';
import { payAtOnce } from '#settings/settings.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
await payAtOnce(portal.db.owner);
const admins: Person[] = [];
/** An admin who has decided nothing yet. */
const fresh = () => admins.pop()!;

const reverse = async (applyId: string, as: Person) =>
  (await portal.call('PUT', '/kimi/reverse-request', { as, body: { applyId, reason: 'A mistake.' } })).status;
const take = async (client: Person, amount: number) => {
  const body = { userId: client._id, kind: 'penalty', amount, reason: 'A breach.' };
  const { status, body: answer } = await portal.call('POST', '/kimi/apply-correction', { as: fresh(), body });
  expect(status).toBe(200);
  return answer.correction.applyId as string;
};
const clients: Person[] = [];
/** A client with $300.00 that came in before yesterday, so that today's sums begin at nothing. */
const client = () => clients.pop()!;

/** The book is proved at the end, so that what was moved into the past comes back. */
const shift = (days: 2 | -2) =>
  portal.db.owner.query(
    'test.shift',
    `update requests set decided_at = decided_at + $2 * interval '1 day' where client = any ($1)
       and id in (select min(id) from requests group by client)`,
    [funded, days],
  );
const funded: bigint[] = [];
afterAll(() => shift(2));

beforeAll(async () => {
  for (let n = 0; n < 26; n += 1) admins.push(await portal.admin());
  for (let n = 0; n < 7; n += 1) clients.push(await portal.client({ dollars: 300 }));
  funded.push(...clients.map(({ id }) => id));
  await shift(-2);
  const as = fresh();
  const amounts = { refundsAbove: 30, withdrawalsAbove: 1_000, moneyInAbove: 100 };
  const secondPair = { on: true, network: true, corrections: false, ...amounts };
  await portal.set(as, { secondPair });
});

test('a penalty that is given back above the amount of money in waits for a colleague, also in parts', async () => {
  const one = client();
  const whole = await take(one, 150);
  expect(await reverse(whole, fresh())).toBe(202);
  expect(await portal.wallet(one)).toBe(150);
  expect((await portal.call('PUT', '/kimi/confirm-action', { as: fresh(), query: { id: whole } })).status).toBe(200);
  expect(await portal.wallet(one)).toBe(300);

  const [other, third] = [client(), client()];
  const parts = [await take(other, 60), await take(other, 60), await take(third, 60)];
  const admin = fresh();
  expect(await reverse(parts[0]!, admin)).toBe(200);
  // For the same client another admin comes to more than the amount, and the same admin does for another client.
  expect(await reverse(parts[1]!, fresh())).toBe(202);
  expect(await reverse(parts[2]!, admin)).toBe(202);
  const body = { userId: third._id, kind: 'goodwill', amount: 41, reason: 'For the delay.' };
  expect((await portal.call('POST', '/kimi/apply-correction', { as: admin, body })).status).toBe(202);
});

test('a withdrawal that was paid comes back to its wallet by two above the amount of money in', async () => {
  const one = client();
  const to = { networkName: 'TRC20', networkAddress: 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL' };
  const asked = { amount: 150, ...to, password: one.password };
  const { withdrawal } = (await portal.call('POST', '/kimi/apply-withdrawal', { as: one, body: asked })).body;
  const paid = await portal.call('PUT', '/kimi/approve-withdrawal', {
    as: fresh(),
    query: { applyId: withdrawal.applyId, action: 'approve' },
    body: { transactionId: randomBytes(32).toString('hex') },
  });
  expect(paid.status, paid.text).toBe(200);
  expect(await reverse(withdrawal.applyId, fresh())).toBe(202);
  expect(await portal.wallet(one)).toBe(150);
});

test('a deposit that is taken back counts as the refund that it is', async () => {
  const one = client();
  const [adsId] = await openAccounts(portal, one, fresh(), 'Google', [0]);
  const put = async (money: number) => {
    const body = { adType: 'Google', adsId, money };
    const made = await portal.call('POST', '/kimi/create-google-adDeposit', { as: one, body });
    const { applyId } = made.body.deposits[0];
    const done = await portal.decide(fresh(), 'approve', { applyId, transactionId: 'sent' });
    expect(done.body.results[0].done, made.text).toBe(true);
    return applyId as string;
  };
  const [first, second] = [await put(20), await put(20)];
  expect(await reverse(first, fresh())).toBe(200);
  expect(await reverse(second, fresh())).toBe(202);
  const body = { adsId, amount: 11, adType: 'Google' };
  const { refund } = (await portal.call('POST', '/kimi/apply-refund', { as: one, body })).body;
  const decided = await portal.decide(fresh(), 'approve', { applyId: refund.applyId, transactionId: 'back' });
  expect(decided.body.results[0]).toMatchObject({ done: false, waits: true });
});

test('reversals at the same moment do not slip below the amount together; what takes money back needs one', async () => {
  const one = client();
  const ids = [await take(one, 60), await take(one, 60)];
  const statuses = await Promise.all(ids.map((id) => reverse(id, fresh())));
  expect(statuses.toSorted()).toEqual([200, 202]);
  const form = { chargeMoney: '99', transactionId: randomBytes(32).toString('hex') };
  const other = client();
  const applyId = (await portal.call('POST', '/add-money', { as: other, form })).body.transaction.applyId as string;
  const by = fresh();
  await portal.decide(by, 'approve', { applyId });
  expect(await reverse(applyId, by)).toBe(200);
});
