/** What a deposit may be, for the form and the server alike. What it is and what it moves: kinds/deposit.ts. */
import { normalisedAdsId } from '#kernel/ids.ts';
import { centsOf, plainAmount, sum, usd, type Cents } from '#kernel/money.ts';
import { invalid, type Refusal } from '#kernel/refusal.ts';
import type { Platform } from '#platforms/platforms.ts';
import { priceDeposit } from '#kinds/deposit.ts';

/** Rows in one call; all of them are made or none. */
export const mostRows = 50;

export const bothNeeded = 'Please ensure both adsId and money are provided.';
export const oneRowNeeded = 'At least one row is required!';

/** A row of the form, as it was typed. */
export type DepositRow = { adsId: string; money: string };

/** Under which name the form keeps what is typed. */
export function draftName(platform: Platform): string {
  return `deposit-${platform}`;
}

/** Whether both put the same money into the same account, however that is written. */
export function isSameRow(one: DepositRow, other: DepositRow): boolean {
  const cents = ({ money }: DepositRow) => centsOf(plainAmount(money));
  return normalisedAdsId(one.adsId) === normalisedAdsId(other.adsId) && cents(one) === cents(other);
}

/** What a call with these rows comes to. */
export function priceDeposits(
  rows: readonly Cents[],
  rate: bigint,
): { depositCents: Cents; feeCents: Cents; totalCents: Cents } {
  const depositCents = sum(rows);
  const feeCents = sum(rows.map((money) => priceDeposit(money, rate).feeCents));
  return { depositCents, feeCents, totalCents: depositCents + feeCents };
}

/** Dust pays no fee; what an order opens an account with may be nothing. `several`: the rows are a list in the call. */
export function refusalToDust(
  rows: readonly { money: Cents }[],
  leastCents: Cents,
  several: boolean,
): Refusal | undefined {
  const place = rows.findIndex(({ money }) => money < leastCents);
  if (place < 0) return undefined;
  return invalid(several ? `deposits.${place}.money` : 'money', `The minimum deposit is ${usd(leastCents)}.`);
}

export const blankVerdict = { approve: 'Please enter a valid input.', reject: 'Please enter a valid input.' };
