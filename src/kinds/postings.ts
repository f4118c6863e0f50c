/**
 * Postings say what moves: who pays whom at which event. With the amounts of one request filled in they are the
 * movements of the ledger. The database function `change` does that; it reads the postings as rows, which rules.ts
 * prints.
 */
import type { Cents } from '#kernel/money.ts';
import type { Place } from '#ledger/ledger.ts';
import type { Event } from './life.ts';

/**
 * Which amount of the request moves. `received` is what really arrived; `fee back` is what a refund returns on top of
 * its amount.
 */
export type AmountName = 'amount' | 'received' | 'fee' | 'opening' | 'total' | 'fee back';

/**
 * Who pays or is paid. 'ad account' is the one that the request names. 'new ad account' is each one that its approval
 * opens: such a posting is made once for each. A posting names at most one of the two.
 */
export type Side = Place | 'new ad account';

/** The place of the ledger behind a side. */
export function placeOf(side: Side): Place {
  return side === 'new ad account' ? 'ad account' : side;
}

/** "At `event`, `src` pays `dst` this amount." */
export type Posting = {
  readonly event: Event;
  readonly src: Side;
  readonly dst: Side;
  readonly amount: AmountName;
  /**
   * The top-up fee that an ad account remembers beside its money, and that moves with the money: the request's fee, or
   * the share that the paying account has at that moment.
   */
  readonly rides?: 'fee' | 'share';
};

/** What a request costs. Where the total leaves the wallet, it is the sum of the other three. */
export type Price = {
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly openingFeeCents: Cents;
  /** Undefined for a refund that gives a share of the fee back: only the lock knows that share, and so the total. */
  readonly totalCents: Cents | undefined;
};

/** The price of a kind without fees. */
export function flatPrice(amount: Cents): Price {
  return { amountCents: amount, feeCents: 0n, openingFeeCents: 0n, totalCents: amount };
}
