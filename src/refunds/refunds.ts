/** What a refund may be, for the form and the server alike. What it is and what it moves: kinds/refund.ts. */
import { dateText } from '#kernel/clock.ts';
import { usd, type Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { isStale } from '#ledger/spending.ts';

export const fillBoth = 'Please fill in both fields.';

/** Under which name the form keeps what is typed. */
export function draftName(platform: string): string {
  return `refund-${platform}`;
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

/** What is known of the spend of the account that a refund comes from. */
type Seen = {
  /** Whether anybody imports spend of its platform: where nobody does, nothing is expected to be known. */
  readonly isImported: boolean;
  /** YYYY-MM-DD, null where no day is known. */
  readonly lastDay: string | null;
};

/** Why an admin has to say that the platform was looked at before this refund is approved, or undefined. */
export function refusalUnseen({ isImported, lastDay }: Seen, now: Date): Refusal | undefined {
  if (!isImported || !isStale(lastDay, now)) return undefined;
  const known =
    lastDay === null
      ? 'Nobody has imported what this ad account spent.'
      : `What this ad account spent is known until ${dateText(lastDay)} only.`;
  return {
    code: 'refund.unseen',
    message: `${known} Please look at the platform, and say so if this much is left there.`,
    status: 409,
  };
}
