/** Refusals around a second pair of eyes, and of cancelling what is not one's own to cancel. */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { normalisedAdsId } from '#kernel/ids.ts';
import { accountsOf } from '#accounts/accounts.testing.server.ts';
import { openAccounts, someAdsId } from '#deposits/deposits.testing.server.ts';
import { payAtOnce } from '#settings/settings.testing.server.ts';
import { monthAgo, spending } from '#spend/spend.testing.server.ts';
import { testPortal, type Answered, type Person } from './portal.testing.server.ts';

const portal = await testPortal();
await payAtOnce(portal.db.owner);
let admin: Person;
let second: Person;

beforeAll(async () => {
  [admin, second] = [await portal.admin(), await portal.admin()];
});

const some = () => randomBytes(12).toString('hex');
const code = async (answer: Answered | Promise<Answered>) => (await answer).body.code as string;
const post = (path: string, as: Person, body: object) => portal.call('POST', path, { as, body });
const put = (path: string, as: Person, query: Record<string, string>, body: object = {}) =>
  portal.call('PUT', path, { as, query, body });
const approve = (applyId: string, adsId = someAdsId()) =>
  portal.decide(admin, 'approve', { applyId, transactionId: `x ${applyId}`, adsId });
const correct = async (as: Person, kind: string, amount: number) =>
  (await post('/kimi/apply-correction', admin, { userId: as._id, kind, amount, reason: 'why' })).body.correction
    .applyId as string;
const drop = (id: string) => put('/kimi/drop-proposal', second, { id }, { reason: 'why' });
const reverse = (applyId: string) => put('/kimi/reverse-request', admin, {}, { applyId, reason: 'a mistake' });
const confirm = (id: string, as = second) => put('/kimi/confirm-action', as, { id });
const cancel = (as: Person, applyId: string) => put('/kimi/cancel-request', as, { applyId });

async function secondPair(on: boolean): Promise<void> {
  const body = { secondPair: { on, corrections: on } };
  expect((await portal.call('PUT', '/kimi/update-settings', { as: admin, body })).status).toBe(on ? 200 : 202);
  const { waiting } = (await portal.call('GET', '/kimi/get-settings', { as: admin })).body;
  if (!on) expect((await confirm(waiting._id)).status).toBe(200);
}

type Asked = { person: Person; adsId: string; ids: Record<string, string> };

/** A client with one approved request of each kind; `own` is the Ads ID of the order among them. */
async function oneOfEach(own = someAdsId()): Promise<Asked> {
  const person = await portal.client({ dollars: 500 });
  const [adsId] = (await openAccounts(portal, person, admin, 'Google', [50])) as [string];
  const order = { adNum: 1, adsDetails: [{ gmail: 'ana@gmail.com', deposit: 0 }] };
  const topup = await portal.call('POST', '/add-money', {
    as: person,
    form: { chargeMoney: '20', transactionId: some() },
  });
  const ids: Record<string, string> = {
    topup: topup.body.transaction.applyId,
    application: (await post('/create-google-ads', person, order)).body.applyId,
    deposit: (await post('/kimi/create-google-adDeposit', person, { adsId, money: 7 })).body.deposits[0].applyId,
    refund: (await post('/kimi/apply-refund', person, { adsId, amount: 7, adType: 'Google' })).body.refund.applyId,
    withdrawal: (
      await post('/kimi/apply-withdrawal', person, {
        amount: 10,
        networkName: 'TRC20',
        networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
        password: person.password,
      })
    ).body.withdrawal.applyId,
  };
  for (const id of Object.values(ids)) expect((await approve(id, own)).body.results[0].done).toBe(true);
  ids['goodwill'] = await correct(person, 'goodwill', 5);
  ids['penalty'] = await correct(person, 'penalty', 5);
  return { person, adsId, ids };
}

test('nothing waits about what was decided, of each kind, and nobody cancels it any more', async () => {
  const { person, ids } = await oneOfEach();
  for (const [kind, id] of Object.entries(ids)) {
    expect(await code(confirm(id))).toBe(`${kind}.already_decided`);
    expect(await code(cancel(person, id))).toBe(`${kind}.already_decided`);
  }
  for (const kind of ['goodwill', 'penalty']) expect(await code(drop(ids[kind]!))).toBe(`${kind}.already_decided`);
  expect(await code(confirm('TU-0000-0000'))).toBe('not_found');
});

test('a reversal that waits is refused to whoever asked, and to everybody while its account is in use', async () => {
  const own = someAdsId();
  const { person, adsId, ids } = await oneOfEach(own);
  await secondPair(true);
  for (const kind of ['application', 'deposit', 'refund']) expect((await reverse(ids[kind]!)).status).toBe(202);
  expect(await code(confirm(ids['deposit']!, admin))).toBe('request.own');
  const open = await Promise.all(
    [own, adsId].map(
      async (account) =>
        (await post('/kimi/create-google-adDeposit', person, { adsId: account, money: 1 })).body.deposits[0],
    ),
  );
  for (const kind of ['application', 'deposit', 'refund']) expect(await code(confirm(ids[kind]!))).toBe(`${kind}.busy`);
  expect(await code(confirm(open[0].applyId))).toBe('request.not_waiting');
  // What was asked for goes in, so that the new account is no longer as its order left it.
  await approve(open[0].applyId);
  expect(await code(confirm(ids['application']!))).toBe('application.short');
  await secondPair(false);
});

