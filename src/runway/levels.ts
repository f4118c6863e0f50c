/** From when on a client wants to hear that an ad account runs low. */
import type { Cents } from '#kernel/money.ts';
import type { Runway } from '#ledger/runway.ts';

/** 0: never. */
export type Levels = { readonly days: number; readonly cents: Cents };

/** Where a client has chosen nothing. */
export const usualLevels: Levels = { days: 3, cents: 0n };
export const mostLevelDays = 90;

export type Below = { readonly days: boolean; readonly money: boolean };

/**
 * Which of the levels an account is below. Of one that spends nothing nobody says in how many days it is empty. Where
 * it is unknown, as an import comes late, it stays what it `was`: nothing was crossed.
 */
export function belowOf(runway: Runway, { days, cents }: Levels, was: Below): Below {
  const { daysLeft, remainingCents, idle } = runway;
  return {
    days: daysLeft === undefined ? was.days && !idle : daysLeft < days,
    money: remainingCents !== undefined && remainingCents < cents,
  };
}
