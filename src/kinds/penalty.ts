/**
 * A penalty is money that an admin takes from a client for a breach of the terms. It is a correction and does not count
 * as revenue.
 */
import { usd } from '#kernel/money.ts';
import type { KindOf } from './kind.ts';

export const penalty: KindOf<'penalty'> = {
  name: 'penalty',
  prefix: 'PN',
  hasPlatform: false,
  askedBy: 'admin',
  decidedBy: 'Finance',
  topic: 'wallet',
  approvalNeeds: 'nothing',
  postings: [
    { event: 'approve', src: 'wallet', dst: 'penalty', amount: 'amount' },
    { event: 'reverse', src: 'penalty', dst: 'wallet', amount: 'amount' },
  ],
  secondAdmin: ['corrections'],
  late: { hours: 24 },
  countsAsActive: false,
  page: () => '/kimi/wallet/statement',
  words: {
    title: 'Penalty',
    label: 'Penalty',
    many: { client: 'Penalties', admin: 'Penalties' },
    summary: ({ amountCents }) => `penalty of ${usd(amountCents)}`,
    deed: ({ client, amountCents }) => `Take ${usd(amountCents)} from ${client}`,
    next: 'It was taken from your wallet. Please write to us if you think that it is wrong.',
    line: () => 'Penalty',
    reasons: ['The reason given does not hold.', 'The amount is not what was agreed.'],
  },
  says: { short: 'The wallet holds less than this penalty.' },
};
