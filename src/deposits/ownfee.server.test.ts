/** A client with a fee of their own: 12 % and $25 wherever others pay 15 % and $30, from the order to the refund. */
import { beforeAll, expect, test } from 'vitest';
import { googleOrder } from '#adaccounts/adaccounts.testing.server.ts';
import { orderBody } from '#platforms/order.testing.ts';
import { platforms, specOf } from '#platforms/platforms.ts';
import { findings } from '#requests/story.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';
import { openAccounts } from './deposits.testing.server.ts';

const portal = await testPortal();
let [admin, other]: Person[] = [];
let client: Person;
let adsId: string;

const setPrices = async (openingFee: number | null, topUpBasisPoints: number | null) => {
  const body = { userId: client._id, openingFee, topUpBasisPoints, reason: 'x' };
  expect((await portal.call('PUT', '/kimi/set-client-prices', { as: admin, body })).status).toBe(202);
  const { proposals } = (await portal.call('GET', '/kimi/get-proposals', { as: other })).body;
  const confirmed = await portal.call('PUT', '/kimi/confirm-action', { as: other, query: { id: proposals[0]._id } });
  expect(confirmed.status).toBe(200);
};
const put = async (...money: number[]) => {
  const body = { deposits: money.map((each) => ({ adsId, money: each })) };
  return (await portal.call('POST', '/kimi/create-google-adDeposit', { as: client, body })).body;
};
const approve = async (applyId: string) => {
  const { body } = await portal.decide(admin, 'approve', { applyId, transactionId: 'T-1' });
  expect(body.results).toMatchObject([{ done: true }]);
};
const feeLeft = async () => {
  const { accounts } = (await portal.call('GET', '/kimi/get-ad-accounts', { as: client })).body;
  return (await portal.call('GET', '/kimi/get-ad-account', { as: client, query: { id: accounts[0]._id } })).body.account
    .feeLeft;
};
const costInMail = async (applyId: string) => {
  const mail = (await mailsTo(portal.db.owner, client.email)).find(({ subject }) => subject.includes(applyId));
  return mail!.content.facts!.find(([name]) => name === 'Total with fees')![1];
};

beforeAll(async () => {
  [admin, other] = [await portal.admin(), await portal.admin()];
  client = await portal.client({ dollars: 500 });
  await portal.set(admin, { secondPair: { on: true }, platforms });
  await setPrices(25, 1200);
  [adsId] = (await openAccounts(portal, client, admin, 'Google', [100])) as [string];
});

test('an order, deposits of several rows and a refund take it, and the mails and the statement say so', async () => {
  expect([await portal.wallet(client), await feeLeft()]).toEqual([363, 12]);
  // Of each row, half a cent up: 6.00 and 0.0156.
  const asked = await put(50, 0.13);
  expect(asked).toMatchObject({ totalDeposit: 50.13, topUpFee: 6.02, totalCost: 56.15, wallet: 306.85 });
  const [large, small] = asked.deposits as { applyId: string; totalCost: number }[];
  expect([large!.totalCost, small!.totalCost]).toEqual([56, 0.15]);
  for (const { applyId } of [large!, small!]) await approve(applyId);
  expect([await costInMail(large!.applyId), await feeLeft()]).toEqual(['$56.00', 18.02]);
  const { lines } = (await portal.call('GET', '/kimi/get-statement', { as: client })).body;
  expect(lines.map(({ amount }: { amount: number }) => amount)).toEqual([-0.15, -56, -137, 500]);
  // 18.02 of fee for 150.13: its share comes back with the money.
  const body = { adsId, amount: 50, adType: 'Google' };
  const { refund } = (await portal.call('POST', '/kimi/apply-refund', { as: client, body })).body;
  await approve(refund.applyId);
  expect([await portal.wallet(client), await feeLeft()]).toEqual([362.85, 12.02]);
});

