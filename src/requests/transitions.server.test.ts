import { describe, expect, test } from 'vitest';
import { adAccountsOf } from '#ledger/ledger.server.ts';
import { openDatabase } from '#server/database.server.ts';
import { appRole } from '#server/migrate.server.ts';
import { payAtOnce } from '#settings/settings.testing.server.ts';
import { testDatabase, vouch } from '#server/database.testing.server.ts';
import { decide } from './deciding.server.ts';
import { statesOf } from '#kinds/facts.ts';
import { kindNamed, kindNames, kinds, type KindName } from '#kinds/kinds.ts';
import { life, type State, type Verdict } from '#kinds/life.ts';
import { openRequestsOf } from './open.server.ts';
import type { Asked } from './requests.server.ts';
import type { ClientId } from '#kernel/ids.ts';
import { endings, findings, refused, story } from './story.testing.server.ts';

const db = await testDatabase();
await payAtOnce(db.owner);
const at = story(db);

/** How a test asks for each kind; undefined where it is approved as soon as it is asked for. */
const askings: Record<KindName, ((client: ClientId, adsId: string) => Promise<Asked>) | undefined> = {
  topup: (client) => at.topup(client, 70_00n),
  application: (client) => at.order(client, [30_00n, 15_00n]),
  deposit: (client, adsId) => at.deposit(client, adsId, 33_33n),
  refund: (client, adsId) => at.refund(client, adsId, 33_33n),
  replacement: async (client, adsId) => {
    await at.suspended(adsId);
    return at.replacement(client, adsId);
  },
  withdrawal: (client) => at.withdrawal(client, 70_00n),
  settlement: undefined,
  penalty: undefined,
  goodwill: undefined,
};

/** A new request of a kind in a state, its client, and what the client owned before. */
async function requestIn(kind: KindName, state: State) {
  const { client, adsId } = await at.account(100_00n, 500_00n);
  const before = { wallet: await at.wallet(client), account: await at.inAccount(adsId) };
  const { applyId } = (await askings[kind]!(client, adsId)).requests[0]!;
  if (state === 'Rejected') await at.reject(applyId);
  if (state === 'Cancelled') await at.cancel(applyId, client);
  if (state === 'To pay') await at.release(applyId);
  if (state === 'Approved' || state === 'Reversed') await at.approve(applyId);
  if (state === 'Reversed') await at.reverse(applyId);
  return { applyId, client, adsId, before };
}

const verdicts: Record<Verdict, (applyId: string, client: ClientId) => Promise<unknown>> = {
  approve: (applyId) => at.approve(applyId),
  reject: (applyId) => at.reject(applyId),
  cancel: (applyId, client) => at.cancel(applyId, client),
  reverse: (applyId) => at.reverse(applyId),
  release: (applyId) => at.release(applyId),
  pay: (applyId) => at.pay(applyId),
  // After two admins agreed, an admin's no takes that back.
  takeBack: (applyId) => at.reject(applyId),
};

/** Only money that is sent out is released and paid. */
const paying: readonly Verdict[] = ['release', 'pay', 'takeBack'];
const verdictsOf = (kind: KindName) =>
  (Object.keys(life) as Verdict[]).filter((verdict) => kind === 'withdrawal' || !paying.includes(verdict));

async function stateOf(applyId: string): Promise<State> {
  const [row] = await db.query<{ state: State }>('t.state', 'select state from requests where apply_id = $1', [
    applyId,
  ]);
  return row!.state;
}

describe.each(kindNames.filter((kind) => askings[kind]))('a %s', (kind) => {
  const pairs = statesOf(kindNamed(kind)).flatMap((state) =>
    verdictsOf(kind).map((verdict) => [state, verdict, life[verdict].to] as const),
  );
  const isAllowed = ([state, verdict]: (typeof pairs)[number]) =>
    life[verdict].from === state || (life[verdict].to === 'Rejected' && ['Pending', 'To pay'].includes(state));

  test.each(pairs.filter(isAllowed))('%s: %s makes it %s', async (state, verdict, to) => {
    const { applyId, client } = await requestIn(kind, state);
    await verdicts[verdict](applyId, client);
    expect(await stateOf(applyId)).toBe(to);
  });

  test.each(pairs.filter((pair) => !isAllowed(pair)))(
    '%s: %s is refused and changes nothing',
    async (state, verdict) => {
      const { applyId, client } = await requestIn(kind, state);
      const wallet = await at.wallet(client);
      expect(await refused(verdicts[verdict](applyId, client))).toMatch(
        /^409 \w+\.(already_decided|not_approved|not_to_pay)$/,
      );
      expect([await stateOf(applyId), await at.wallet(client)]).toEqual([state, wallet]);
    },
  );

  test.each(['Rejected', 'Cancelled', 'Reversed'] as const)(
    '%s leaves wallet and ad account exactly as they were before',
    async (state) => {
      const { client, adsId, before } = await requestIn(kind, state);
      expect({ wallet: await at.wallet(client), account: await at.inAccount(adsId) }).toEqual(before);
      expect(await at.held(client)).toBe(0n);
    },
  );
});

