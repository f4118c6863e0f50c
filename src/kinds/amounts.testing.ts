/** What tests of postings work with: the amounts of one request as its postings read them. */
import type { Cents } from '#kernel/money.ts';
import type { AmountName } from './postings.ts';

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
