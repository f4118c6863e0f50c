/**
 * Corrections are what admins do to a wallet by themselves: a penalty takes money, goodwill gives some. Neither is revenue.
 * They are requests like all others, so that a second admin can be asked to confirm them and a mistake can be reversed.
 */
import type { Cents } from '#kernel/money.ts';
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
