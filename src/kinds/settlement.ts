/**
 * A settlement says in the book what an ad account spent in a month that its platform changes no more: that money was
 * the client's until it was spent, and is nobody's here afterwards. It leaves the account together with its share of
 * the top-up fee, which cannot come back any more. An admin settles; nothing is asked for, and no wallet is touched.
 */
import { adAccountText } from '#platforms/platforms.ts';
import { usd, type Cents } from '#kernel/money.ts';
import type { KindOf } from './kind.ts';
import type { Price } from './postings.ts';

export const settlement: KindOf<'settlement'> = {
  name: 'settlement',
  prefix: 'ST',
  hasPlatform: true,
  askedBy: 'admin',
  decidedBy: 'Finance',
  topic: 'accounts',
  approvalNeeds: 'nothing',
  postings: [
    { event: 'approve', src: 'ad account', dst: 'spent', amount: 'amount', rides: 'share' },
    { event: 'reverse', src: 'spent', dst: 'ad account', amount: 'amount', rides: 'fee' },
  ],
  late: { hours: 24 },
  countsAsActive: false,
  page: () => '/accounts',
  words: {
    title: 'Settlement',
    label: 'settlement',
    many: { client: 'Settlements', admin: 'settlements' },
    summary: ({ platform, amountCents }) => `settlement of ${usd(amountCents)} spent by your ${platform} ad account`,
    deed: ({ client, amountCents, adsId }) => `Settle ${usd(amountCents)} that ${adsId} of ${client} spent`,
    line: (of) => `Spend of ${adAccountText(of)} settled`,
    reasons: ['The platform still changes the spend of this month.'],
  },
  says: {
    short: 'The ad account holds less than it spent.',
    missing: 'This ad account is closed, so nothing can be paid from it or into it.',
  },
};

/** What was spent; the fee that rides along is its share of what is in the account, which only the lock knows. */
export function priceSettlement(spent: Cents): Price {
  return { amountCents: spent, feeCents: 0n, openingFeeCents: 0n, totalCents: spent };
}
