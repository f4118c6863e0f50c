/**
 * What ad accounts spend is known from their platforms, in millionths of a dollar, and is not in the book until it is
 * settled. Here is what follows from it for the money in an account, for the browser and the server alike; under the
 * lock `change` computes the same.
 */
import type { Cents } from '#kernel/money.ts';

/** A whole number of millionths of a dollar. */
export type Micros = bigint;

const microsPerCent = 10_000n;

/** As figures show it, half a cent rounded up. Micros are never negative here. */
export function shownCents(micros: Micros): Cents {
  return (micros + microsPerCent / 2n) / microsPerCent;
}

/** What the platform has to be given for it: a part of a cent is a whole one, so that no refund returns spent money. */
export function owedCents(micros: Micros): Cents {
  return micros <= 0n ? 0n : (micros + microsPerCent - 1n) / microsPerCent;
}

/** What is in an account by the book, and what of it was spent and not settled; null where nobody knows. */
type Funds = { readonly balanceCents: Cents; readonly openMicros: Micros | null };

/** What is left to spend, or undefined where nobody knows. Never less than nothing. */
export function remainingOf({ balanceCents, openMicros }: Funds): Cents | undefined {
  if (openMicros === null) return undefined;
  const left = balanceCents - owedCents(openMicros);
  return left > 0n ? left : 0n;
}

/** The most that can be asked back: what is left; where nobody knows that, what the book says. */
export function refundableOf(funds: Funds): Cents {
  return remainingOf(funds) ?? funds.balanceCents;
}

const hourMs = 60 * 60 * 1000;

/** How old what is known may be before an admin has to look at the platform before money goes back. */
export const trustedHours = 48;

/** Whether what is known ends longer ago than may be trusted. `lastDay` is YYYY-MM-DD; days end at midnight, UTC. */
export function isStale(lastDay: string | null, now: Date): boolean {
  if (lastDay === null) return true;
  return now.getTime() - (Date.parse(`${lastDay}T00:00:00Z`) + 24 * hourMs) > trustedHours * hourMs;
}