describe('deciding', () => {
  test('names one row with apply id, platform and Ads ID, else there is none', async () => {
    const { applyId, adsId } = await requestIn('deposit', 'Pending');
    const admin = await at.admin();
    const approve = (more: object) =>
      decide(db, { kinds, applyId, verdict: 'approve', admin, fill: { transactionId: 'x' }, ...more });
    expect(await refused(approve({ platform: 'Bing', adsId }))).toBe('404 not_found');
    expect(await refused(approve({ platform: 'Google', adsId: 'another' }))).toBe('404 not_found');
    expect(await refused(approve({ kinds: [] }))).toBe('404 not_found');
    expect(await refused(approve({ applyId: 'DP-0000-0000' }))).toBe('404 not_found');
    expect((await approve({ platform: 'Google', adsId: ` ${adsId.toUpperCase()}-` })).request.state).toBe('Approved');
  });

  test('needs its transaction id, Ads ID or remark', async () => {
    const admin = await at.admin();
    for (const [kind, fill, code] of [
      ['deposit', { transactionId: ' ' }, 'input.invalid'],
      ['refund', {}, 'input.invalid'],
      ['application', { adsId: ' , ' }, 'application.ads_ids'],
    ] as const) {
      const { applyId } = await requestIn(kind, 'Pending');
      expect(await refused(decide(db, { kinds, applyId, verdict: 'approve', admin, fill }))).toBe(`400 ${code}`);
      expect(await refused(decide(db, { kinds, applyId, verdict: 'reject', admin, fill: { remarks: ' ' } }))).toBe(
        '400 input.invalid',
      );
    }
  });

  test("of a stranger's request to cancel answers as if there were none", async () => {
    const { applyId } = await requestIn('deposit', 'Pending');
    expect(await refused(at.cancel(applyId, await at.client()))).toBe('404 not_found');
  });
});

describe('an order', () => {
  test('opens one account for all its rows, or one for each with its part of the fee, and never twice the same Ads ID', async () => {
    const client = await at.client(1_000_00n);
    const [one, many, wrong] = await Promise.all([
      at.order(client, [10_00n, 0n, 5_01n]),
      at.order(client, [10_00n, 0n, 5_01n]),
      at.order(client, [1_00n, 2_00n]),
    ]);
    await at.approve(one.requests[0]!.applyId, { adsId: 'all-in-one' });
    await at.approve(many.requests[0]!.applyId, { adsId: 'a-1, b-2\nc-3' });
    const accounts = (await adAccountsOf(db, client, 'Google')).map(({ adsId, balanceCents, feeLeftCents }) => [
      adsId,
      balanceCents,
      feeLeftCents,
    ]);
    expect(accounts).toEqual([
      ['all-in-one', 15_01n, 2_25n],
      ['a-1', 10_00n, 1_50n],
      ['b-2', 0n, 0n],
      ['c-3', 5_01n, 75n],
    ]);
    expect(await refused(at.approve(wrong.requests[0]!.applyId, { adsId: 'x, y, z' }))).toBe('400 application.ads_ids');
    expect(await refused(at.approve(wrong.requests[0]!.applyId, { adsId: 'fresh, B 2' }))).toBe(
      '409 application.taken',
    );
    await at.approve(wrong.requests[0]!.applyId, { adsId: 'fresh, other' });
  });

  test('of Facebook paid monthly opens up to ten empty accounts', async () => {
    const client = await at.client(100_00n);
    const [order] = (await at.order(client, [], 'Facebook')).requests;
    expect(
      await refused(at.approve(order!.applyId, { adsId: Array.from({ length: 11 }, (_, n) => `m${n}`).join(',') })),
    ).toBe('400 application.ads_ids');
    await at.approve(order!.applyId, { adsId: 'm0, m1, m2' });
    expect((await adAccountsOf(db, client, 'Facebook')).map((account) => account.balanceCents)).toEqual([0n, 0n, 0n]);
    expect(await at.wallet(client)).toBe(70_00n);
  });
});

