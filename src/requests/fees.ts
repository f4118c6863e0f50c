import type { Cents } from '#kernel/money.ts';
import { givesFeeBack } from '#kinds/facts.ts';
import { kindNamed, type KindName } from '#kinds/kinds.ts';

/** The fees of one request; negative where a share of them comes back. */
export function feesOf(request: { kind: KindName; feeCents: Cents; openingFeeCents: Cents }): Cents {
  return signedFees(request.kind, request.feeCents + request.openingFeeCents);
}

export function signedFees(kind: KindName, fees: Cents): Cents {
  return givesFeeBack(kindNamed(kind)) ? -fees : fees;
}
