import fc from 'fast-check';
import { expect, test } from 'vitest';
import { feeShare } from '#kinds/refund.ts';
import { openDatabase } from '#server/database.server.ts';
import { payAtOnce } from '#settings/settings.testing.server.ts';
import { testDatabase, vouch } from '#server/database.testing.server.ts';
import { findings, newAdmin, openingFee, rate, refused, story } from './story.testing.server.ts';
import type { ClientId } from '#kernel/ids.ts';
import { shareOf } from '#kernel/money.ts';

const db = await testDatabase();
await payAtOnce(db.owner);
const at = story(db);
const admin = await newAdmin(db.owner);

/**
 * A small model of the rules: what the wallet, the held money and one ad account hold. Random histories are played on
 * it and on the real ledger; after every step both have to agree to the cent. A failure is reduced to a short history.
 */
type Open = { kind: 'deposit' | 'refund' | 'withdrawal'; applyId: string; amount: bigint; fee: bigint };
type Model = {
  wallet: bigint;
  held: bigint;
  account: bigint;
  feeLeft: bigint;
  taken: bigint;
  given: bigint;
  open: Open[];
};

const cents = fc.bigInt({ min: 1n, max: 200_00n });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('topup' as const), amount: cents }),
  fc.record({ do: fc.constant('deposit' as const), amount: cents }),
  fc.record({ do: fc.constant('refund' as const), amount: cents }),
  fc.record({ do: fc.constant('withdrawal' as const), amount: cents }),
  fc.record({ do: fc.constant('approve' as const), which: fc.nat(20) }),
  fc.record({ do: fc.constant('reject' as const), which: fc.nat(20) }),
  fc.record({ do: fc.constant('cancel' as const), which: fc.nat(20) }),
);
type Step =
  | { [Do in 'topup' | 'deposit' | 'refund' | 'withdrawal']: { do: Do; amount: bigint } }[
      | 'topup'
      | 'deposit'
      | 'refund'
      | 'withdrawal']
  | { [Do in 'approve' | 'reject' | 'cancel']: { do: Do; which: number } }['approve' | 'reject' | 'cancel'];

/** Plays one step on both; answers what the model says about it and what the portal said. */
async function play(client: ClientId, adsId: string, model: Model, what: Step): Promise<[unknown, unknown]> {
  if (what.do === 'topup') {
    const { requests } = await at.topup(client, what.amount);
    await at.approve(requests[0]!.applyId, {}, admin);
    model.wallet += what.amount;
    return [0n, 0n];
  }
  if (what.do === 'approve' || what.do === 'reject' || what.do === 'cancel') {
    const [open] = model.open.splice(what.which % Math.max(1, model.open.length), 1);
    if (!open) return ['nothing open', 'nothing open'];
    if (what.do === 'cancel') await at.cancel(open.applyId, client);
    else if (what.do === 'reject') await at.reject(open.applyId, admin);
    else await at.approve(open.applyId, {}, admin);
    settle(model, open, what.do === 'approve');
    return ['decided', 'decided'];
  }
  if (what.do === 'refund') return playRefund(client, adsId, model, what.amount);
  return playSpending(what.do, client, adsId, model, what.amount);
}

async function playSpending(
  kind: 'deposit' | 'withdrawal',
  client: ClientId,
  adsId: string,
  model: Model,
  amount: bigint,
): Promise<[unknown, unknown]> {
  const fee = kind === 'deposit' ? shareOf(amount, rate) : 0n;
  const asking = kind === 'deposit' ? at.deposit(client, adsId, amount) : at.withdrawal(client, amount);
  if (model.wallet < amount + fee) return ['402 wallet.insufficient', await refused(asking)];
  const { requests, wallet } = await asking;
  model.wallet -= amount + fee;
  model.held += amount + fee;
  model.open.push({ kind, applyId: requests[0]!.applyId, amount, fee });
  return [model.wallet, wallet];
}

