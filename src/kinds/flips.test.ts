import { expect, test } from 'vitest';
import { places } from '#ledger/ledger.ts';
import type { Kind, KindName } from './kinds.ts';
import { life, stepOf, type Event } from './life.ts';
import { placeOf, type AmountName, type Posting, type Side } from './postings.ts';
import { amountOf, type Amounts } from './amounts.testing.ts';
import { kinds } from './kinds.ts';

/**
 * A request of each kind. Its amounts differ as far as its price allows, so that a posting with the wrong amount shows.
 */
const plain = { amountCents: 100n, feeCents: 0n, openingFeeCents: 0n, totalCents: 100n, receivedCents: null };
const samples: Record<KindName, Amounts> = {
  topup: { ...plain, receivedCents: 90n },
  application: { ...plain, feeCents: 15n, openingFeeCents: 30n, totalCents: 145n },
  deposit: { ...plain, feeCents: 15n, totalCents: 115n },
  refund: { ...plain, feeCents: 14n, totalCents: 114n },
  replacement: { ...plain, feeCents: 14n },
  settlement: { ...plain, feeCents: 14n },
  withdrawal: plain,
  penalty: plain,
  goodwill: plain,
};

const sides = [...Object.keys(places), 'new ad account'] as Side[];

/**
 * What each kind has moved once it was asked for, and once it was approved, as §3 of the specification's rules says.
 * Given back or reversed, it has moved nothing.
 */
const rules: Record<KindName, { asked: Partial<Record<Side, bigint>>; approved: Partial<Record<Side, bigint>> }> = {
  topup: { asked: {}, approved: { outside: -90n, wallet: 90n } },
  application: {
    asked: { wallet: -145n, held: 145n },
    approved: { wallet: -145n, 'new ad account': 100n, opening: 30n, fee: 15n },
  },
  deposit: { asked: { wallet: -115n, held: 115n }, approved: { wallet: -115n, 'ad account': 100n, fee: 15n } },
  refund: { asked: { 'ad account': -100n, held: 100n }, approved: { 'ad account': -100n, wallet: 114n, fee: -14n } },
  replacement: {
    asked: { 'ad account': -100n, held: 100n },
    approved: { 'ad account': -100n, 'new ad account': 100n },
  },
  settlement: { asked: {}, approved: { 'ad account': -100n, spent: 100n } },
  withdrawal: { asked: { wallet: -100n, held: 100n }, approved: { wallet: -100n, outside: 100n } },
  penalty: { asked: {}, approved: { wallet: -100n, penalty: 100n } },
  goodwill: { asked: {}, approved: { goodwill: -100n, wallet: 100n } },
};

function left(kind: Kind, ...events: Event[]): string {
  const sums = new Map<Side, bigint>();
  const add = (side: Side, cents: bigint) => sums.set(side, (sums.get(side) ?? 0n) + cents);
  for (const { src, dst, amount, event } of kind.postings) {
    if (!events.includes(event)) continue;
    add(src, -amountOf(amount, samples[kind.name]));
    add(dst, amountOf(amount, samples[kind.name]));
  }
  return said(Object.fromEntries(sums));
}

function said(sums: Partial<Record<Side, bigint>>): string {
  return sides.flatMap((side) => (sums[side] ? [`${side} ${sums[side]}`] : [])).join(', ');
}

/** Everything that is wrong with the postings of a kind. */
function wrong(kind: Kind): string[] {
  const { asked, approved } = rules[kind.name];
  const problems: string[] = [];
  if (left(kind, 'ask') !== said(asked)) problems.push(`asked leaves ${left(kind, 'ask')}`);
  if (left(kind, 'release') !== '') problems.push('what is to be paid has moved already');
  if (left(kind, 'ask', 'approve') !== said(approved)) problems.push(`approved leaves ${left(kind, 'ask', 'approve')}`);
  if (left(kind, 'ask', 'giveBack') !== '') problems.push(`given back leaves ${left(kind, 'ask', 'giveBack')}`);
  if (left(kind, 'ask', 'approve', 'reverse') !== '') problems.push('reversed leaves something');
  for (const { event, src, dst, rides } of kind.postings) {
    const isAccounts = [src, dst].some((side) => placeOf(side) === 'ad account');
    const leaves = placeOf(src) === 'ad account' && event !== 'reverse';
    const due = !isAccounts ? undefined : leaves ? 'share' : 'fee';
    if (rides !== due) problems.push(`${src} to ${dst} rides with ${rides}`);
    if (src === dst) problems.push(`${src} pays itself`);
  }
  return problems;
}

