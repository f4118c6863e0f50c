import { beforeAll, describe, expect, test } from 'vitest';
import { onByDefault, type Platform } from '#platforms/platforms.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { openAccounts, someAdsId, walletOf } from './deposits.testing.server.ts';

const portal = await testPortal();
let client: Person;
let stranger: Person;
let admin: Person;
let other: Person;
const accounts = {} as Record<Platform, [string, string]>;

beforeAll(async () => {
  [client, stranger, admin, other] = await Promise.all([
    portal.client({ dollars: 20_000 }),
    portal.client({ dollars: 1_000 }),
    portal.admin(),
    portal.admin(),
  ]);
  for (const platform of onByDefault)
    accounts[platform] = (await openAccounts(portal, client, admin, platform, [100, 50])) as [string, string];
});

const create = (platform: Platform, body: object, as: Person | undefined = client, key?: string) =>
  portal.call('POST', `/kimi/create-${platform.toLowerCase()}-adDeposit`, {
    as,
    body: { adType: platform, ...body },
    key,
  });
const own = (platform: Platform, query = {}, as = client) =>
  portal.call('GET', `/kimi/get-${platform}-adDeposit`, { as, query: { adType: platform, ...query } });
const pending = (platform: Platform, query = {}) =>
  portal.call('GET', `/kimi/get-pending-${platform.toLowerCase()}-adDeposit`, { as: admin, query });
const complete = (platform: Platform, query = {}) =>
  portal.call('GET', `/kimi/get-complete-${platform.toLowerCase()}-adDeposit`, { as: admin, query });
const decide = (query: object, body: object, as: Person | undefined = admin) =>
  portal.call('PUT', '/kimi/approve-deposit', { as, query: { ...query }, body });

describe.each(onByDefault)('a %s deposit', (platform) => {
  test('is asked for, approved and then lies in the ad account', async () => {
    const [adsId] = accounts[platform];
    const before = await walletOf(portal, client);
    const asked = await create(platform, { adsId, money: 40.1 });
    expect(asked.status).toBe(200);
    expect(asked.body).toMatchObject({
      message: 'Deposit added successfully!',
      totalDeposit: 40.1,
      topUpFee: 6.02,
      totalCost: 46.12,
    });
    expect(asked.body.wallet).toBeCloseTo(before.wallet - 46.12, 2);
    const { applyId } = asked.body.deposits[0];
    expect(applyId).toMatch(/^DP-[0-9A-Z]{4}-[0-9A-Z]{4}$/);

    const waiting = (await pending(platform)).body;
    expect(waiting.message).toBe('Deposits details fetched successfully');
    const row = waiting.deposits.find((deposit: { applyId: string }) => deposit.applyId === applyId);
    expect(row).toMatchObject({
      _id: applyId,
      adsId,
      adType: platform,
      money: 40.1,
      totalCost: 46.12,
      topUpFee: 6.02,
      state: 'Pending',
      transactionId: '',
      remarks: '',
      late: false,
      userId: { _id: client._id, username: client.username, contact: { emailId: client.email } },
    });
    expect(new Date(row.createdAt).toISOString()).toBe(row.createdAt);

    const approved = await decide({ adsId, adType: platform, applyId, action: 'approve' }, { transactionId: ' tx-1 ' });
    const state = platform === 'Google' ? 'Completed' : 'Approved';
    expect(approved.status).toBe(200);
    expect(approved.body).toMatchObject({
      message: 'Deposit approved successfully!',
      deposit: { applyId, state, transactionId: 'tx-1' },
    });
    expect((await complete(platform)).body.deposits[0]).toMatchObject({ applyId, state });
    expect((await own(platform)).body.deposits[0]).toMatchObject({ applyId, state, decidedBy: null });
    const { body } = await portal.call('GET', '/kimi/get-ads-id', { as: client, query: { adType: platform } });
    expect(body.accounts.find((account: { adsId: string }) => account.adsId === adsId).available).toBe(140.1);
    expect((await walletOf(portal, client)).wallet).toBeCloseTo(before.wallet - 46.12, 2);
  });

  test('gives all of the held money back when it is rejected, and the client reads why', async () => {
    const [adsId] = accounts[platform];
    const before = await walletOf(portal, client);
    const { applyId } = (await create(platform, { adsId, money: '10.00' })).body.deposits[0];
    expect(await walletOf(portal, client)).toEqual({
      wallet: round(before.wallet - 11.5),
      held: round(before.held + 11.5),
    });
    const rejected = await decide(
      { adsId, adType: platform, applyId, action: 'reject' },
      { remarks: 'Account is disabled.' },
    );
    expect(rejected.body).toMatchObject({
      message: 'Deposit rejected successfully!',
      deposit: { state: 'Rejected', remarks: 'Account is disabled.' },
    });
    expect(await walletOf(portal, client)).toEqual(before);
    expect((await own(platform, { state: 'rejected' })).body.deposits[0]).toMatchObject({
      applyId,
      remarks: 'Account is disabled.',
    });
  });

  test('comes in many rows, all or none', async () => {
    const [first, second] = accounts[platform];
    const before = await walletOf(portal, client);
    const asked = await create(platform, {
      deposits: [
        { adsId: first, money: 0.1 },
        { adsId: second, money: '0.30' },
        { adsId: first, money: 7 },
      ],
    });
    expect(asked.body).toMatchObject({ totalDeposit: 7.4, topUpFee: 1.12, totalCost: 8.52 });
    expect(asked.body.deposits.map((row: { money: number; totalCost: number }) => [row.money, row.totalCost])).toEqual([
      [0.1, 0.12],
      [0.3, 0.35],
      [7, 8.05],
    ]);
    const { total } = (await own(platform)).body;

    const foreign = await create(platform, {
      deposits: [
        { adsId: first, money: 1 },
        { adsId: someAdsId(), money: 1 },
      ],
    });
    expect(foreign.status).toBe(404);
    expect(foreign.body).toMatchObject({ code: 'not_found', field: 'deposits.1.adsId' });
    expect((await own(platform)).body.total).toBe(total);
    expect((await walletOf(portal, client)).wallet).toBe(round(before.wallet - 8.52));
  });
});

