/**
 * What ad accounts spend is known from their platforms, in millionths of a dollar, and comes into the book only when it
 * is settled. This file computes what that means for the money in an account, for the browser and the server alike; the
 * database function `change` computes the same under the lock.
 */
import type { Cents } from '#kernel/money.ts';

/** A whole number of millionths of a dollar. */
export type Micros = bigint;

const microsPerCent = 10_000n;

/** For display: half a cent is rounded up. Micros are never negative here. */
export function shownCents(micros: Micros): Cents {
  return (micros + microsPerCent / 2n) / microsPerCent;
}

/**
 * What has to be paid to the platform for this spend. A part of a cent counts as a whole one, so that no refund gives
 * spent money back.
 */
export function owedCents(micros: Micros): Cents {
  return micros <= 0n ? 0n : (micros + microsPerCent - 1n) / microsPerCent;
}

/** What is in an account by the book, and the part of it that was spent and is not settled; null where nobody knows. */
export type Funds = { readonly balanceCents: Cents; readonly openMicros: Micros | null };

/** What is left to spend, or undefined where nobody knows. Never less than nothing. */
export function remainingOf({ balanceCents, openMicros }: Funds): Cents | undefined {
  if (openMicros === null) return undefined;
  const left = balanceCents - owedCents(openMicros);
  return left > 0n ? left : 0n;
}

/** The most that a refund can ask for: what is left, or where nobody knows that, what the book says. */
export function refundableOf(funds: Funds): Cents {
  return remainingOf(funds) ?? funds.balanceCents;
}

const hourMs = 60 * 60 * 1000;

/** Older knowledge than this is not trusted: an admin has to look at the platform before money goes back. */
const trustedHours = 48;

/**
 * Whether the last known day ended longer ago than may be trusted. `lastDay` is YYYY-MM-DD; days end at midnight, UTC.
 */
export function isStale(lastDay: string | null, now: Date): boolean {
  if (lastDay === null) return true;
  return now.getTime() - (Date.parse(`${lastDay}T00:00:00Z`) + 24 * hourMs) > trustedHours * hourMs;
}
