import { beforeAll, describe, expect, test, vi } from 'vitest';
import { openAccounts, someAdsId, walletOf } from '#deposits/deposits.testing.server.ts';
import { onByDefault, type Platform } from '#platforms/platforms.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
let client: Person;
let stranger: Person;
let admin: Person;
let other: Person;
const account = {} as Record<Platform, string>;

beforeAll(async () => {
  [client, stranger, admin, other] = await Promise.all([
    portal.client({ dollars: 5_000 }),
    portal.client(),
    portal.admin(),
    portal.admin(),
  ]);
  for (const platform of onByDefault)
    account[platform] = (await openAccounts(portal, client, admin, platform, [100]))[0]!;
});

const apply = (body: object, as: Person | undefined = client, key?: string) =>
  portal.call('POST', '/kimi/apply-refund', { as, body, key });
const own = (query: object, as = client) => portal.call('GET', '/kimi/refund-Details', { as, query: { ...query } });
const decide = (query: object, body: object, as: Person | undefined = admin) =>
  portal.call('PUT', '/kimi/approve-refund-by-admin', { as, query: { ...query }, body });
const refundable = async (adType: Platform) => {
  const { body } = await portal.call('GET', '/kimi/get-refundable', { as: client, query: { adType } });
  return body.accounts.find((each: { adsId: string }) => each.adsId === account[adType]) as {
    available: number;
    feeLeft: number;
  };
};

describe.each(onByDefault)('a %s refund', (adType) => {
  const link = `ad${adType}Account`;

  test('is set aside when asked for, and approved gives the money and its fee share back', async () => {
    const adsId = account[adType];
    const before = await walletOf(portal, client);
    expect(await refundable(adType)).toEqual({ adsId, available: 100, feeLeft: 15 });
    const asked = await apply({ adsId, amount: 33.33, adType });
    expect(asked.status).toBe(200);
    expect(asked.body.message).toBe('Refund applied successfully.');
    const { refund } = asked.body;
    expect(refund).toMatchObject({
      adType,
      adsId,
      amount: 33.33,
      feeBack: 4.99,
      totalRefund: 38.32,
      remainMoney: 66.67,
      applyState: 'Pending',
      state: 'Pending',
      transactionId: '',
      remarks: '',
      [link]: { _id: expect.stringMatching(/^[GBF]A-/), adsId },
      userId: { _id: client._id, username: client.username, wallet: before.wallet },
    });
    expect(refund.applyId).toMatch(/^RF-/);
    expect(await refundable(adType)).toEqual({ adsId, available: 66.67, feeLeft: 10.01 });

    const { body } = await portal.call('GET', '/kimi/refund-Details-for-admin', { as: admin, query: { adType } });
    expect(body.message).toBe('Refund details fetched successfully');
    expect(body.refundsDetails).toHaveLength(1);
    expect(body.refundsDetails[0]).toEqual({ ...refund, userId: expect.objectContaining({ _id: client._id }) });

    const approved = await decide(
      { adsId, adType, applyId: refund.applyId, action: 'approve' },
      { transactionId: 'back-1' },
    );
    expect(approved.body).toMatchObject({
      message: 'Refund approved successfully!',
      refund: { applyState: 'Approved', transactionId: 'back-1', remainMoney: 66.67 },
    });
    expect((await walletOf(portal, client)).wallet).toBe(round(before.wallet + 38.32));
    const done = await portal.call('GET', '/approved-refund-Details-for-admin', { as: admin, query: { adType } });
    expect(done.body.refundsDetails).toMatchObject([
      { applyId: refund.applyId, applyState: 'Approved', [link]: { adsId } },
    ]);
  });

  test('gives everything back to the ad account when it is rejected, with the reason', async () => {
    const adsId = account[adType];
    const before = await refundable(adType);
    const { refund } = (await apply({ adsId, amount: '66.67', adType })).body;
    expect(refund.remainMoney).toBe(0);
    expect(await refundable(adType)).toMatchObject({ available: 0, feeLeft: 0 });
    const rejected = await decide(
      { adsId, adType, applyId: refund.applyId, action: 'reject' },
      { remarks: 'Still spending.' },
    );
    expect(rejected.body).toMatchObject({
      message: 'Refund rejected successfully!',
      refund: { applyState: 'Rejected', remarks: 'Still spending.', remainMoney: 66.67 },
    });
    expect(await refundable(adType)).toEqual(before);
    expect((await own({ adType })).body.refundsDetails[0]).toMatchObject({
      applyId: refund.applyId,
      remarks: 'Still spending.',
    });
  });

  test('can never be more than is left, and a series of them returns no more than was taken', async () => {
    const adsId = account[adType];
    const start = await walletOf(portal, client);
    const left = await refundable(adType);
    const tooMuch = await apply({ adsId, amount: 66.68, adType });
    expect([tooMuch.status, tooMuch.body.code, tooMuch.body.field]).toEqual([409, 'refund.short', 'amount']);
    expect(tooMuch.body.message).toBe('This is more than is left in the ad account: $66.67.');
    const answers = await Promise.all(Array.from({ length: 12 }, () => apply({ adsId, amount: 10.03, adType })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(6).fill(200), ...Array(6).fill(409)]);
    const last = await apply({ adsId, amount: 6.49, adType });
    expect(last.body.refund.remainMoney).toBe(0);
    expect(await refundable(adType)).toMatchObject({ available: 0, feeLeft: 0 });
    for (const { body } of [...answers, last]) {
      if (body.refund)
        expect(
          (await decide({ adsId, adType, applyId: body.refund.applyId, action: 'approve' }, { transactionId: 'x' }))
            .status,
        ).toBe(200);
    }
    expect((await walletOf(portal, client)).wallet).toBe(round(start.wallet + left.available + left.feeLeft));
  });
});