describe('a deposit is refused', () => {
  const both = 'Please ensure both adsId and money are provided.';

  test.each([
    [{ money: 5 }, 'adsId', both],
    [{ adsId: '', money: 5 }, 'adsId', both],
    [{ adsId: 'A1' }, 'money', both],
    [{ adsId: 'A1', money: '' }, 'money', both],
    [{ adsId: 'A1', money: 0 }, 'money', both],
    [{ adsId: 'A1', money: -1 }, 'money', both],
    [{ adsId: 'A1', money: 0.001 }, 'money', 'Please enter an amount from 0.01 to 1,000,000.00.'],
    [{ adsId: 'A1', money: '1e3' }, 'money', 'Please enter an amount from 0.01 to 1,000,000.00.'],
    [{ deposits: [] }, 'deposits', 'At least one row is required!'],
    [{ deposits: [{ adsId: 'A1', money: 1 }, { adsId: 'A1' }] }, 'deposits.1.money', both],
    [{ deposits: [{ adsId: 'A1', money: 1 }, null] }, 'deposits.1', both],
    [{ deposits: 'many' }, 'deposits', 'At least one row is required!'],
    [{ adsId: 'A1', money: 1, adType: 'Bing' }, 'adType', 'This call is for Google ad accounts.'],
  ])('with 400 for %j', async (body, field, message) => {
    const answer = await create('Google', body);
    expect([answer.status, answer.body.field, answer.body.message]).toEqual([400, field, message]);
  });

  test('with 402 when the wallet has less, and nothing is written', async () => {
    const [adsId] = accounts.Google;
    const before = [await walletOf(portal, client), (await own('Google')).body.total];
    const answer = await create('Google', { adsId, money: 500_000 });
    expect([answer.status, answer.body.message]).toEqual([402, 'Insufficient wallet balance. Please recharge.']);
    expect([await walletOf(portal, client), (await own('Google')).body.total]).toEqual(before);
  });

  test('with the same 404 for an account that is not there, is another platform’s or is somebody else’s', async () => {
    const answers = [
      await create('Google', { adsId: someAdsId(), money: 1 }),
      await create('Google', { adsId: accounts.Bing[0], money: 1 }),
      await create('Google', { adsId: accounts.Google[0], money: 1 }, stranger),
    ];
    expect(answers.map(({ status, body }) => [status, body.message, body.field])).toEqual(
      Array(3).fill([404, 'This ad account was not found.', 'adsId']),
    );
  });

  test('and what a client claims to be and to owe is not read', async () => {
    const asked = await create('Google', {
      adsId: accounts.Google[0].toUpperCase().replaceAll('-', ' '),
      money: 2,
      userId: stranger._id,
      state: 'Approved',
      totalCost: 0.01,
    });
    expect(asked.body).toMatchObject({ totalCost: 2.3, deposits: [{ adsId: accounts.Google[0], state: 'Pending' }] });
  });
});

