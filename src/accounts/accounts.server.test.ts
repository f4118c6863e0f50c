/** Ad accounts as their clients and admins find them, over the real portal. */
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { facebookOrder } from '#adaccounts/adaccounts.testing.server.ts';
import { accountsOf } from './accounts.testing.server.ts';

const portal = await testPortal();
const { opened, one, list, step, name } = accountsOf(portal);
let admin: Person;
let ana: Person;
let ben: Person;
const own: string[] = [];
let bens: string;

const idsOf = ({ accounts }: { accounts: { _id: string }[] }) => accounts.map(({ _id }) => _id);

beforeAll(async () => {
  admin = await portal.admin();
  [ana, ben] = [await portal.client({ dollars: 2_000 }), await portal.client({ dollars: 200 })];
  for (let n = 0; n < 5; n++) own.unshift(await opened(admin, ana, `123-456-000${n}`, n === 0 ? 0 : 50));
  bens = await opened(admin, ben, '987-654-3210');
});

describe('the list', () => {
  test('shows a client the own accounts, newest first, with what is in each', async () => {
    const { accounts, total, message } = await list(ana);
    expect([message, total, idsOf({ accounts })]).toEqual(['Ad accounts fetched successfully', 5, own]);
    expect(accounts[0]).toEqual({
      _id: own[0],
      adsId: '123-456-0004',
      platform: 'Google',
      state: 'Active',
      nickname: '',
      balance: 50,
      openedAt: expect.stringMatching(/Z$/),
      closedAt: null,
      applyId: expect.stringMatching(/^GA-/),
      spent: null,
      remaining: null,
      daysLeft: null,
      idle: false,
      lastDepositAt: expect.stringMatching(/Z$/),
    });
    // Nothing was put into this one yet.
    expect(accounts[4].lastDepositAt).toBeNull();
  });

  test('pages by number and by the last row, in both directions', async () => {
    expect(idsOf(await list(ana, { limit: 2, page: 2 }))).toEqual(own.slice(2, 4));
    expect(idsOf(await list(ana, { limit: 2, after: own[1]! }))).toEqual(own.slice(2, 4));
    expect(idsOf(await list(ana, { limit: 2, sort: 'openedAt', after: own[3]! }))).toEqual([own[2], own[1]]);
    expect(idsOf(await list(ana, { after: bens }))).toEqual([]);
  });

  test('is narrowed by platform, state, Ads ID however it is written, nickname and id', async () => {
    await name(ana, own[2]!, 'Shoes, Germany');
    expect(idsOf(await list(ana, { platform: 'Bing' }))).toEqual([]);
    expect(idsOf(await list(ana, { state: 'Suspended' }))).toEqual([]);
    expect(idsOf(await list(ana, { q: '123 4560003' }))).toEqual([own[1]]);
    expect(idsOf(await list(ana, { q: 'germ' }))).toEqual([own[2]]);
    expect(idsOf(await list(ana, { q: own[3]!.toLowerCase() }))).toEqual([own[3]]);
    expect(idsOf(await list(ana, { q: '%' }))).toEqual([]);
    expect(idsOf(await list(ana, { q: '-' }))).toEqual([]);
    expect(idsOf(await list(ana, { q: '987-654' }))).toEqual([]);
    const wrong = (query: object) => portal.call('GET', '/kimi/get-ad-accounts', { as: ana, query: { ...query } });
    expect((await wrong({ state: 'Gone' })).body.field).toBe('state');
    expect((await wrong({ platform: 'Yahoo' })).body.field).toBe('platform');
  });

  test('shows an admin everybody’s, whose each is, and finds a client by name or address', async () => {
    const all = await list(admin);
    expect(idsOf(all)).toEqual([bens, ...own]);
    expect(all.accounts[0].userId).toEqual({ _id: ben._id, username: ben.username, emailId: ben.email });
    expect(idsOf(await list(admin, { userId: ben._id }))).toEqual([bens]);
    expect(idsOf(await list(admin, { q: ben.email }))).toEqual([bens]);
    expect(idsOf(await list(admin, { q: ben.username, state: 'Active', platform: 'Google' }))).toEqual([bens]);
    expect(
      (await portal.call('GET', '/kimi/get-ad-accounts', { as: admin, query: { userId: 'US-0000-0000' } })).status,
    ).toBe(404);
  });

  test('says what is in all that is found together: the own to a client, everybody’s to whoever may have the file', async () => {
    for (const page of [1, 2]) expect((await list(ana, { limit: 2, page })).sums).toEqual({ balance: 200 });
    expect((await list(ben, { userId: ana._id })).sums).toEqual({ balance: 50 });
    expect((await list(ana, { q: '123 4560003' })).sums).toEqual({ balance: 50 });
    expect((await list(ana, { state: 'Suspended' })).sums).toEqual({ balance: 0 });
    expect((await list(admin)).sums).toEqual({ balance: 250 });
    expect((await list(admin, { userId: ben._id })).sums).toEqual({ balance: 50 });
    expect((await list(admin, { q: ben.email })).sums).toEqual({ balance: 50 });
    expect((await list(await portal.admin('Finance'))).sums).toEqual({ balance: 250 });
    // The figures of all clients are for Finance; rows are for everybody.
    for (const role of ['Operations', 'Support'] as const) {
      const seen = await list(await portal.admin(role));
      expect([seen.total, 'sums' in seen]).toEqual([6, false]);
    }
  });

  test('is a file of what was narrowed; whose each is stands there for admins alone', async () => {
    const file = async (as: Person, query = {}) => {
      const { status, bytes } = await portal.call('GET', '/kimi/export-ad-accounts', { as, query });
      expect(status).toBe(200);
      return (await readXlsx(new Uint8Array(bytes))).sheets[0]!.rows;
    };
    const [head, ...rows] = await file(admin, { sort: 'openedAt' });
    expect([head!.slice(0, 3), rows.map((row) => row[2])]).toEqual([
      ['Client', 'Email', 'Account ID'],
      [...own.toReversed(), bens],
    ]);
    const [, one, ...more] = await file(admin, { q: '123 4560003' });
    expect([one!.slice(0, 2), one![4], one![7], more]).toEqual([[ana.username, ana.email], '123-456-0003', 50, []]);
    expect((await file(ben, { userId: ana._id })).map(([id]) => id)).toEqual(['Account ID', bens]);
    expect((await file(ana)).flat()).not.toContain(ana.email);
    const log = await portal.call('GET', '/kimi/get-audit-log', { as: admin, query: { action: 'read.ad_accounts' } });
    expect(log.body.total).toBe(2);
    expect(
      (await portal.call('GET', '/kimi/export-ad-accounts', { as: admin, query: { userId: 'US-0000-0000' } })).status,
    ).toBe(404);
  });

  test('asks no client for `userId`', async () => {
    expect(idsOf(await list(ben, { userId: ana._id }))).toEqual([bens]);
  });
});