test('a deposit beside a refund that waits is taken, and stays in the account', async () => {
  const [adsId] = await openAccounts(portal, client, admin, 'Google', [50]);
  const { refund } = (await apply({ adsId, amount: 50, adType: 'Google' })).body;
  const row = { adsId, adType: 'Google' };
  const asked = await portal.call('POST', '/kimi/create-google-adDeposit', { as: client, body: { ...row, money: 10 } });
  expect([asked.status, refund.remainMoney]).toEqual([200, 0]);
  const query = { ...row, applyId: asked.body.deposits[0].applyId, action: 'approve' };
  const put = { as: admin, query, body: { transactionId: 'x' } };
  expect((await portal.call('PUT', '/kimi/approve-deposit', put)).status).toBe(200);
  const approved = await decide({ ...row, applyId: refund.applyId, action: 'approve' }, { transactionId: 'back' });
  expect(approved.body.refund).toMatchObject({ applyState: 'Approved', totalRefund: 57.5 });
  const { body } = await portal.call('GET', '/kimi/get-refundable', { as: client, query: { adType: 'Google' } });
  expect(body.accounts).toContainEqual({ adsId, available: 10, feeLeft: 1.5 });
});

test('a Facebook refund shows what was ordered with its account', async () => {
  const [row] = (await own({ adType: 'Facebook' })).body.refundsDetails;
  expect(row.adFacebookAccount).toMatchObject({
    ads: [{ accountName: 'Ana 1', deposit: 100 }],
    remarks: 'please hurry',
  });
});

describe('a refund is refused', () => {
  const both = 'Please fill in both fields.';

  test.each([
    [{ amount: 5, adType: 'Google' }, 'adsId', both],
    [{ adsId: ' ', amount: 5, adType: 'Google' }, 'adsId', both],
    [{ adsId: 'A', adType: 'Google' }, 'amount', both],
    [{ adsId: 'A', amount: '', adType: 'Google' }, 'amount', both],
    [{ adsId: 'A', amount: 'ten', adType: 'Google' }, 'amount', 'Please enter an amount from 0.01 to 1,000,000.00.'],
    [{ adsId: 'A', amount: 0, adType: 'Google' }, 'amount', 'Please enter an amount from 0.01 to 1,000,000.00.'],
    [{ adsId: 'A', amount: 1, adType: 'Yahoo' }, 'adType', 'Please choose Google, Bing or Facebook.'],
  ])('with 400 for %j', async (body, field, message) => {
    const answer = await apply(body);
    expect([answer.status, answer.body.field, answer.body.message]).toEqual([400, field, message]);
  });

  test('with the same 404 for an account that is not there, on another platform or somebody else’s', async () => {
    const answers = [
      await apply({ adsId: someAdsId(), amount: 1, adType: 'Google' }),
      await apply({ adsId: account.Bing, amount: 1, adType: 'Google' }),
      await apply({ adsId: account.Google, amount: 1, adType: 'Google' }, stranger),
    ];
    expect(answers.map(({ status, body }) => [status, body.message, body.field])).toEqual(
      Array(3).fill([404, 'This ad account was not found.', 'adsId']),
    );
    expect((await own({ adType: 'Google' }, stranger)).body).toMatchObject({ refundsDetails: [], total: 0 });
  });
});