/** The same postings with one of them wrong in every way it can be. */
function flips(kind: Kind): [string, Kind][] {
  const amounts: AmountName[] = ['amount', 'received', 'fee', 'opening', 'total', 'fee back'];
  const sample = samples[kind.name];
  return kind.postings.flatMap((posting, at) => {
    const name = `${kind.name} ${posting.event}: ${posting.src} to ${posting.dst}`;
    const changed = (to: Partial<Posting>): [string, Kind] => {
      return [
        `${name} becomes ${JSON.stringify(to)}`,
        { ...kind, postings: kind.postings.map((one, n) => (n === at ? { ...one, ...to } : one)) },
      ];
    };
    return [
      [`${name} is gone`, { ...kind, postings: kind.postings.filter((_, n) => n !== at) }] as [string, Kind],
      [`${name} comes twice`, { ...kind, postings: [...kind.postings, posting] }] as [string, Kind],
      changed({ src: posting.dst, dst: posting.src }),
      ...(Object.keys(stepOf) as Event[]).filter((event) => event !== posting.event).map((event) => changed({ event })),
      ...sides.filter((src) => src !== posting.src).map((src) => changed({ src })),
      ...sides.filter((dst) => dst !== posting.dst).map((dst) => changed({ dst })),
      // Where the price makes two amounts always equal, either name is right.
      ...amounts
        .filter((amount) => amountOf(amount, sample) !== amountOf(posting.amount, sample))
        .map((amount) => changed({ amount })),
      ...(['fee', 'share', undefined] as const)
        .filter((rides) => rides !== posting.rides)
        .map((rides) => changed({ rides })),
    ];
  });
}

test.each(kinds.map((kind) => [kind.name, kind] as const))('the postings of a %s say what the rules say', (_, kind) => {
  expect(wrong(kind)).toEqual([]);
});

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  'every single fault in the postings of a %s is seen',
  (_, kind) => {
    const all = flips(kind);
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter(([, flipped]) => wrong(flipped).length === 0).map(([what]) => what)).toEqual([]);
  },
);

test('a request lives as the rules say', () => {
  expect(life).toEqual({
    approve: { from: 'Pending', to: 'Approved', event: 'approve' },
    reject: { from: 'Pending', to: 'Rejected', event: 'giveBack' },
    cancel: { from: 'Pending', to: 'Cancelled', event: 'giveBack' },
    reverse: { from: 'Approved', to: 'Reversed', event: 'reverse' },
    release: { from: 'Pending', to: 'To pay', event: 'release' },
    pay: { from: 'To pay', to: 'Approved', event: 'approve' },
    takeBack: { from: 'To pay', to: 'Rejected', event: 'giveBack' },
  });
  // Approving and giving back share a step, so that the ledger's unique key allows only one of them; the others have
  // their own. The audit and the statement rely on these numbers.
  expect(stepOf).toEqual({ ask: 0, release: 1, approve: 1, giveBack: 1, reverse: 2 });
});

/** What an admin has to give when approving, and what only one request may have: from which event, and until which. */
const demands: Record<KindName, string> = {
  topup: 'nothing; transactionId from ask until giveBack',
  application: 'adsId; adsIds from approve until reverse',
  deposit: 'transactionId',
  refund: 'transactionId',
  replacement: 'adsId; adsIds from approve until reverse',
  settlement: 'nothing',
  withdrawal: 'transactionId',
  penalty: 'nothing',
  goodwill: 'nothing',
};

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  'a %s demands and claims what the rules say',
  (name, { approvalNeeds, claim }) => {
    expect(claim ? `${approvalNeeds}; ${claim.what} from ${claim.at} until ${claim.freedBy}` : approvalNeeds).toBe(
      demands[name],
    );
  },
);
