/** What a refund may be, for the form and the server alike. What it is and what it moves: kinds/refund.ts. */
import { dollarsText, usd, type Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';

export const fillBoth = 'Please fill in both fields.';

/** Under which name the form keeps what is typed. */
export function draftName(platform: string): string {
  return `refund-${platform}`;
}

/** What of an earlier refund is filled into the form to send it again: an empty note, too, in place of another one. */
export const filledIn = ['adsId', 'amount', 'remarks'] as const;

export function againOf(row: { adsId: string; amount: Cents; clientRemarks: string }) {
  const { adsId, amount, clientRemarks: remarks } = row;
  return { adsId, amount: dollarsText(amount), remarks } satisfies Record<(typeof filledIn)[number], string>;
}

/**
 * Why this much can't be asked back, or undefined; `available` is `refundableOf` the account. Pending refunds have
 * already left it. In a race the database says the same.
 */
export function refusalToRefund(amount: Cents, available: Cents): Refusal | undefined {
  if (amount <= available) return undefined;
  return {
    code: 'refund.short',
    message: `This is more than is left in the ad account: ${usd(available)}.`,
    status: 409,
    field: 'amount',
  };
}