describe('a top-up', () => {
  test('of another amount than announced credits what arrived, and its reversal takes that back', async () => {
    const client = await at.client();
    const { applyId } = (await at.topup(client, 100_00n)).requests[0]!;
    expect(await refused(at.approve(applyId, { receivedCents: 90_00n, remarks: '' }))).toBe('400 input.invalid');
    const { request } = await at.approve(applyId, { receivedCents: 90_00n, remarks: 'ten were missing' });
    expect(request).toMatchObject({ amountCents: 100_00n, receivedCents: 90_00n, remarks: 'ten were missing' });
    expect(await at.wallet(client)).toBe(90_00n);
    await at.reverse(applyId);
    expect(await at.wallet(client)).toBe(0n);
  });

  test('reversed is refused while its money is spent, and keeps its transaction id', async () => {
    const client = await at.client();
    const { applyId } = (await at.topup(client, 100_00n, 'kept-id')).requests[0]!;
    await at.approve(applyId);
    const spent = (await at.withdrawal(client, 1n)).requests[0]!;
    expect(await refused(at.reverse(applyId))).toBe('409 topup.short');
    await at.cancel(spent.applyId, client);
    await at.reverse(applyId);
    expect(await refused(at.topup(client, 1n, '0xKEPT-ID'))).toBe('409 topup.taken');
  });
});

describe('a reversal', () => {
  test('of an order is refused while something on its account is open, or more or less than its deposit is in it', async () => {
    const { client, adsId, order } = await at.account(100_00n);
    const deposit = (await at.deposit(client, adsId, 50_00n)).requests[0]!;
    expect(await refused(at.reverse(order))).toBe('409 application.busy');
    await at.approve(deposit.applyId);
    expect(await refused(at.reverse(order))).toBe('409 application.short');
    await at.reverse(deposit.applyId);
    const refund = (await at.refund(client, adsId, 100_00n)).requests[0]!;
    expect(await refused(at.reverse(order))).toBe('409 application.busy');
    await at.approve(refund.applyId);
    expect(await refused(at.reverse(order))).toBe('409 application.short');
    await at.reverse(refund.applyId);
    await at.reverse(order);
  });

  test('of an order goes through on a connection that has counted what waits of its client', async () => {
    const { client, order } = await at.account(100_00n);
    const one = openDatabase(db.url, { max: 1, role: appRole, vouch });
    expect(await openRequestsOf(one, client)).toBe(0);
    await story(db, one)
      .reverse(order)
      .finally(() => one.close());
  });

  test("frees the Ads ID for another client, and the first one's hands are off it", async () => {
    const { client, adsId, order } = await at.account(100_00n);
    await at.reverse(order);
    expect(await refused(at.deposit(client, adsId, 1_00n))).toBe('404 not_found');
    const next = await at.client(500_00n);
    const { applyId } = (await at.order(next, [20_00n])).requests[0]!;
    await at.approve(applyId, { adsId: adsId.toUpperCase() });
    expect(await at.inAccount(adsId)).toEqual({ balance: 20_00n, feeLeft: 3_00n });
    expect(await refused(at.refund(client, adsId, 1_00n))).toBe('404 not_found');
    expect(await refused(at.deposit(client, adsId, 1_00n))).toBe('404 not_found');
    expect(await endings([at.refund(next, adsId, 20_00n)])).toEqual(['done']);
  });

  test('of a deposit is refused where its money was refunded since', async () => {
    const { client, adsId } = await at.account(0n);
    const deposit = (await at.deposit(client, adsId, 50_00n)).requests[0]!;
    await at.approve(deposit.applyId);
    const refund = (await at.refund(client, adsId, 10_00n)).requests[0]!;
    await at.approve(refund.applyId);
    expect(await refused(at.reverse(deposit.applyId))).toBe('409 deposit.short');
  });
});

test('the book is in order after all of this', async () => {
  expect(await findings(db.url)).toEqual([]);
});