test('a reversal that waits is refused when the money has gone in the meantime', async () => {
  const { person, adsId, ids } = await oneOfEach();
  const spending = async () => correct(person, 'penalty', await portal.wallet(person));
  await spending();
  const all = (await post('/kimi/apply-refund', person, { adsId, amount: 49, adType: 'Google' })).body.refund.applyId;
  await approve(all);
  await spending();
  await secondPair(true);
  for (const kind of ['topup', 'deposit', 'refund', 'goodwill']) {
    expect((await reverse(ids[kind]!)).status).toBe(202);
    expect(await code(confirm(ids[kind]!))).toBe(`${kind}.short`);
  }
  await secondPair(false);
});

test('a penalty that waits can no longer be paid, and is not the client’s to cancel', async () => {
  const person = await portal.client({ dollars: 20 });
  await secondPair(true);
  const waiting = await correct(person, 'penalty', 15);
  expect(await code(cancel(person, waiting))).toBe('request.not_yours');
  await secondPair(false);
  await correct(person, 'penalty', 10);
  expect(await code(confirm(waiting))).toBe('wallet.insufficient');
});

/** One of each that needs an ad account with a past: its client, its number, and the Ads ID that it left. */
const ofAccounts: Record<string, () => Promise<{ person: Person; id: string; account: string }>> = {
  async replacement() {
    const { person, adsId, _id } = await aged();
    await accountsOf(portal).step(admin, _id, 'Suspended');
    const id = (await post('/kimi/apply-replacement', person, { id: _id, reason: `Not ${adsId} again.` })).body
      .replacement.applyId;
    expect(await code(reverse(id))).toBe('replacement.not_approved');
    expect(await code(drop(id))).toBe('proposal.not_waiting');
    const account = someAdsId();
    expect((await approve(id, account)).body.results[0].done).toBe(true);
    return { person, id, account };
  },
  async settlement() {
    const { person, adsId } = await aged();
    const month = monthAgo(2);
    await spending(portal.db, admin.person, portal.app.db).month(adsId, month, 40_000_000n);
    expect((await post('/kimi/settle-month', admin, { month, dry: false })).body).toMatchObject({ count: 1 });
    const { accounts } = (await post('/kimi/settle-month', admin, { month, dry: true })).body;
    const { applyId } = accounts.find((each: { adsId: string }) => each.adsId === adsId);
    expect(await code(drop(applyId))).toBe('settlement.already_decided');
    return { person, id: applyId, account: adsId };
  },
};

/** A client with an ad account of $100 that is older than the months before. */
async function aged() {
  const person = await portal.client({ dollars: 500 });
  const adsId = someAdsId();
  const _id = await accountsOf(portal).opened(admin, person, adsId, 100);
  await portal.db.owner.query(
    't.old',
    `update ad_accounts set opened_at = opened_at - interval '160 days' where key = $1`,
    [normalisedAdsId(adsId)],
  );
  return { person, adsId, _id };
}

test.each(Object.keys(ofAccounts))('a %s that is decided is refused whatever else decides', async (kind) => {
  const { person, id, account } = await ofAccounts[kind]!();
  expect(await code(confirm(id))).toBe(`${kind}.already_decided`);
  expect(await code(cancel(person, id))).toBe(`${kind}.already_decided`);
  const wish = { adsId: account, money: 1 };
  const { applyId } = (await post('/kimi/create-google-adDeposit', person, wish)).body.deposits[0];
  expect(await code(reverse(id))).toBe(`${kind}.busy`);
  await approve(applyId);
  await secondPair(true);
  // What was put in since keeps a replacement as it is; money that a settlement gives back needs none.
  expect((await reverse(id)).status).toBe(202);
  const { deposits } = (await post('/kimi/create-google-adDeposit', person, wish)).body;
  expect(await code(confirm(id))).toBe(`${kind}.busy`);
  await approve(deposits[0].applyId);
  await secondPair(false);
  expect(await code(confirm(id))).toBe(kind === 'replacement' ? 'replacement.short' : undefined);
  expect(await code(reverse(id))).toBe(`${kind}.${kind === 'replacement' ? 'short' : 'already_decided'}`);
  if (kind === 'replacement') {
    const all = { adsId: account, amount: 2, adType: 'Google' };
    await approve((await post('/kimi/apply-refund', person, all)).body.refund.applyId);
    expect((await reverse(id)).status).toBe(200);
  }
  expect(await code(reverse(id))).toBe(`${kind}.already_decided`);
});