test('what was asked for keeps its price, approved or undone after everybody’s holds again', async () => {
  const [asked] = (await put(50)).deposits as { applyId: string }[];
  await setPrices(null, null);
  const before = await portal.wallet(client);
  const dearer = await put(50);
  expect(dearer).toMatchObject({ topUpFee: 7.5, totalCost: 57.5 });
  await portal.call('PUT', '/kimi/cancel-request', { as: client, query: { applyId: dearer.deposits[0].applyId } });
  await approve(asked!.applyId);
  expect([await costInMail(asked!.applyId), await feeLeft()]).toEqual(['$56.00', 18.02]);
  const reversal = { as: admin, body: { applyId: asked!.applyId, reason: 'A mistake' } };
  await portal.call('PUT', '/kimi/reverse-request', reversal);
  const { proposals } = (await portal.call('GET', '/kimi/get-proposals', { as: other })).body;
  for (const { _id } of proposals) await portal.call('PUT', '/kimi/confirm-action', { as: other, query: { id: _id } });
  expect([await portal.wallet(client), await feeLeft()]).toEqual([before + 56, 12.02]);
  await setPrices(25, 1200);
});

test('nobody else pays it', async () => {
  const stranger = await portal.client();
  const priced = async (as: Person) => (await portal.call('GET', '/kimi/get-prices', { as })).body.prices;
  expect(await priced(client)).toMatchObject({ accountOpeningFee: 25, topUpRate: 12 });
  expect(await priced(stranger)).toMatchObject({ accountOpeningFee: 30, topUpRate: 15 });
});

test('who was shown another total is charged nothing, unless it was asked for already', async () => {
  const [before, body] = [await portal.wallet(client), { adsId, money: 50 }];
  const send = (path: string, expected: string, more: object) =>
    portal.call('POST', path, { as: client, headers: { 'expected-total': expected }, ...more });
  const deposit = (expected: string, key?: string) =>
    send('/kimi/create-google-adDeposit', expected, { body, ...(key ? { key } : {}) });
  const dearer = 'Prices have changed: this is $56.00 in total now, not $55.50. Nothing was sent.';
  expect(await deposit('55.50')).toMatchObject({
    status: 409,
    body: { code: 'prices.changed', message: dearer, totalCost: 56 },
  });
  expect((await send('/kimi/create-google-ads', '87.5', { body: googleOrder([50]) })).body).toMatchObject({
    code: 'prices.changed',
    totalCost: 81,
  });
  expect((await deposit('56 dollars')).body).toMatchObject({ code: 'input.invalid', field: 'Expected-Total' });
  expect((await deposit('11500030.00')).body.message).toContain('not $11,500,030.00.');
  expect(await portal.wallet(client)).toBe(before);
  const first = await deposit('56', 'once');
  await setPrices(null, null);
  const again = await deposit('56', 'once');
  expect([again.status, again.body.deposits]).toEqual([200, first.body.deposits]);
  expect((await deposit('56')).body).toMatchObject({ code: 'prices.changed', totalCost: 57.5 });
  expect(await portal.wallet(client)).toBe(before - 56);
});

test.each(platforms)('nor is an order or a deposit of %s charged another total than was shown', async (platform) => {
  const buyer = await portal.client({ dollars: 500 });
  const [account] = await openAccounts(portal, buyer, admin!, platform, [100]);
  const { calls } = specOf(platform);
  const before = await portal.wallet(buyer);
  for (const [path, body, totalCost] of [
    [calls.create, orderBody(specOf(platform), [50]), 87.5],
    [calls.createDeposit, { adsId: account, money: 50 }, 57.5],
  ] as const) {
    const { body: answer } = await portal.call('POST', path, { as: buyer, headers: { 'expected-total': '50' }, body });
    expect(answer).toMatchObject({ code: 'prices.changed', totalCost });
  }
  expect(await portal.wallet(buyer)).toBe(before);
});

test('the book agrees with every rate that was taken', async () => {
  expect(await findings(portal.db.url)).toEqual([]);
});
