/** When what an ad account spent is not known well enough to move its money on. */
import { dateText } from '#kernel/clock.ts';
import { usd } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { isStale, shownCents, type Micros } from '#ledger/spending.ts';

/** What is known of the spend of the account that the money of a request comes from. */
type Seen = {
  readonly kind: string;
  /** Whether anybody imports spend of its platform: where nobody does, nothing is expected to be known. */
  readonly isImported: boolean;
  /** YYYY-MM-DD, null where no day is known. */
  readonly lastDay: string | null;
  /** On how many days before the last known one nothing is known, and the first of them. */
  readonly missing: number;
  readonly firstMissing: string | null;
  /** How many days were read while they were still counted, and not since, and the first of them. */
  readonly early: number;
  readonly firstEarly: string | null;
  /** By how much admins have lowered within 30 days what was known, by files or by undoing one. */
  readonly loweredMicros: Micros;
};

/** Why an admin has to say that the platform was looked at before this request is approved, or undefined. */
export function refusalUnseen(seen: Seen, now: Date): Refusal | undefined {
  const { kind } = seen;
  const known = doubtOf(seen, now);
  if (known === undefined) return undefined;
  return {
    code: `${kind}.unseen`,
    message: `${known} Please look at the platform, and say so if this much is left there.`,
    status: 409,
  };
}

/** Reports name no day without spend, so that silence is no zero. */
const saysZero = 'In a report, a day without spend has to say 0.';

const readAgain = 'Import such days again once their platform has counted them.';

function doubtOf(seen: Seen, now: Date): string | undefined {
  const { isImported, lastDay, missing, firstMissing, early, firstEarly, loweredMicros } = seen;
  const lowered = shownCents(loweredMicros);
  if (lowered > 0n) return `In the last 30 days, admins have lowered what this ad account spent by ${usd(lowered)}.`;
  if (!isImported) return undefined;
  if (lastDay === null) return 'Nobody has imported what this ad account spent.';
  if (isStale(lastDay, now)) return `What this ad account spent is known until ${dateText(lastDay)} only.`;
  if (firstMissing !== null)
    return missing === 1
      ? `What this ad account spent on ${dateText(firstMissing)} is not known. ${saysZero}`
      : `What this ad account spent is not known of ${missing} days, the first of them ${dateText(firstMissing)}. ${saysZero}`;
  if (firstEarly === null) return undefined;
  return early === 1
    ? `${dateText(firstEarly)} was still being counted when its spend was imported. ${readAgain}`
    : `${early} days were still being counted when their spend was imported, the first of them ${dateText(firstEarly)}. ${readAgain}`;
}
