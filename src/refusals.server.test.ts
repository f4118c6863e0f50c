/**
 * Refusals about money that no slice's own test meets: each is declared by its endpoint, and each is answered when it
 * is due.
 */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { accountsOf } from '#accounts/accounts.testing.server.ts';
import { openAccounts, someAdsId } from '#deposits/deposits.testing.server.ts';
import { platforms, specOf, type Platform } from '#platforms/platforms.ts';
import { orderBody } from '#platforms/order.testing.ts';
import { payAtOnce } from '#settings/settings.testing.server.ts';
import { testPortal, type Answered, type Person } from './portal.testing.server.ts';

const portal = await testPortal();
await payAtOnce(portal.db.owner);
let admin: Person;
let client: Person;
const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const some = () => randomBytes(12).toString('hex');

beforeAll(async () => {
  [client, admin] = [await portal.client({ dollars: 20_000 }), await portal.admin()];
  // A platform that is off until an admin wants it refuses as the others do.
  await portal.set(admin, { platforms });
});

const code = async (answer: Answered | Promise<Answered>) => (await answer).body.code as string;
const post = (path: string, as: Person, body: object, key?: string) =>
  portal.call('POST', path, { as, body, ...(key ? { key } : {}) });
const topUp = (as: Person, transactionId = some()) =>
  portal.call('POST', '/add-money', { as, form: { chargeMoney: '20', transactionId } });
const decide = (action: string, applyId: string, more: object = {}) =>
  portal.decide(admin, action, { applyId, transactionId: 'x', remarks: 'no', ...more });
const reverse = (applyId: string) =>
  portal.call('PUT', '/kimi/reverse-request', { as: admin, body: { applyId, reason: 'a mistake' } });
const drop = (id: string) =>
  portal.call('PUT', '/kimi/drop-proposal', { as: admin, query: { id }, body: { reason: 'why' } });
const withdraw = (as: Person) =>
  post('/kimi/apply-withdrawal', as, { amount: 10, networkName: 'TRC20', networkAddress: tron, password: as.password });
const correct = (as: Person, kind: string, amount = 10) =>
  post('/kimi/apply-correction', admin, { userId: as._id, kind, amount, reason: 'why' });
const order = (platform: Platform, as = client, mail = 'ana@outlook.com', key?: string) =>
  post(specOf(platform).calls.create, as, orderBody(specOf(platform), [0], mail), key);

describe.each(platforms)('%s', (platform) => {
  const path = platform.toLowerCase();
  const deposit = (as: Person, adsId: string, money: number, key?: string) =>
    post(`/kimi/create-${path}-adDeposit`, as, { adsId, money }, key);
  const approve = (id: string, adsId: string) =>
    portal.call('PUT', `/approve-${path}Ad`, { as: admin, query: { id, action: 'approve' }, body: { adsId } });

  test('an order that the wallet cannot pay, and a key used for another order', async () => {
    expect(await code(order(platform, await portal.client()))).toBe('wallet.insufficient');
    const key = some();
    expect((await order(platform, client, 'ana@outlook.com', key)).status).toBe(200);
    expect(await code(order(platform, client, 'bea@outlook.com', key))).toBe('idempotency.key_reused');
  });

  test('a deposit that the wallet cannot pay, into no account of theirs, and a key used for another deposit', async () => {
    const [adsId] = (await openAccounts(portal, client, admin, platform, [15])) as [string];
    const key = some();
    expect((await deposit(client, adsId, 5, key)).status).toBe(200);
    expect(await code(deposit(client, adsId, 6, key))).toBe('idempotency.key_reused');
    expect(await code(deposit(client, adsId, 900_000))).toBe('wallet.insufficient');
    expect(await code(deposit(client, someAdsId(), 5))).toBe('not_found');
  });

  test('a deposit into an account that is suspended, and the approval of one that waited', async () => {
    const [adsId] = (await openAccounts(portal, client, admin, platform, [15])) as [string];
    const { applyId } = (await deposit(client, adsId, 5)).body.deposits[0];
    const accounts = accountsOf(portal);
    const [account] = (await accounts.list(client, { q: adsId })).accounts;
    expect((await accounts.step(admin, account._id, 'Suspended')).status).toBe(200);
    expect(await code(deposit(client, adsId, 5))).toBe('deposit.inactive');
    const approved = portal.call('PUT', '/kimi/approve-deposit', {
      as: admin,
      query: { adsId, applyId, adType: platform, action: 'approve' },
      body: { transactionId: 'x' },
    });
    expect(await code(approved)).toBe('deposit.inactive');
  });

  test('an approval of what was decided, under an Ads ID in use, and under too many of them', async () => {
    const [taken] = (await openAccounts(portal, client, admin, platform, [0])) as [string];
    const { applyId } = (await order(platform)).body;
    expect(await code(approve(applyId, `${someAdsId()}, ${someAdsId()}`))).toBe('application.ads_ids');
    expect(await code(approve(applyId, taken))).toBe('application.taken');
    expect((await approve(applyId, someAdsId())).status).toBe(200);
    expect(await code(approve(applyId, someAdsId()))).toBe('application.already_decided');
    expect(await code(approve('GA-0000-0000', someAdsId()))).toBe('not_found');
  });
});

