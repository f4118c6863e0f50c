/**
 * A settlement writes into the book what an ad account spent in a month that its platform no longer changes. Until it
 * was spent that money was the client's; afterwards it belongs to nobody in this book. It leaves the account together
 * with its share of the top-up fee, which can no longer come back. An admin settles; no client asks for it, and no
 * wallet is touched.
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
  secondAdmin: [],
  late: { hours: 24 },
  countsAsActive: false,
  page: () => '/accounts',
  words: {
    title: 'Settlement',
    label: 'settlement',
    many: { client: 'Settlements', admin: 'settlements' },
    summary: ({ platform, amountCents }) => `settlement of ${usd(amountCents)} spent by your ${platform} ad account`,
    deed: ({ client, amountCents, adsId }) => `Settle ${usd(amountCents)} that ${adsId} of ${client} spent`,
    next: 'Nothing left your wallet. The balance of the account is lower by what it spent.',
    line: (of) => `Spend of ${adAccountText(of)} settled`,
    reasons: ['The platform still changes the spend of this month.'],
  },
  says: {
    short: 'The ad account holds less than it spent.',
    missing: 'This ad account is closed, so nothing can be paid from it or into it.',
  },
};

/**
 * The amount is what was spent. The fee that moves with it is its share of what is in the account, which only the lock
 * knows.
 */
export function priceSettlement(spent: Cents): Price {
  return { amountCents: spent, feeCents: 0n, openingFeeCents: 0n, totalCents: spent };
}
