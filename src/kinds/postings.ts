/**
 * What moves: a kind's postings say who pays whom at which event; filled in with the amounts of one request, they are
 * the movements of the ledger.
 */
import type { Cents } from '#kernel/money.ts';
import { accountName, type Place } from '#ledger/ledger.ts';
import { stepOf, type Event } from './life.ts';

/**
 * Which amount of the request moves. `received` is what really arrived; `fee back` is what a refund returns above its
 * amount.
 */
export type AmountName = 'amount' | 'received' | 'fee' | 'opening' | 'total' | 'fee back';

/**
 * "At `event`, `src` pays `dst` this amount." Where `dst` or `src` is the ad account of an application, one leg each.
 */
export type Posting = {
  readonly event: Event;
  readonly src: Place;
  readonly dst: Place;
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

/** The amounts of a request as its postings read them. */
export type Amounts = {
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly openingFeeCents: Cents;
  readonly totalCents: Cents;
  readonly receivedCents: Cents | null;
};

export function amountOf(name: AmountName, of: Amounts): Cents {
  switch (name) {
    case 'amount':
      return of.amountCents;
    case 'received':
      return of.receivedCents ?? of.amountCents;
    case 'fee':
      return of.feeCents;
    case 'opening':
      return of.openingFeeCents;
    case 'total':
      return of.totalCents;
    case 'fee back':
      return of.totalCents - of.amountCents;
  }
}

/** The part of an order that one ad account gets. */
export type Portion = {
  readonly adsId: string;
  readonly account: string;
  readonly amountCents: Cents;
  readonly feeCents: Cents;
};

/** One movement to be made; `fee` null means the payer's share of the fee, which only the lock knows. */
export type Leg = { step: number; leg: number; src: string; dst: string; amount: Cents; fee: Cents | null };

/**
 * The movements that an event of this request makes: its kind's postings with the amounts filled in, zero legs left
 * out.
 */
export function legsOf(
  kind: { readonly postings: readonly Posting[] },
  event: Event,
  client: bigint,
  amounts: Amounts,
  portions: readonly Portion[],
): Leg[] {
  const step = stepOf[event];
  const name = (place: Place, ad: string) =>
    place === 'ad account' ? ad : place === 'wallet' || place === 'held' ? accountName(place, client) : place;
  let leg = 0;
  return kind.postings
    .filter((posting) => posting.event === event)
    .flatMap(({ src, dst, amount, rides }) => {
      const fee = (cents: Cents) => (rides === 'share' ? null : rides === 'fee' ? cents : 0n);
      if (src !== 'ad account' && dst !== 'ad account') {
        return [
          { step, leg: leg++, src: name(src, ''), dst: name(dst, ''), amount: amountOf(amount, amounts), fee: 0n },
        ];
      }
      return portions.map((portion) => ({
        step,
        leg: leg++,
        src: name(src, portion.account),
        dst: name(dst, portion.account),
        amount: portion.amountCents,
        fee: fee(portion.feeCents),
      }));
    })
    .filter((movement) => movement.amount > 0n);
}
