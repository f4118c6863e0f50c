/**
 * What moves: a kind's postings say who pays whom at which event. Filled in with the amounts of one request, they are
 * the movements of the ledger; the database function `change` does that, by the rows that rules.ts prints of them.
 */
import type { Cents } from '#kernel/money.ts';
import type { Place } from '#ledger/ledger.ts';
import type { Event } from './life.ts';

/**
 * Which amount of the request moves. `received` is what really arrived; `fee back` is what a refund returns above its
 * amount.
 */
export type AmountName = 'amount' | 'received' | 'fee' | 'opening' | 'total' | 'fee back';

/**
 * Who pays or is paid. 'ad account' is the one that the request names, 'new ad account' each that its approval opens; a
 * posting has one of them at most.
 */
export type Side = Place | 'new ad account';

/** Where money is that is on this side. */
export function placeOf(side: Side): Place {
  return side === 'new ad account' ? 'ad account' : side;
}

/** "At `event`, `src` pays `dst` this amount." Where one of them is a new ad account, one leg for each. */
export type Posting = {
  readonly event: Event;
  readonly src: Side;
  readonly dst: Side;
  readonly amount: AmountName;
  /**
   * The top-up fee that travels with the money into or out of an ad account: the request's fee, or the payer's share at
   * that moment.
   */
  readonly rides?: 'fee' | 'share';
};

/** What a request costs; all columns of it. Where `total` is what leaves the wallet, it is their sum. */
export type Price = {
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly openingFeeCents: Cents;
  /** Undefined for a refund whose fee share comes back: only the lock knows it, and the total with it. */
  readonly totalCents: Cents | undefined;
};

/** Of a kind without fees. */
export function flatPrice(amount: Cents): Price {
  return { amountCents: amount, feeCents: 0n, openingFeeCents: 0n, totalCents: amount };
}