async function playRefund(client: ClientId, adsId: string, model: Model, amount: bigint): Promise<[unknown, unknown]> {
  const asking = at.refund(client, adsId, amount);
  if (model.account < amount) return ['409 refund.short', await refused(asking)];
  const fee = feeShare(amount, model.feeLeft, model.account);
  const { feeCents, totalCents, applyId } = (await asking).requests[0]!;
  model.account -= amount;
  model.feeLeft -= fee;
  model.held += amount;
  model.open.push({ kind: 'refund', applyId, amount, fee });
  return [
    [fee, amount + fee],
    [feeCents, totalCents],
  ];
}

function settle(model: Model, { kind, amount, fee }: Open, approved: boolean) {
  const held = kind === 'refund' ? amount : amount + fee;
  model.held -= held;
  if (kind === 'refund' && approved) {
    model.wallet += amount + fee;
    model.given += fee;
  } else if (kind === 'refund') {
    model.account += amount;
    model.feeLeft += fee;
  } else if (!approved) {
    model.wallet += held;
  } else if (kind === 'deposit') {
    model.account += amount;
    model.feeLeft += fee;
    model.taken += fee;
  }
}

test(
  'every history of top-ups, deposits, refunds and withdrawals agrees with the model to the cent',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 40 }),
        fc.bigInt({ min: 0n, max: 100_00n }),
        async (steps, first) => {
          const { client, adsId } = await at.account(first, 150_00n);
          const model: Model = {
            wallet: 150_00n,
            held: 0n,
            account: first,
            feeLeft: shareOf(first, rate),
            taken: shareOf(first, rate),
            given: 0n,
            open: [],
          };
          for (const what of steps) {
            const [expected, answered] = await play(client, adsId, model, what);
            expect(answered).toEqual(expected);
            const account = await at.inAccount(adsId);
            expect([await at.wallet(client), await at.held(client), account.balance, account.feeLeft]).toEqual([
              model.wallet,
              model.held,
              model.account,
              model.feeLeft,
            ]);
            expect(model.given <= model.taken).toBe(true);
            expect(model.account > 0n || model.feeLeft === 0n).toBe(true);
          }
        },
      ),
      { numRuns: 25, endOnFailure: false },
    );
  },
);

test(
  'many clients at once, on two portals, leave a book in which no money was made or lost',
  { timeout: 60_000 },
  async () => {
    const second = openDatabase(db.url, { max: 6, role: 'portal_app', vouch });
    const there = story(db, second);
    const clients = await Promise.all(Array.from({ length: 10 }, () => at.account(50_00n, 300_00n)));
    const random = fc.sample(
      fc.record({ who: fc.nat(9), what: fc.nat(4), amount: fc.bigInt({ min: 1n, max: 120_00n }), there: fc.boolean() }),
      300,
    );
    await Promise.allSettled(
      random.map(async ({ who, what, amount, there: elsewhere }) => {
        const on = elsewhere ? there : at;
        const { client, adsId } = clients[who]!;
        const asked = await [
          () => on.deposit(client, adsId, amount),
          () => on.refund(client, adsId, amount),
          () => on.withdrawal(client, amount),
          () => on.order(client, [amount]),
          () => on.topup(client, amount),
        ][what]!();
        const { applyId } = asked.requests[0]!;
        await [
          () => on.approve(applyId, {}, admin),
          () => on.reject(applyId, admin),
          () => on.cancel(applyId, client),
          async () => {},
        ][Number(amount % 4n)]!();
        if (amount % 8n === 0n) await on.reverse(applyId);
      }),
    );
    await second.close();
    expect(await findings(db.url)).toEqual([]);
    const [sums] = await db.query<{ client: ClientId; agency: bigint }>(
      't.sums',
      `select sum(case when dst like '%:%' then amount else 0 end - case when src like '%:%'
       then amount else 0 end)::int8 as client,
       sum(case when src not like '%:%' then amount else 0 end - case when dst not like '%:%'
       then amount else 0 end)::int8 as agency from movements`,
    );
    const [held] = await db.query<{ sum: bigint }>('t.all', 'select sum(balance)::int8 as sum from balances');
    expect(sums!.client).toBe(held!.sum);
    expect(sums!.agency).toBe(held!.sum);
    expect(openingFee).toBe(30_00n);
  },
);
