/**
 * What a request adds to the agency's revenue. Its own `feeCents` does not say that alone: the fee of an order or a
 * deposit is taken, but that of a replacement or a settlement was taken before and only moves along with the money;
 * and the share that leaves an ad account with a refund comes back to the client only where the refund policy gives it
 * back.
 */
import type { Cents } from '#kernel/money.ts';
import { givesFeeBack, takesFee, takesOpeningFee } from '#kinds/facts.ts';
import { kindNamed, type KindName } from '#kinds/kinds.ts';

/** The amounts of one request, or sums of many of one kind. */
export type Amounts = {
  readonly kind: KindName;
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly openingFeeCents: Cents;
  readonly totalCents: Cents;
};

/** As the ledger posts them: less what comes back, so that a refund has none or less than none. */
export function feesPosted(amounts: Amounts): Cents {
  const { opening, topUp, back } = feesOfKind(amounts);
  return opening + topUp - back;
}

/** The fees that are taken, and the share of them that comes back. */
export function feesOfKind({ kind, ...amounts }: Amounts): Record<'opening' | 'topUp' | 'back', Cents> {
  const { amountCents, feeCents, openingFeeCents, totalCents } = amounts;
  return {
    opening: takesOpeningFee(kindNamed(kind)) ? openingFeeCents : 0n,
    topUp: takesFee(kindNamed(kind)) ? feeCents : 0n,
    back: givesFeeBack(kindNamed(kind)) ? totalCents - amountCents : 0n,
  };
}
