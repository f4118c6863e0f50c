/**
 * A withdrawal is wallet money that a client takes home. It is held at once and leaves when an admin has sent it. No
 * fee.
 */
import type { KindOf } from './kind.ts';

export const withdrawal: KindOf<'withdrawal'> = {
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
