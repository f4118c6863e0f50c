/**
 * A withdrawal is money that a client takes out of the wallet, to an address outside. It is held when it is asked for,
 * and leaves once an admin has sent it. There is no fee.
 */
import { usd } from '#kernel/money.ts';
import type { KindOf } from './kind.ts';

export const withdrawal: KindOf<'withdrawal'> = {
  name: 'withdrawal',
  prefix: 'WD',
  hasPlatform: false,
  askedBy: 'client',
  decidedBy: 'Finance',
  topic: 'wallet',
  approvalNeeds: 'transactionId',
  postings: [
    { event: 'ask', src: 'wallet', dst: 'held', amount: 'total' },
    { event: 'approve', src: 'held', dst: 'outside', amount: 'total' },
    { event: 'giveBack', src: 'held', dst: 'wallet', amount: 'total' },
    { event: 'reverse', src: 'outside', dst: 'wallet', amount: 'total' },
  ],
  hasDestination: true,
  secondAdmin: ['withdrawalsAboveCents'],
  late: { hours: 24 },
  countsAsActive: false,
  hooks: { release: 'refuseOwnAddress', approve: 'refuseWhatPaidBefore' },
  page: () => '/kimi/wallet/withdraw',
  words: {
    title: 'Withdrawal',
    label: 'Withdrawal',
    many: { client: 'Withdrawals', admin: 'Withdrawals' },
    summary: ({ amountCents }) => `withdrawal of ${usd(amountCents)}`,
    deed: ({ client, amountCents }) => `Send ${usd(amountCents).replace('$', '')} USDT to ${client}`,
    recorded: ({ client, amountCents }) => `Mark ${usd(amountCents)} for ${client} as paid`,
    next: 'The money was sent. With the transaction ID your wallet or exchange finds the transfer.',
    line: () => 'Withdrawal',
    reasons: [
      'We could not verify this address as yours. Please contact support.',
      'This network is under maintenance; please choose another one.',
      'This is an address of ours. Please give one of your own.',
    ],
  },
};
