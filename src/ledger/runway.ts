/**
 * How long the money in an ad account lasts: what is left, divided by what was spent a day lately. Lists, alerts and
 * refills use the same figure. Nothing is guessed: where spend is unknown or too old, the runway is unknown too.
 */
import { dayAfter, dayAt, dayMs } from '#kernel/days.ts';
import type { Cents } from '#kernel/money.ts';
import type { AccountState } from './accountlife.ts';
import { isStale, remainingOf, type Micros } from './spending.ts';

/** The pace is the mean over so many complete days. An account that spent nothing for `idleDays` days is idle. */
export const paceDays = 7;
export const idleDays = 5;

/** The longest runway that is shown; whatever lasts longer is shown as this. */
export const mostDaysLeft = 999;

export type Known = {
  readonly state: AccountState;
  readonly balanceCents: Cents;
  readonly openMicros: Micros | null;
  /** The last day of which something is known, YYYY-MM-DD. */
  readonly lastDay: string | null;
  /** Of the last complete days: how many are known, and what was spent on them. */
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

/**
 * The last day that is over everywhere. Days are of each account's own time zone, and the last zone ends a day 12 hours
 * after UTC.
 */
export function lastCompleteDay(now: Date): string {
  return dayAt(new Date(now.getTime() - 1.5 * dayMs));
}

export function runwayOf(known: Known, now: Date): Runway {
  const remainingCents = remainingOf(known);
  const unknown = { remainingCents, daysLeft: undefined, emptyOn: undefined, idle: false };
  const { state, lastDay, pace, idle } = known;
  // An account that does not run spends nothing, and what was known too long ago says nothing about today.
  if (state !== 'Active' || remainingCents === undefined || lastDay === null || isStale(lastDay, now)) return unknown;
  if (idle.days >= idleDays && idle.micros === 0n) return { ...unknown, idle: true };
  if (pace.micros <= 0n) return unknown;
  const tenths = (remainingCents * 10_000n * BigInt(pace.days) * 10n) / pace.micros;
  const most = BigInt(mostDaysLeft) * 10n;
  const daysLeft = Number(tenths < most ? tenths : most) / 10;
  // What is left is what was left after the last known day, so days are counted from there.
  return { remainingCents, daysLeft, emptyOn: dayAfter(lastDay, 1 + Math.floor(daysLeft)), idle: false };
}
