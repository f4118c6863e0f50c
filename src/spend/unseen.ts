/** When what an ad account spent is not known well enough to move its money on. */
import { dateText } from '#kernel/clock.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { isStale } from '#ledger/spending.ts';

/** What is known of the spend of the account that the money of a request comes from. */
type Seen = {
  readonly kind: string;
  /** Whether anybody imports spend of its platform: where nobody does, nothing is expected to be known. */
  readonly isImported: boolean;
  /** YYYY-MM-DD, null where no day is known. */
  readonly lastDay: string | null;
};

/** Why an admin has to say that the platform was looked at before this request is approved, or undefined. */
export function refusalUnseen({ kind, isImported, lastDay }: Seen, now: Date): Refusal | undefined {
  if (!isImported || !isStale(lastDay, now)) return undefined;
  const known =
    lastDay === null
      ? 'Nobody has imported what this ad account spent.'
      : `What this ad account spent is known until ${dateText(lastDay)} only.`;
  return {
    code: `${kind}.unseen`,
    message: `${known} Please look at the platform, and say so if this much is left there.`,
    status: 409,
  };
}
