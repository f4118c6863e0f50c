/**
 * A top-up is USDT that a client says to have sent. Nothing moves until an admin has seen the money; then the wallet
 * gets what was announced, or what really arrived. One transaction id counts only once, whoever names it.
 */
import { usd } from '#kernel/money.ts';
import type { KindOf } from './kind.ts';

export const topup: KindOf<'topup'> = {
  name: 'topup',
  prefix: 'TU',
  hasPlatform: false,
  askedBy: 'client',
  decidedBy: 'Finance',
  topic: 'wallet',
  approvalNeeds: 'nothing',
  claim: { what: 'transactionId', at: 'ask', freedBy: 'giveBack' },
  postings: [
    { event: 'approve', src: 'outside', dst: 'wallet', amount: 'received' },
    { event: 'reverse', src: 'wallet', dst: 'outside', amount: 'received' },
  ],
  hasProof: true,
  secondAdmin: ['moneyInAboveCents'],
  late: { hours: 24 },
  countsAsActive: true,
  hooks: { approve: 'refuseWhatWasPaidOut' },
  page: () => '/kimi/wallet/addmoney-table',
  words: {
    title: 'Top-up',
    label: 'Top-up',
    many: { client: 'Top-ups', admin: 'Transactions' },
    summary: ({ amountCents, receivedCents }) => `top-up of ${usd(receivedCents ?? amountCents)}`,
    deed: ({ client, amountCents, receivedCents }) => `Credit ${usd(receivedCents ?? amountCents)} to ${client}`,
    next: 'The money is in your wallet: order an ad account with it, or fund one.',
    line: () => 'Top-up',
    reasons: [
      'No transfer with this transaction ID has arrived at our address.',
      'The amount that arrived differs from the amount you entered.',
      'The transfer went to another address than ours.',
      'The transfer was made on another network.',
      'The picture does not show the transfer. Please send one that shows amount, address and transaction ID.',
    ],
  },
  says: {
    decided: 'Transaction is already completed.',
    crowded: 'Too many top-ups are waiting for a decision. Please try again when some are decided.',
    taken: 'This transaction ID has already been used.',
  },
};
