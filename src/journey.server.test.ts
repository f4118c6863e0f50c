/**
 * The main job over HTTP: real money moves from a client to an ad account and back, and every figure agrees to the
 * cent.
 */
import { expect, test } from 'vitest';
import { testPortal } from './portal.testing.server.ts';

const portal = await testPortal();

test('money goes from a top-up through an order, a deposit and a refund, and the books agree', async () => {
  const admin = await portal.admin();
  const client = await portal.client({ dollars: 1000 });
  const wallet = async () => (await portal.call('GET', '/kimi/get-wallet-of-user', { as: client })).body.users;
  expect(await wallet()).toMatchObject({ wallet: 1000, held: 0 });

  // Two accounts with 100 and 200: 300 + 30 opening fee + 45 top-up fee.
  const order = await portal.call('POST', '/create-google-ads', {
    as: client,
    body: {
      adNum: 2,
      adsDetails: [
        { gmail: 'one@gmail.com', deposit: 100 },
        { gmail: 'two@gmail.com', deposit: '200' },
      ],
    },
  });
  expect(order.body).toMatchObject({
    message: 'Ads created successfully!',
    data: { accountOpeningFee: 30, totalDeposit: 300, topUpFee: 45, totalCost: 375, wallet: 625 },
  });
  expect(await wallet()).toMatchObject({ wallet: 625, held: 375 });

  const bing = await portal.call('POST', '/create-bing-ads', {
    as: client,
    body: { adNum: 1, adsDetails: [{ domain: 'example.com', outlookMail: 'a@outlook.com', deposit: 50 }] },
  });
  expect(bing.body.data).toMatchObject({ totalCost: 87.5, wallet: 537.5 });

  const pending = await portal.call('GET', '/get-pending-google-ads', { as: admin });
  expect(pending.body.ads).toHaveLength(1);
  const approved = await portal.call('PUT', '/approve-googleAd', {
    as: admin,
    query: { id: pending.body.ads[0]._id, action: 'approve' },
    body: { adsId: '123-456-7890, 222-333-4444' },
  });
  expect(approved.status, approved.text).toBe(200);
  const pendingBing = await portal.call('GET', '/get-pending-bing-ads', { as: admin });
  const rejected = await portal.call('PUT', '/approve-bingAd', {
    as: admin,
    query: { id: pendingBing.body.ads[0]._id, action: 'reject' },
    body: { remarks: 'The domain does not answer.' },
  });
  expect(rejected.status, rejected.text).toBe(200);
  expect(await wallet()).toMatchObject({ wallet: 625, held: 0 });
  const bingAds = await portal.call('GET', '/get-bing-ads', { as: client });
  expect(bingAds.body.ads[0]).toMatchObject({ state: 'Rejected', remarks: 'The domain does not answer.' });

  const deposit = await portal.call('POST', '/kimi/create-google-adDeposit', {
    as: client,
    body: { adsId: '1234567890', money: '10.01', adType: 'Google' },
  });
  expect(deposit.body).toMatchObject({
    message: 'Deposit added successfully!',
    totalDeposit: 10.01,
    totalCost: 11.51,
    wallet: 613.49,
  });
  const deposits = await portal.call('GET', '/kimi/get-pending-google-adDeposit', { as: admin });
  const { adsId, applyId, adType } = deposits.body.deposits[0];
  const done = await portal.call('PUT', '/kimi/approve-deposit', {
    as: admin,
    query: { adsId, applyId, adType, action: 'approve' },
    body: { transactionId: 'T-1' },
  });
  expect(done.status, done.text).toBe(200);

  // 110.01 is in the account with 16.50 of fee; half of it takes half of the fee, rounded down.
  const refund = await portal.call('POST', '/kimi/apply-refund', {
    as: client,
    body: { adsId: '123-456-7890', amount: 55, adType: 'Google' },
  });
  expect(refund.body.refund).toMatchObject({ amount: 55, feeBack: 8.24, remainMoney: 55.01, applyState: 'Pending' });
  const refundPaid = await portal.call('PUT', '/kimi/approve-refund-by-admin', {
    as: admin,
    query: { adsId: '123-456-7890', adType: 'Google', applyId: refund.body.refund.applyId, action: 'approve' },
    body: { transactionId: 'R-1' },
  });
  expect(refundPaid.status, refundPaid.text).toBe(200);
  expect(await wallet()).toMatchObject({ wallet: 676.73, held: 0 });

  // 30 + 45 + 1.50 − 8.24
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date());
  expect((await portal.call('GET', '/kimi/daily-revenue', { as: admin, query: { date: today } })).body.revenue).toBe(
    68.26,
  );
  expect((await portal.call('GET', '/kimi/total-revenue', { as: admin })).body.totalRevenue).toBe(68.26);
  const figures = await portal.call('GET', '/kimi/get-figures', { as: admin });
  expect(figures.body).toMatchObject({
    totalRevenue: 68.26,
    walletLiability: 676.73,
    heldMoney: 0,
    inAdAccounts: 255.01,
    activeCount: 1,
    topupsToday: { count: 1, money: 1000 },
  });
  expect(68.26 + 676.73 + 255.01).toBeCloseTo(1000, 2);

  const users = await portal.call('GET', '/get-user-for-admin', { as: admin });
  expect(users.body.users[0]).toMatchObject({ username: client.username, wallet: 676.73 });
  expect(users.body.users[0].googleAds).toHaveLength(1);
  const story = await portal.call('GET', '/kimi/get-request', {
    as: admin,
    query: { applyId: refund.body.refund.applyId },
  });
  expect(story.body.movements).toHaveLength(3);
});