describe('one account', () => {
  test('shows every movement with the balance after it, the requests and the shares', async () => {
    const id = await opened(admin, ana, '555-1', 50);
    const money = { adsId: '555-1', adType: 'Google' };
    const deposit = await portal.call('POST', '/kimi/create-google-adDeposit', {
      as: ana,
      body: { ...money, money: 20 },
    });
    const { applyId } = deposit.body.deposits[0];
    await portal.call('PUT', '/kimi/approve-deposit', {
      as: admin,
      query: { ...money, applyId, action: 'approve' },
      body: { transactionId: 'T-1' },
    });
    const refund = await portal.call('POST', '/kimi/apply-refund', { as: ana, body: { ...money, amount: 30 } });
    await portal.call('POST', '/kimi/send-request-email', {
      as: ana,
      body: { emailId: 'buyer@gmail.com', adsId: '555 1', adType: 'Google' },
    });
    const found = await one(ana, id);
    expect(found.account).toMatchObject({ _id: id, balance: 40, feeLeft: 6 });
    expect(found.account.userId).toBeUndefined();
    expect(found.movements.map(({ at: _, ...each }: { at: string }) => each)).toEqual([
      { applyId: refund.body.refund.applyId, kind: 'refund', amount: -30, balance: 40 },
      { applyId, kind: 'deposit', amount: 20, balance: 70 },
      { applyId: found.account.applyId, kind: 'application', amount: 50, balance: 50 },
    ]);
    expect(found.requests.map(({ kind, state, amount }: never) => [kind, state, amount])).toEqual([
      ['refund', 'Pending', 30],
      ['deposit', 'Completed', 20],
      ['application', 'Approved', 50],
    ]);
    expect(found.shares).toEqual([
      { _id: expect.stringMatching(/^SH-/), emailId: 'buyer@gmail.com', createdAt: expect.stringMatching(/Z$/) },
    ]);
    // A share of another account whose id begins alike is not this one's.
    expect((await one(ana, await opened(admin, ana, '5551-2', 0))).shares).toEqual([]);
  });

  test('of another client is not there, and its note is no client’s', async () => {
    await step(admin, bens, 'Suspended', { note: 'Watch this client.' });
    const asked = await portal.call('GET', '/kimi/get-ad-account', { as: ana, query: { id: bens } });
    const nobodys = await portal.call('GET', '/kimi/get-ad-account', { as: ana, query: { id: 'AA-0000-0000' } });
    expect([asked.status, asked.text]).toEqual([404, nobodys.text]);
    expect((await name(ana, bens, 'Mine')).status).toBe(404);
    const own = await portal.call('GET', '/kimi/get-ad-account', { as: ben, query: { id: bens } });
    expect(own.text).not.toContain('Watch this client.');
    expect(own.text).not.toContain(admin.username);
    expect(own.body.account.nickname).toBe('');
  });
});

