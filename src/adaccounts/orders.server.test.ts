import { beforeAll, describe, expect, test } from 'vitest';
import { countTrips } from '#server/trips.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { adaccountsHandlers } from './adaccounts.server.ts';
import { createAds } from './adaccounts.api.ts';
import { facebookOrder, googleOrder, talkTo } from './adaccounts.testing.server.ts';

const portal = await testPortal();
const { order, wallet } = talkTo(portal);
let admin: Person;
beforeAll(async () => {
  admin = await portal.admin();
});

describe('ordering', () => {
  test('holds deposits, one opening fee and 15 %, and answers every figure of it', async () => {
    const client = await portal.client({ dollars: 500 });
    const { status, body } = await portal.call('POST', '/kimi/create-google-ads', {
      as: client,
      body: {
        ...googleOrder([50, '15', ''], { timezone: 'Asia/Shanghai' }),
        state: 'Approved',
        totalCost: 1,
        userId: 'somebody',
      },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'Ads created successfully!',
      applyId: expect.stringMatching(/^GA-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/),
      data: {
        _id: body.applyId,
        applyId: body.applyId,
        accountOpeningFee: 30,
        totalDeposit: 65,
        topUpFee: 9.75,
        totalCost: 104.75,
        wallet: 395.25,
      },
    });
    expect(await wallet(client)).toMatchObject({ wallet: 395.25, held: 104.75 });

    const list = await portal.call('GET', '/get-google-ads', { as: client, query: { page: 1, limit: 8 } });
    expect(list.body).toMatchObject({ message: 'google ads fetched successfully', total: 1, page: 1, limit: 8 });
    expect(list.body.ads[0]).toEqual({
      _id: body.applyId,
      applyId: body.applyId,
      state: 'Pending',
      remarks: '',
      clientRemarks: '',
      reversalReason: '',
      transactionId: '',
      late: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: expect.any(String),
      decidedAt: null,
      decidedBy: null,
      waits: null,
      adsId: '',
      adsIds: [],
      adNum: 3,
      accountOpenFee: 30,
      totalDeposit: 65,
      topUpFee: 9.75,
      totalCost: 104.75,
      adsDetails: [
        { gmail: 'ads0@gmail.com', deposit: 50, timezone: 'Asia/Shanghai' },
        { gmail: 'ads1@gmail.com', deposit: 15, timezone: 'Asia/Shanghai' },
        { gmail: 'ads2@gmail.com', deposit: 0, timezone: 'Asia/Shanghai' },
      ],
      userId: {
        _id: client._id,
        username: client.username,
        wallet: 395.25,
        contact: { emailId: client.email, contact1: '+49 170 123456' },
      },
    });
  });

  test('takes Bing rows with domain and Outlook mail, and says Bing with a capital to the client alone', async () => {
    const client = await portal.client({ dollars: 100 });
    const adsDetails = [{ domain: 'example.com', outlookMail: 'ana@outlook.com', deposit: 30 }];
    const { body } = await portal.call('POST', '/create-bing-ads', { as: client, body: { adNum: '1', adsDetails } });
    expect(body.applyId).toMatch(/^BA-/);
    expect(body.data).toMatchObject({
      accountOpeningFee: 30,
      totalDeposit: 30,
      topUpFee: 4.5,
      totalCost: 64.5,
      wallet: 35.5,
    });
    const own = await portal.call('GET', '/get-bing-ads', { as: client });
    expect(own.body.message).toBe('Bing ads fetched successfully');
    expect(own.body.ads[0].adsDetails).toEqual(adsDetails);
    const pending = await portal.call('GET', '/get-pending-bing-ads', { as: admin });
    expect(pending.body.message).toBe('bing ads fetched successfully');
    expect(pending.body.ads.map((ad: { applyId: string }) => ad.applyId)).toContain(body.applyId);
  });

  test('takes Facebook orders one by one with any deposit, and counts what waits', async () => {
    const client = await portal.client({ dollars: 100 });
    const { body } = await portal.call('POST', '/kimi/create-facebook-ads', { as: client, body: facebookOrder() });
    expect(body.applyId).toMatch(/^FA-/);
    expect(body.data).toMatchObject({
      accountOpeningFee: 30,
      totalDeposit: 12.34,
      topUpFee: 1.85,
      totalCost: 44.19,
      wallet: 55.81,
    });
    const list = await portal.call('GET', '/kimi/get-facebook-ads', { as: client });
    expect(list.body.message).toBe('facebook ads fetched successfully');
    expect(list.body.ads[0]).toMatchObject({
      licenseMode: 'new license',
      licenseName: 'Ana GmbH',
      pageNum: 1,
      pageUrls: ['facebook.com/ana'],
      adType: 'Domain',
      domainOption: 'limited',
      domainNum: 2,
      domains: ['example.com', 'example.org'],
      appUrl: '',
      appId: '',
      paymentMode: 'oneByOne',
      ads: [
        { accountName: 'Ana 1', deposit: 12.34 },
        { accountName: 'Ana 2', deposit: 0 },
      ],
      remarks: 'As soon as possible',
      adNum: 2,
    });
    const counts = await portal.call('GET', '/kimi/get-pending-details-facebook-ads', { as: client });
    expect(counts.body).toMatchObject({ application: 1, deposits: 0, refunds: 0 });
    const everybody = await portal.call('GET', '/get-facebook-ads', { as: admin });
    expect(everybody.body.ads.map((ad: { applyId: string }) => ad.applyId)).toContain(body.applyId);
    expect(everybody.body.limit).toBe(50);
  });

  test('takes the opening fee alone for a monthly Facebook order, whatever its rows say', async () => {
    const client = await portal.client({ dollars: 30 });
    const { body } = await portal.call('POST', '/kimi/create-facebook-ads', {
      as: client,
      body: facebookOrder({ paymentMode: 'monthly', ads: [{ accountName: 'Ana', deposit: 500 }] }),
    });
    expect(body.data).toMatchObject({ accountOpeningFee: 30, totalDeposit: 0, topUpFee: 0, totalCost: 30, wallet: 0 });
    const list = await portal.call('GET', '/kimi/get-facebook-ads', { as: client });
    expect(list.body.ads[0]).toMatchObject({ paymentMode: 'monthly', ads: [] });
  });

  test('writes nothing where the wallet is a cent short', async () => {
    const client = await portal.client({ dollars: 47.24 });
    const { status, body } = await order(client, [15]);
    expect([status, body.code, body.message]).toEqual([
      402,
      'wallet.insufficient',
      'Insufficient wallet balance. Please recharge.',
    ]);
    expect(await wallet(client)).toMatchObject({ wallet: 47.24, held: 0 });
    expect((await portal.call('GET', '/get-google-ads', { as: client })).body).toMatchObject({ ads: [], total: 0 });
  });

  test('refuses what is not on offer and what does not add up, naming the field', async () => {
    const client = await portal.client({ dollars: 500 });
    const refused = async (path: string, body: object) => {
      const answer = await portal.call('POST', path, { as: client, body });
      expect(answer.status).toBe(400);
      return answer.body.field;
    };
    expect(await refused('/create-google-ads', googleOrder([15, 16]))).toBe('adsDetails.1.deposit');
    expect(await refused('/create-google-ads', { ...googleOrder([15]), adNum: 2 })).toBe('adNum');
    expect(await refused('/create-google-ads', googleOrder([], {}))).toBe('adNum');
    expect(await refused('/create-google-ads', googleOrder([15], { gmail: ['a@b.de'] }))).toBe('adsDetails.0.gmail');
    expect(await refused('/create-google-ads', googleOrder([15], { timezone: 'x'.repeat(65) }))).toBe(
      'adsDetails.0.timezone',
    );
    expect(
      await refused('/create-bing-ads', {
        adNum: 1,
        adsDetails: [{ domain: 'nope', outlookMail: 'a@outlook.com', deposit: 0 }],
      }),
    ).toBe('adsDetails.0.domain');
    expect(await refused('/kimi/create-facebook-ads', facebookOrder({ pageNum: 2 }))).toBe('pageNum');
    expect(await refused('/kimi/create-facebook-ads', facebookOrder({ appId: '77' }))).toBe('domains');
    expect(
      await refused('/kimi/create-facebook-ads', facebookOrder({ ads: [{ accountName: 'a', deposit: -1 }] })),
    ).toBe('ads.0.deposit');
    expect(await wallet(client)).toMatchObject({ wallet: 500, held: 0 });
  });

  test('makes one order of one key, and refuses the key for another order', async () => {
    const client = await portal.client({ dollars: 500 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => order(client, [50], 'one-attempt')));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]!.body.data.wallet).toBe(412.5);
    expect((await order(client, [100], 'one-attempt')).status).toBe(422);
    expect(await wallet(client)).toMatchObject({ wallet: 412.5, held: 87.5 });
  });

  test('gets its first answer again even when its deposit is no longer offered', async () => {
    const client = await portal.client({ dollars: 500 });
    const { settings } = (await portal.call('GET', '/kimi/get-settings', { as: admin })).body;
    const offer = (depositOptions: number[]) => portal.set(admin, { depositOptions });
    const first = await order(client, [50], 'offered');
    await offer([0, 100]);
    expect(await order(client, [50], 'offered')).toMatchObject({ status: 200, body: first.body });
    expect((await order(client, [50], 'later')).status).toBe(400);
    await offer(settings.depositOptions);
  });

  test('lets fifty parallel orders spend a wallet exactly as often as it can pay', async () => {
    const client = await portal.client({ dollars: 500 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => order(client, [15])));
    // 47.25 each: ten fit into 500.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(40);
    expect(await wallet(client)).toMatchObject({ wallet: 27.5, held: 472.5 });
    const page = await portal.call('GET', '/get-google-ads', { as: client, query: { page: 2 } });
    expect([page.body.ads.length, page.body.total, page.body.limit]).toEqual([2, 10, 8]);
  });

  test('is one round trip once the prices are known', async () => {
    const client = await portal.client({ dollars: 500 });
    await portal.call('GET', '/kimi/get-prices', { as: client });
    const handler = adaccountsHandlers.find(({ endpoint }) => endpoint === createAds.Google)!;
    const call = {
      app: portal.app,
      session: { person: client.person, client: client.id },
      from: {},
      body: { adNum: 1, adsDetails: [{ gmail: 'a@gmail.com', deposit: 1_500n, timezone: '' }] },
    };
    expect((await countTrips(() => handler.run(call as never))).trips).toBe(1);
  });

  test('answers hostile rows with 4xx at worst and never touches the wallet', async () => {
    const client = await portal.client({ dollars: 10 });
    const hostile: unknown[] = [
      '\u0000',
      '\ud800',
      -1,
      1e308,
      0.001,
      [],
      [[]],
      {},
      { toString: 1 },
      null,
      true,
      'x'.repeat(5_000),
      '1e5',
      '٣',
    ];
    const send = async (path: string, body: object) => {
      const { status, text } = await portal.call('POST', path, { as: client, body });
      expect(status, text.slice(0, 200)).toBeGreaterThanOrEqual(400);
      expect(status, text.slice(0, 200)).toBeLessThan(500);
    };
    for (const value of hostile) {
      for (const field of ['gmail', 'deposit', 'timezone'])
        await send('/create-google-ads', googleOrder([15], { [field]: value }));
      for (const field of ['pageUrls', 'domains', 'ads'])
        await send('/kimi/create-facebook-ads', facebookOrder({ [field]: [value], pageNum: 1, domainNum: 1 }));
      for (const field of ['accountName', 'deposit'])
        await send(
          '/kimi/create-facebook-ads',
          facebookOrder({ ads: [{ accountName: 'a', deposit: 1, [field]: value }] }),
        );
      await send('/create-google-ads', { adNum: 1, adsDetails: value });
    }
    expect(await wallet(client)).toMatchObject({ wallet: 10, held: 0 });
  });

  test('says what this client pays before anything is ordered', async () => {
    const client = await portal.client();
    const { body } = await portal.call('GET', '/kimi/get-prices', { as: client });
    expect(body.prices).toEqual({
      accountOpeningFee: 30,
      topUpRate: 15,
      depositOptions: [0, 15, 30, 50, 100, 200, 500],
      leastDeposit: 0.01,
    });
  });
});