/** A request of each kind, and what approves it; corrections are approved when they are made. */
const kinds: Record<
  string,
  { ask: (as: Person, adsId: string) => Promise<Answered>; applyId: (body: Answered['body']) => string }
> = {
  topup: { ask: (as) => topUp(as), applyId: (body) => body.transaction.applyId },
  application: { ask: (as) => order('Google', as), applyId: (body) => body.applyId },
  deposit: {
    ask: (as, adsId) => post('/kimi/create-google-adDeposit', as, { adsId, money: 7 }),
    applyId: (body) => body.deposits[0].applyId,
  },
  refund: {
    ask: (as, adsId) => post('/kimi/apply-refund', as, { adsId, amount: 7, adType: 'Google' }),
    applyId: (body) => body.refund.applyId,
  },
  withdrawal: { ask: (as) => withdraw(as), applyId: (body) => body.withdrawal.applyId },
};

describe('of a reversal', () => {
  const prepared = async () => {
    const person = await portal.client({ dollars: 300 });
    const [adsId] = (await openAccounts(portal, person, admin, 'Google', [50])) as [string];
    return { person, adsId };
  };
  const cancel = (as: Person, applyId: string) =>
    portal.call('PUT', '/kimi/cancel-request', { as, query: { applyId } });
  const adsIdOf = (kind: string) => (kind === 'application' ? { adsId: someAdsId() } : {});

  test.each(Object.keys(kinds))(
    '%s: what was not approved, what was reversed, and cancelling what was decided',
    async (kind) => {
      const { person, adsId } = await prepared();
      const { ask, applyId } = kinds[kind]!;
      const id = applyId((await ask(person, adsId)).body);
      expect(await code(reverse(id))).toBe(`${kind}.not_approved`);
      expect((await decide('approve', id, adsIdOf(kind))).body.results[0].done).toBe(true);
      expect(await code(cancel(person, id))).toBe(`${kind}.already_decided`);
      expect((await reverse(id)).status).toBe(200);
      expect(await code(reverse(id))).toBe(`${kind}.already_decided`);
      expect(await code(drop(id))).toBe('proposal.not_waiting');
    },
  );

  test.each(['deposit', 'refund', 'application'])('%s: while something else on its account is open', async (kind) => {
    const { person, adsId } = await prepared();
    const { ask, applyId } = kinds[kind]!;
    const id = applyId((await ask(person, adsId)).body);
    const own = someAdsId();
    await decide('approve', id, kind === 'application' ? { adsId: own } : {});
    const open = (
      await post('/kimi/create-google-adDeposit', person, { adsId: kind === 'application' ? own : adsId, money: 1 })
    ).body.deposits[0];
    expect(await code(reverse(id))).toBe(`${kind}.busy`);
    await decide('approve', open.applyId);
    // More than its deposit is in the account that an order opened; the others can be taken back.
    if (kind === 'application') expect(await code(reverse(id))).toBe('application.short');
    else expect((await reverse(id)).status).toBe(200);
  });

  test('whose money is no longer there, for each kind that takes some back', async () => {
    const { person, adsId } = await prepared();
    const ids: string[] = [];
    for (const kind of ['topup', 'deposit', 'refund']) {
      const { ask, applyId } = kinds[kind]!;
      ids.push(applyId((await ask(person, adsId)).body));
      await decide('approve', ids.at(-1)!);
    }
    ids.push((await correct(person, 'goodwill')).body.correction.applyId);
    const { wallet } = (await portal.call('GET', '/kimi/get-wallet-of-user', { as: person })).body.users;
    await correct(person, 'penalty', wallet);
    // All but a dollar of the account goes, and comes back to a wallet that is emptied again.
    const rest = (await post('/kimi/apply-refund', person, { adsId, amount: 49, adType: 'Google' })).body.refund
      .applyId;
    await decide('approve', rest);
    await correct(person, 'penalty', await portal.wallet(person));
    expect(await Promise.all(ids.map((id) => code(reverse(id))))).toEqual([
      'topup.short',
      'deposit.short',
      'refund.short',
      'goodwill.short',
    ]);
    expect(await code(reverse('TU-0000-0000'))).toBe('not_found');
  });
});

