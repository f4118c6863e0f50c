import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Place } from '#ledger/ledger.ts';
import { kinds } from './kinds.ts';
import { life, type Event } from './life.ts';
import { postings } from './kinds.ts';
import type { AmountName } from './postings.ts';
import { amountOf } from './testing.ts';
import { moneyPage } from './money.ts';

test('docs/money.md says what the postings say; if not, run `npm run money`', () => {
  expect(readFileSync('docs/money.md', 'utf8')).toBe(moneyPage());
});

const amounts = {
  amountCents: 100_00n,
  feeCents: 15_00n,
  openingFeeCents: 30_00n,
  totalCents: 145_00n,
  receivedCents: null,
};

/** What a list of postings leaves in each place, in terms of sample amounts. */
function net(kind: (typeof kinds)[number], events: readonly Event[]): Partial<Record<Place, bigint>> {
  const total =
    kind.name === 'refund'
      ? { ...amounts, openingFeeCents: 0n, totalCents: 115_00n }
      : kind.name === 'application'
        ? amounts
        : { ...amounts, openingFeeCents: 0n, totalCents: kind.name === 'deposit' ? 115_00n : 100_00n };
  const left: Partial<Record<Place, bigint>> = {};
  for (const { src, dst, amount } of kind.postings.filter((posting) => events.includes(posting.event))) {
    left[src] = (left[src] ?? 0n) - amountOf(amount as AmountName, total);
    left[dst] = (left[dst] ?? 0n) + amountOf(amount as AmountName, total);
  }
  return Object.fromEntries(Object.entries(left).filter(([, cents]) => cents !== 0n));
}

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  '%s: what was held is given back or used up, and a reversal leaves nothing',
  (_, kind) => {
    expect(net(kind, ['ask', 'giveBack'])).toEqual({});
    expect(net(kind, ['ask', 'approve']).held).toBeUndefined();
    expect(net(kind, ['ask', 'approve', 'reverse'])).toEqual({});
  },
);

test('an approval leaves money where rules say it belongs', () => {
  const left = Object.fromEntries(kinds.map((kind) => [kind.name, net(kind, ['ask', 'approve'])]));
  expect(left).toEqual({
    topup: { outside: -100_00n, wallet: 100_00n },
    application: { wallet: -145_00n, 'ad account': 100_00n, opening: 30_00n, fee: 15_00n },
    deposit: { wallet: -115_00n, 'ad account': 100_00n, fee: 15_00n },
    refund: { 'ad account': -100_00n, wallet: 115_00n, fee: -15_00n },
    withdrawal: { wallet: -100_00n, outside: 100_00n },
    penalty: { wallet: -100_00n, penalty: 100_00n },
    goodwill: { goodwill: -100_00n, wallet: 100_00n },
  });
});

test('what is asked for is out of reach at once, and only there where rules hold money', () => {
  const left = Object.fromEntries(kinds.map((kind) => [kind.name, net(kind, ['ask'])]));
  expect(left).toEqual({
    topup: {},
    penalty: {},
    goodwill: {},
    application: { wallet: -145_00n, held: 145_00n },
    deposit: { wallet: -115_00n, held: 115_00n },
    refund: { 'ad account': -100_00n, held: 100_00n },
    withdrawal: { wallet: -100_00n, held: 100_00n },
  });
});

test('approving and giving back are rivals for one step, so that the ledger itself lets only one of them happen', () => {
  const steps = (event: Event) =>
    new Set(postings.filter((posting) => posting.event === event).map(({ step }) => step));
  expect([...steps('approve')]).toEqual([1]);
  expect(steps('approve')).toEqual(steps('giveBack'));
  expect(Object.values(life).map((verdict) => verdict.from)).toEqual([
    'Pending',
    'Pending',
    'Pending',
    'Approved',
    'Pending',
    'To pay',
    'To pay',
  ]);
});
