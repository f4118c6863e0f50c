/**
 * A top-up is USDT that a client says to have sent. Nothing moves until an admin has seen the money; then the wallet
 * gets what was announced, or what really arrived. One transaction id counts once, for whomever it was sent.
 */
import type { KindOf } from './kind.ts';

export const topup: KindOf<'topup'> = {
  name: 'topup',
  prefix: 'TU',
  approvalNeeds: 'nothing',
  claim: { what: 'transactionId', at: 'ask', freedBy: 'giveBack' },
  postings: [
    { event: 'approve', src: 'outside', dst: 'wallet', amount: 'received' },
    { event: 'reverse', src: 'wallet', dst: 'outside', amount: 'received' },
  ],
  says: {
    decided: 'Transaction is already completed.',
    taken: 'This transaction id has already been used.',
  },
};
