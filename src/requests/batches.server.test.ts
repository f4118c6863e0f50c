/**
 * Orders that share a batch are each made as if they had come alone. The same random calls are played on two books: on
 * one all calls of a round at once, on the other one after the other. Answers, balances and movements have to be the
 * same to the cent.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { application, priceOrder } from '#kinds/application.ts';
import { deposit, priceDeposit } from '#kinds/deposit.ts';
import { flatPrice } from '#kinds/postings.ts';
import { priceRefund, refund } from '#kinds/refund.ts';
import { topup } from '#kinds/topup.ts';
import { withdrawal } from '#kinds/withdrawal.ts';
import { testDatabase, type TestDatabase } from '#server/database.testing.server.ts';
import { ask } from './requests.server.ts';
import type { ClientId } from '#kernel/ids.ts';
import { findings, openingFee, ownerOf, rate, refused, story } from './story.testing.server.ts';

const together = await testDatabase();
const apart = await testDatabase();

const cents = fc.oneof(fc.bigInt({ min: 1n, max: 150_00n }), fc.bigInt({ min: 1n, max: 9n }));
const call = fc.record({
  who: fc.nat(3),
  kind: fc.constantFrom(application, deposit, deposit, refund, refund, topup, withdrawal),
  // There are few keys, accounts and transaction ids, so that calls often meet: repeated, with other content, or in
  // conflict.
  key: fc.nat(5),
  altered: fc.boolean(),
  on: fc.nat(3),
  amounts: fc.array(cents, { minLength: 1, maxLength: 3 }),
});
type Call = typeof call extends fc.Arbitrary<infer Value> ? Value : never;
/**
 * Calls of one batch. No two name the same attempt or transaction: the second would wait for the next batch, and so
 * come later than on the other book.
 */
const batch = fc.uniqueArray(call, {
  minLength: 2,
  maxLength: 12,
  selector: ({ kind, who, key, on }) => (kind === topup ? `hash ${on}` : `${kind.name} ${who} ${key}`),
});
const rounds = fc.array(batch, { minLength: 3, maxLength: 6 });

let history = 0;

/** Four clients, each with an ad account and little money, the same on both books. */
async function world(db: TestDatabase, name: number) {
  const at = story(db);
  const people = [];
  for (let n = 0; n < 4; n++) {
    const client = await at.client(400_00n);
    await at.approve((await at.order(client, [100_00n])).requests[0]!.applyId, { adsId: `ads ${name} ${n}` });
    people.push(client);
  }
  return people;
}

function rowsOf({ kind, on, amounts }: Call, name: number) {
  const account = { platform: 'Google' as const, adsId: `ads ${name} ${on}` };
  const [amount] = amounts as [bigint];
  const details = { topupBasisPoints: String(rate) };
  if (kind === deposit) return amounts.map((one) => ({ ...account, price: priceDeposit(one, rate), details }));
  if (kind === refund) return [{ ...account, price: priceRefund(amount, true) }];
  if (kind === topup) return [{ price: flatPrice(amount), transactionId: `hash ${name} ${on}` }];
  if (kind === withdrawal) return [{ price: flatPrice(amount) }];
  return [
    {
      platform: 'Google' as const,
      price: priceOrder(amounts, openingFee, rate),
      lines: amounts.map((depositCents) => ({ depositCents })),
      details: { rate: String(rate) },
    },
  ];
}

/** How a call ended: what was made and what is left, or why it was refused. */
async function ending(db: TestDatabase, people: ClientId[], called: Call, name: number): Promise<unknown> {
  const client = people[called.who]!;
  const asking = ask(db, {
    kind: called.kind,
    client,
    askedBy: ownerOf(client),
    key: `${name} ${called.kind.name} ${called.kind === topup ? called.on : called.key}`,
    content: called.altered ? 'other' : 'same',
    rows: rowsOf(called, name),
  });
  return asking.then(
    ({ requests, wallet, replayed }) => [
      requests.map(({ amountCents, feeCents, totalCents }) => [amountCents, feeCents, totalCents]),
      // Where asking moves no wallet, a replay answers today's balance, which other calls of the batch may have
      // changed.
      replayed && (called.kind === topup || called.kind === refund) ? 'today' : wallet,
      replayed,
    ],
    (error: unknown) => refused(Promise.reject(error)),
  );
}

/** Everything that a book says, without the random names. */
const book = (db: TestDatabase) =>
  Promise.all([
    db.query('t.balances', 'select account, balance, fee_left from balances order by account'),
    db.query('t.totals', 'select client, platform, accounts, cents from ad_totals order by client'),
    db.query(
      't.lines',
      `select m.client, r.kind, m.step, m.leg, m.src, m.dst, m.amount, m.fee, m.src_balance, m.dst_balance
       from movements m join requests r on r.id = m.request where r.client = m.client order by m.client, m.id`,
    ),
  ]);

test('what shares a batch is made as if it had come alone', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (played) => {
      const name = ++history;
      const [one, other] = [await world(together, name), await world(apart, name)];
      expect(one).toEqual(other);
      for (const round of played) {
        const rode = await Promise.all(round.map((called) => ending(together, one, called, name)));
        const walked = [];
        for (const called of round) walked.push(await ending(apart, other, called, name));
        expect(rode).toEqual(walked);
      }
      expect(await book(together)).toEqual(await book(apart));
    }),
    { numRuns: 12, endOnFailure: true },
  );
  expect([...(await findings(together.url)), ...(await findings(apart.url))]).toEqual([]);
});