test('the same attempt made twice is one refund with one answer', async () => {
  const [adsId] = await openAccounts(portal, client, admin, 'Google', [50]);
  const key = `attempt-${someAdsId()}`;
  const body = { adsId, amount: 20, adType: 'Google' };
  const [first, again] = [await apply(body, client, key), await apply(body, client, key)];
  expect(again.body).toEqual(first.body);
  expect((await apply({ ...body, amount: 21 }, client, key)).status).toBe(422);
});

test('who was shown a share of the fee asks for no refund without it', async () => {
  const [adsId] = await openAccounts(portal, client, admin, 'Google', [50]);
  const gives = async (refundsReturnFee: boolean) => {
    await portal.call('PUT', '/kimi/update-settings', { as: admin, body: { refundsReturnFee } });
    const said = () => portal.call('GET', '/kimi/get-refundable', { as: client, query: { adType: 'Google' } });
    await vi.waitFor(async () => expect((await said()).body.returnsFee).toBe(refundsReturnFee), { timeout: 5_000 });
  };
  const body = { adsId, amount: 50, adType: 'Google' };
  const send = (expected: string) =>
    portal.call('POST', '/kimi/apply-refund', { as: client, headers: { 'expected-total': expected }, body });
  await gives(false);
  const message = 'Prices have changed: this is $50.00 in total now, not $57.50. Nothing was sent.';
  expect(await send('57.50')).toMatchObject({ status: 409, body: { code: 'prices.changed', message, totalCost: 50 } });
  expect((await send('50')).body.refund).toMatchObject({ feeBack: 0, totalRefund: 50 });
  await gives(true);
});

describe('a verdict', () => {
  let row: { adsId: string; adType: string; applyId: string };
  beforeAll(async () => {
    const [adsId] = await openAccounts(portal, client, admin, 'Bing', [30]);
    row = {
      adsId: adsId!,
      adType: 'Bing',
      applyId: (await apply({ adsId, amount: 10, adType: 'Bing' })).body.refund.applyId,
    };
  });

  test.each([
    [{ adsId: '' }, { transactionId: 'x' }, 'adsId', 'Error: Missing Ads ID, Apply ID, or Ad Type.'],
    [{ applyId: undefined }, { transactionId: 'x' }, 'applyId', 'Error: Missing Ads ID, Apply ID, or Ad Type.'],
    [{ adType: 'x' }, { transactionId: 'x' }, 'adType', 'Error: Missing Ads ID, Apply ID, or Ad Type.'],
    [{}, {}, 'transactionId', 'Please enter a transaction ID.'],
    [{ action: 'reject' }, { remarks: ' ' }, 'remarks', 'Please enter a reason for rejection.'],
  ])('with %j and %j is a 400', async (query, body, field, message) => {
    const answer = await decide({ ...row, action: 'approve', ...query }, body);
    expect([answer.status, answer.body.field, answer.body.message]).toEqual([400, field, message]);
  });

  test('has to name one row with all three', async () => {
    for (const wrong of [{ adsId: account.Bing }, { adType: 'Google' }, { applyId: 'RF-0000-0000' }]) {
      expect((await decide({ ...row, action: 'approve', ...wrong }, { transactionId: 'x' })).status).toBe(404);
    }
  });

  test('is made once, whoever is faster', async () => {
    const verdicts = await Promise.all([
      decide({ ...row, action: 'approve' }, { transactionId: 'x' }),
      decide({ ...row, action: 'reject' }, { remarks: 'no' }, other),
    ]);
    expect(verdicts.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(verdicts.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'refund.already_decided',
      decidedAt: expect.any(String),
    });
  });
});

function round(dollars: number): number {
  return Math.round(dollars * 100) / 100;
}
