/**
 * A deposit is money that a client moves from the wallet into an approved ad account. The money and the top-up fee are
 * held when it is asked for; approved, the money is in the ad account and the fee is the agency's, riding with the
 * money so that a refund can give its share back.
 */
import { shareOf, sum, type Cents } from '#kernel/money.ts';
import { invalid, type Refusal } from '#kernel/refusal.ts';
import { walletShort, type Kind, type Price } from '#requests/requests.ts';
import type { Action } from '#requests/verdict.api.ts';

export const deposit: Kind = {
  name: 'deposit',
  prefix: 'DP',
  approvalNeeds: 'transactionId',
  postings: [
    { event: 'ask', src: 'wallet', dst: 'held', amount: 'total' },
    { event: 'approve', src: 'held', dst: 'ad account', amount: 'amount', rides: 'fee' },
    { event: 'approve', src: 'held', dst: 'fee', amount: 'fee' },
    { event: 'giveBack', src: 'held', dst: 'wallet', amount: 'total' },
    { event: 'reverse', src: 'ad account', dst: 'wallet', amount: 'amount', rides: 'fee' },
    { event: 'reverse', src: 'fee', dst: 'wallet', amount: 'fee' },
  ],
};

/** Rows in one call; all of them are made or none. */
export const mostRows = 50;

export const bothNeeded = 'Please ensure both adsId and money are provided.';
export const oneRowNeeded = 'At least one row is required!';

/** One row of a deposit call; the fee is rounded per row. `rate` in basis points, 1500 = 15 %. */
export function priceDeposit(money: Cents, rate: bigint): Price {
  const feeCents = shareOf(money, rate);
  return { amountCents: money, feeCents, openingFeeCents: 0n, totalCents: money + feeCents };
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

/** Why this wallet can't pay for these deposits, or undefined. In a race the database says the same. */
export function refusalToDeposit(totalCents: Cents, walletCents: Cents): Refusal | undefined {
  return totalCents <= walletCents ? undefined : walletShort;
}

/** What an admin has to say with a verdict on a deposit, or undefined. */
export function refusalToJudgeDeposit(
  action: Action,
  said: { transactionId: string; remarks: string },
): Refusal | undefined {
  const field = action === 'approve' ? 'transactionId' : 'remarks';
  return said[field] === '' ? invalid(field, 'Please enter a valid input.') : undefined;
}