describe('the same attempt', () => {
  test('made twice is one deposit with one answer; other content with its key is 422', async () => {
    const body = {
      deposits: [
        { adsId: accounts.Bing[0], money: 3 },
        { adsId: accounts.Bing[1], money: 4 },
      ],
    };
    const key = `attempt-${someAdsId()}`;
    const [first, again] = [await create('Bing', body, client, key), await create('Bing', body, client, key)];
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    const changed = await create('Bing', { adsId: accounts.Bing[0], money: 4 }, client, key);
    expect([changed.status, changed.body.code]).toEqual([422, 'idempotency.key_reused']);
  });

  test('gets its first answer again even when its account is closed by then, and nobody else does', async () => {
    const leaver = await portal.client({ dollars: 200 });
    const { body: ordered } = await portal.call('POST', '/create-bing-ads', {
      as: leaver,
      body: { adNum: 1, adsDetails: [{ domain: 'example.com', outlookMail: 'ana@outlook.com', deposit: 0 }] },
    });
    const body = { adsId: someAdsId(), money: 5 };
    const opening = { query: { id: ordered.applyId, action: 'approve' }, body: { adsId: body.adsId } };
    await portal.call('PUT', '/approve-bingAd', { as: admin, ...opening });
    const first = await create('Bing', body, leaver, 'once');
    await portal.call('PUT', '/kimi/cancel-request', {
      as: leaver,
      query: { applyId: first.body.deposits[0].applyId },
    });
    const undo = { applyId: ordered.applyId, reason: 'opened by mistake' };
    expect((await portal.call('PUT', '/kimi/reverse-request', { as: admin, body: undo })).status).toBe(200);
    const again = await create('Bing', body, leaver, 'once');
    expect([again.status, again.body.deposits?.[0].applyId]).toEqual([200, first.body.deposits[0].applyId]);
    expect((await create('Bing', { ...body, money: 6 }, leaver, 'once')).status).toBe(422);
    expect((await create('Bing', body, leaver, 'twice')).status).toBe(404);
    expect((await create('Bing', body, client, 'once')).status).toBe(404);
  });

  test('of twenty at once on a wallet for three makes three', async () => {
    const poor = await portal.client({ dollars: 200 });
    const [adsId] = await openAccounts(portal, poor, admin, 'Google', [0]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('Google', { adsId, money: 45 }, poor)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, ...Array(17).fill(402)]);
    expect(await walletOf(portal, poor)).toEqual({ wallet: 14.75, held: 155.25 });
  });
});

describe('a verdict', () => {
  let row: { adsId: string; adType: string; applyId: string };
  beforeAll(async () => {
    const adsId = accounts.Facebook[0];
    row = {
      adsId,
      adType: 'Facebook',
      applyId: (await create('Facebook', { adsId, money: 1 })).body.deposits[0].applyId,
    };
  });

  test.each([
    [{ adsId: undefined }, {}, 'adsId', 'Error: Missing Ads ID, Apply ID, or Ad Type.'],
    [{ applyId: '' }, {}, 'applyId', 'Error: Missing Ads ID, Apply ID, or Ad Type.'],
    [{ adType: undefined }, {}, 'adType', 'Error: Missing Ads ID, Apply ID, or Ad Type.'],
    [{ action: 'maybe' }, {}, 'action', 'Please say whether to approve or to reject.'],
    [{ action: 'approve' }, {}, 'transactionId', 'Please enter a valid input.'],
    [{ action: 'approve' }, { transactionId: '  ' }, 'transactionId', 'Please enter a valid input.'],
    [{ action: 'reject' }, { transactionId: 'x' }, 'remarks', 'Please enter a valid input.'],
    [{ action: 'approve' }, { transactionId: 'x'.repeat(129) }, 'transactionId', 'Please use at most 128 characters.'],
  ])('with %j and %j is a 400', async (query, body, field, message) => {
    const answer = await decide({ ...row, action: 'approve', ...query }, body);
    expect([answer.status, answer.body.field, answer.body.message]).toEqual([400, field, message]);
  });

  test('has to name one row with all three', async () => {
    for (const wrong of [{ adsId: accounts.Facebook[1] }, { adType: 'Google' }, { applyId: 'DP-0000-0000' }]) {
      const answer = await decide({ ...row, action: 'approve', ...wrong }, { transactionId: 'x' });
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    }
  });

  test('is made once, whoever is faster', async () => {
    const verdicts = await Promise.all([
      decide({ ...row, action: 'approve' }, { transactionId: 'x' }),
      decide({ ...row, action: 'reject' }, { remarks: 'no' }, other),
      decide({ ...row, action: 'approve' }, { transactionId: 'y' }, other),
    ]);
    expect(verdicts.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const late = verdicts.find(({ status }) => status === 409)!.body;
    expect(late).toMatchObject({
      code: 'deposit.already_decided',
      state: expect.stringMatching(/Approved|Rejected/),
      decidedBy: expect.any(String),
      decidedAt: expect.any(String),
    });
  });

  test('on what its client has cancelled is a 409', async () => {
    const adsId = accounts.Google[1];
    const { applyId } = (await create('Google', { adsId, money: 1 })).body.deposits[0];
    const cancelled = await portal.call('PUT', '/kimi/cancel-request', { as: client, query: { applyId } });
    expect(cancelled.status).toBe(200);
    const answer = await decide({ adsId, adType: 'Google', applyId, action: 'approve' }, { transactionId: 'x' });
    expect([answer.status, answer.body.state]).toEqual([409, 'Cancelled']);
  });
});

function round(dollars: number): number {
  return Math.round(dollars * 100) / 100;
}