describe('a nickname', () => {
  test('is one line of at most 80 characters, and empty takes it away', async () => {
    const [id] = own as [string];
    expect((await name(ana, id, '  Shoes\n\u202eFrance ')).body).toEqual({
      message: 'The name is saved.',
      _id: id,
      nickname: 'Shoes France',
    });
    expect((await one(admin, id)).account.nickname).toBe('Shoes France');
    expect((await name(ana, id, 'x'.repeat(81))).body.field).toBe('nickname');
    expect((await name(ana, id, '')).body.nickname).toBe('');
    expect((await one(ana, id)).account.nickname).toBe('');
    expect((await name(admin, id, 'Ours')).status).toBe(403);
  });

  test('begins as what the order called each account, in one line and cut to its length', async () => {
    const names = ['Shoes\nFrance', 'y'.repeat(100)];
    const body = facebookOrder({ ads: names.map((accountName) => ({ accountName, deposit: 10 })) });
    const nicknamesOf = async (adsId: string) => {
      const { applyId } = (await portal.call('POST', '/kimi/create-facebook-ads', { as: ana, body })).body;
      const query = { id: applyId, action: 'approve' };
      const { status } = await portal.call('PUT', '/approve-facebookAd', { as: admin, query, body: { adsId } });
      expect(status).toBe(200);
      const { accounts } = await list(ana, { platform: 'Facebook', q: adsId.slice(0, 4) });
      return Object.fromEntries(
        accounts.map((account: Record<string, string>) => [account['adsId'], account['nickname']]),
      );
    };
    expect(await nicknamesOf('66601, 66602')).toEqual({ 66601: 'Shoes France', 66602: 'y'.repeat(80) });
    // One account for both has two names, and so none.
    expect(await nicknamesOf('77701')).toEqual({ 77701: '' });
  });
});
