/**
 * What stands in the way of settling a month of an ad account. The figures come from the database function that looks
 * again under the lock (`settlements_of`), so that nothing is posted that was not final.
 */
import { monthText } from '#kernel/clock.ts';
import { dayAt, monthAfter, monthPattern } from '#kernel/days.ts';
import type { Cents } from '#kernel/money.ts';
import type { Micros } from '#ledger/spending.ts';

export const settleStates = ['missing', 'open', 'closed', 'short', 'ready', 'settled'] as const;
export type SettleState = (typeof settleStates)[number];

export type MonthOfAccount = {
  micros: Micros;
  cents: Cents;
  balanceCents: Cents;
  /** On so many days nothing is known; so many the platform may still change. */
  missing: number;
  firstMissing: string | null;
  open: number;
  isClosed: boolean;
  settledBy: string | null;
};

/** Undefined where nothing was spent, so that there is nothing to settle. */
export function settleStateOf(month: MonthOfAccount): SettleState | undefined {
  if (month.settledBy !== null && month.micros === 0n) return 'settled';
  if (month.missing > 0) return 'missing';
  if (month.open > 0) return 'open';
  if (month.micros === 0n) return undefined;
  if (month.isClosed) return 'closed';
  return month.cents > month.balanceCents ? 'short' : 'ready';
}

const daysText = (days: number) => (days === 1 ? '1 day' : `${days} days`);

/** Why it can't be settled, and what to do about it; empty where it can. */
export function settleText(state: SettleState, { missing, firstMissing, open, settledBy }: MonthOfAccount): string {
  switch (state) {
    case 'missing':
      return `Nothing is known of ${daysText(missing)}, first of ${firstMissing}. Import them; a day without spend says 0.`;
    case 'open':
      return `The platform may still change ${daysText(open)}. Import the report again, three days after the month or later.`;
    case 'closed':
      return 'This account is closed, so nothing can be paid from it.';
    case 'short':
      return 'More was spent than is in the account. It needs a deposit, or a waiting refund has to be rejected.';
    case 'settled':
      return `Settled by ${settledBy}.`;
    case 'ready':
      return '';
  }
}

/** What changes a month that is settled has to wait for this. */
export const settleAgain = 'Reverse that first, and settle the month again afterwards.';

/** Two years back, the last one that is over first. */
export function lastMonths(now: Date): string[] {
  const month = dayAt(now).slice(0, 7);
  return Array.from({ length: 24 }, (_, n) => monthAfter(month, -1 - n));
}

/** The month that an address asks for; the last one that is over where it asks for none. */
export function monthIn(asked: string | null, months: readonly string[]): string {
  return asked !== null && monthPattern.test(asked) ? asked : months[0]!;
}

/** The months that a page lets one choose from, with the one that it shows. */
export function monthChoices(months: readonly string[], month: string): { value: string; label: string }[] {
  return (months.includes(month) ? months : [month, ...months]).map((value) => ({ value, label: monthText(value) }));
}

/** Behind the question mark: another month is the same page, on which what else was chosen stays. */
export const settlePageOf = (month: string) => `/admin/accounts/settle?month=${month}`;

export const reconciliationPageOf = (month: string) => `/admin/accounts/reconciliation?month=${month}`;
