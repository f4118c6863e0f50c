/** A withdrawal is wallet money that a client takes home. It is held at once and leaves when an admin has sent it. No fee. */
import type { Cents } from '#kernel/money.ts';
import type { Kind, Price } from '#requests/requests.ts';

export const withdrawal: Kind = {
  name: 'withdrawal',
  prefix: 'WD',
  approvalNeeds: 'transactionId',
  postings: [
    { event: 'ask', src: 'wallet', dst: 'held', amount: 'total' },
    { event: 'approve', src: 'held', dst: 'outside', amount: 'total' },
    { event: 'giveBack', src: 'held', dst: 'wallet', amount: 'total' },
    { event: 'reverse', src: 'outside', dst: 'wallet', amount: 'total' },
  ],
};

export function priceWithdrawal(amount: Cents): Price {
  return { amountCents: amount, feeCents: 0n, openingFeeCents: 0n, totalCents: amount };
}
