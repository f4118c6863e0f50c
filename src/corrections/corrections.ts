/**
 * Corrections are what admins do to a wallet by themselves: a penalty takes money, goodwill gives some. Neither is
 * revenue. They are requests like all others, so that a second admin can be asked to confirm them and a mistake can be
 * reversed.
 */
import type { Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';
import type { Kind, Price } from '#requests/requests.ts';

export const penalty: Kind = {
  name: 'penalty',
  prefix: 'PN',
  approvalNeeds: 'nothing',
  postings: [
    { event: 'approve', src: 'wallet', dst: 'penalty', amount: 'amount' },
    { event: 'reverse', src: 'penalty', dst: 'wallet', amount: 'amount' },
  ],
  says: { short: 'The wallet holds less than this penalty.' },
};

export const goodwill: Kind = {
  name: 'goodwill',
  prefix: 'GW',
  approvalNeeds: 'nothing',
  postings: [
    { event: 'approve', src: 'goodwill', dst: 'wallet', amount: 'amount' },
    { event: 'reverse', src: 'wallet', dst: 'goodwill', amount: 'amount' },
  ],
};

export function priceCorrection(amount: Cents): Price {
  return { amountCents: amount, feeCents: 0n, openingFeeCents: 0n, totalCents: amount };
}

export const correctionKinds = ['penalty', 'goodwill'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

export const reasonNeeded = 'Please enter a reason; the client reads it.';

/** What is wrong with a penalty for this wallet, or undefined. In a race the database says the same. */
export function refusalToCorrect(kind: CorrectionKind, amount: Cents, walletCents: Cents): Refusal | undefined {
  if (kind === 'goodwill' || amount <= walletCents) return undefined;
  return {
    code: 'wallet.insufficient',
    message: 'The wallet holds less than this penalty.',
    status: 402,
    field: 'amount',
  };
}
