/**
 * Goodwill is money that an admin gives to a client out of the agency's own. Like a penalty it is a correction, and it
 * does not count as negative revenue.
 */
import { usd } from '#kernel/money.ts';
import type { KindOf } from './kind.ts';

export const goodwill: KindOf<'goodwill'> = {
  name: 'goodwill',
  prefix: 'GW',
  hasPlatform: false,
  askedBy: 'admin',
  decidedBy: 'Finance',
  topic: 'wallet',
  approvalNeeds: 'nothing',
  postings: [
    { event: 'approve', src: 'goodwill', dst: 'wallet', amount: 'amount' },
    { event: 'reverse', src: 'wallet', dst: 'goodwill', amount: 'amount' },
  ],
  secondAdmin: ['corrections', 'moneyInAboveCents'],
  late: { hours: 24 },
  countsAsActive: false,
  page: () => '/kimi/wallet/statement',
  words: {
    title: 'Goodwill',
    label: 'Goodwill credit',
    many: { client: 'Goodwill', admin: 'Goodwill credits' },
    summary: ({ amountCents }) => `goodwill credit of ${usd(amountCents)}`,
    deed: ({ client, amountCents }) => `Give ${usd(amountCents)} to ${client}`,
    next: 'The money is in your wallet. You can spend it or withdraw it.',
    line: () => 'Goodwill credit',
    reasons: ['The reason given does not hold.', 'The amount is not what was agreed.'],
  },
};
