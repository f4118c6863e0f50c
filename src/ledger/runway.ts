/**
 * How long the money in an ad account lasts: what is left, over what was spent a day lately. For lists, alerts and
 * refills alike. Nothing is guessed: where spend is unknown or too old, so is this.
 */
import type { Cents } from '#kernel/money.ts';
import type { AccountState } from './accountlife.ts';
import { isStale, remainingOf, type Micros } from './spending.ts';

/** The pace is the mean of so many complete days; without spend in so many an account is idle. */
export const paceDays = 7;
export const idleDays = 5;

/** The longest that is said; whatever lasts longer is shown so, too. */
export const mostDaysLeft = 999;

export type Known = {
  readonly state: AccountState;
  readonly balanceCents: Cents;
  readonly openMicros: Micros | null;
  /** The last day of which something is known, YYYY-MM-DD. */
  readonly lastDay: string | null;
  /** Of the last complete days, how many are known and what they come to. */
  readonly pace: { readonly days: number; readonly micros: Micros };
  readonly idle: { readonly days: number; readonly micros: Micros };
};

export type Runway = {
  /** Undefined where nobody knows. */
  readonly remainingCents: Cents | undefined;
  /** In tenths of a day, rounded down. Undefined where nobody knows, and where nothing is spent. */
  readonly daysLeft: number | undefined;
  /** The day on which it is empty at this pace. */
  readonly emptyOn: string | undefined;
  readonly idle: boolean;
};

const dayMs = 24 * 60 * 60 * 1000;

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The last day that is over everywhere: days are of an account's own time zone, and the last zone is 12 hours late. */
export function lastCompleteDay(now: Date): string {
  return new Date(now.getTime() - 1.5 * dayMs).toISOString().slice(0, 10);
}

export function runwayOf(known: Known, now: Date): Runway {
  const remainingCents = remainingOf(known);
  const unknown = { remainingCents, daysLeft: undefined, emptyOn: undefined, idle: false };
  const { state, lastDay, pace, idle } = known;
  // Who does not run spends nothing; what was known too long ago says nothing of today.
  if (state !== 'Active' || remainingCents === undefined || lastDay === null || isStale(lastDay, now)) return unknown;
  if (idle.days >= idleDays && idle.micros === 0n) return { ...unknown, idle: true };
  if (pace.micros <= 0n) return unknown;
  const tenths = (remainingCents * 10_000n * BigInt(pace.days) * 10n) / pace.micros;
  const most = BigInt(mostDaysLeft) * 10n;
  const daysLeft = Number(tenths < most ? tenths : most) / 10;
  // What is left is left after the last day that is known.
  return { remainingCents, daysLeft, emptyOn: dayAfter(lastDay, 1 + Math.floor(daysLeft)), idle: false };
}