describe('of corrections', () => {
  const confirm = (as: Person, applyId: string) =>
    portal.call('PUT', '/kimi/approve-correction', {
      as,
      query: { applyId, action: 'approve' },
      body: { remarks: '' },
    });
  const secondPair = (on: boolean) =>
    portal.call('PUT', '/kimi/update-settings', { as: admin, body: { secondPair: { on, corrections: on } } });

  test('a key used for another one, and verdicts in the wrong state', async () => {
    const key = some();
    const wish = { userId: client._id, kind: 'goodwill', amount: 1, reason: 'why' };
    expect((await post('/kimi/apply-correction', admin, wish, key)).status).toBe(200);
    expect(await code(post('/kimi/apply-correction', admin, { ...wish, amount: 2 }, key))).toBe(
      'idempotency.key_reused',
    );
    for (const kind of ['penalty', 'goodwill']) {
      const { applyId } = (await correct(client, kind)).body.correction;
      expect(await code(confirm(await portal.admin(), applyId))).toBe(`${kind}.already_decided`);
      expect((await reverse(applyId)).status).toBe(200);
      for (const call of [reverse, drop]) expect(await code(call(applyId))).toBe(`${kind}.already_decided`);
    }
  });

  test('with a second pair of eyes: what waits, what does not, and what can no longer be paid', async () => {
    const second = await portal.admin();
    expect((await secondPair(true)).status).toBe(200);
    const person = await portal.client({ dollars: 20 });
    const waiting = await Promise.all(
      ['penalty', 'goodwill'].map(async (kind) => (await correct(person, kind, 15)).body.correction.applyId),
    );
    for (const [at, kind] of ['penalty', 'goodwill'].entries())
      expect(await code(reverse(waiting[at]))).toBe(`${kind}.not_approved`);
    expect(await code(confirm(admin, waiting[0]))).toBe('request.own');
    await withdraw(person);
    expect(await code(confirm(second, waiting[0]))).toBe('wallet.insufficient');
    const { applyId } = (await topUp(person)).body.transaction;
    const action = (id: string) => portal.call('PUT', '/kimi/confirm-action', { as: second, query: { id } });
    expect(await code(action(applyId))).toBe('request.not_waiting');
    expect(await code(action('NW-0000-0000'))).toBe('not_found');
    // Switching it off is itself for two.
    expect((await secondPair(false)).status).toBe(202);
    const { waiting: off } = (await portal.call('GET', '/kimi/get-settings', { as: admin })).body;
    expect((await action(off._id)).status).toBe(200);
    expect(await code(action(off._id))).toBe('settings.not_waiting');
  });
});

test('a statement to export of nobody', async () => {
  expect(
    await code(portal.call('GET', '/kimi/export-statement', { as: admin, query: { userId: 'US-0000-0000' } })),
  ).toBe('not_found');
});

test('a second pair of eyes with one admin', async () => {
  const alone = await portal.db.owner.query<{ id: bigint }>(
    't.admins',
    `select id from people where admin_role is not null and id <> $1 and disabled_at is null`,
    [admin.id],
  );
  await portal.db.owner.query('t.close', 'update people set disabled_at = now() where id = any ($1)', [
    alone.map(({ id }) => id),
  ]);
  const body = { secondPair: { on: true } };
  expect(await code(portal.call('PUT', '/kimi/update-settings', { as: admin, body }))).toBe('settings.one_admin');
});
