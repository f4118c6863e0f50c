/**
 * A deposit is money that a client moves from the wallet into an approved ad account. Money and top-up fee are held
 * when it is asked for. Once approved, the money is in the ad account and the fee is the agency's; the account
 * remembers the fee beside the money, so that a refund can give its share back.
 */
import { adAccountText, pageOf, specOf } from '#platforms/platforms.ts';
import { shareOf, usd, type Cents } from '#kernel/money.ts';
import type { KindOf } from './kind.ts';
import type { Price } from './postings.ts';

export const deposit: KindOf<'deposit'> = {
  name: 'deposit',
  prefix: 'DP',
  hasPlatform: true,
  askedBy: 'client',
  decidedBy: 'Operations',
  topic: 'accounts',
  approvalNeeds: 'transactionId',
  postings: [
    { event: 'ask', src: 'wallet', dst: 'held', amount: 'total' },
    { event: 'approve', src: 'held', dst: 'ad account', amount: 'amount', rides: 'fee' },
    { event: 'approve', src: 'held', dst: 'fee', amount: 'fee' },
    { event: 'giveBack', src: 'held', dst: 'wallet', amount: 'total' },
    { event: 'reverse', src: 'ad account', dst: 'wallet', amount: 'amount', rides: 'fee' },
    { event: 'reverse', src: 'fee', dst: 'wallet', amount: 'fee' },
  ],
  secondAdmin: [],
  late: { hours: 24 },
  countsAsActive: true,
  page: (platform) => pageOf(platform, 'deposits'),
  approvedState: (platform) => (platform === null ? 'Approved' : specOf(platform).wire.approvedDeposit),
  words: {
    title: 'Deposit',
    label: 'deposit',
    many: { client: 'Deposits', admin: 'deposits' },
    summary: ({ platform, amountCents }) => `deposit of ${usd(amountCents)} into your ${platform} ad account`,
    deed: ({ client, amountCents, adsId }) => `Load ${usd(amountCents)} into ${adsId} for ${client}`,
    next: 'The money is in the ad account. You can run ads with it.',
    line: (of) => `Deposit into ${adAccountText(of)}`,
    reasons: [
      'The ad account is disabled; please choose another one.',
      'The platform refused this top-up. Please try again tomorrow.',
      'The account is under review; deposits are paused.',
    ],
  },
};

/** One row of a deposit call; the fee is rounded per row. `rate` in basis points, 1500 = 15 %. */
export function priceDeposit(money: Cents, rate: bigint): Price {
  const feeCents = shareOf(money, rate);
  return { amountCents: money, feeCents, openingFeeCents: 0n, totalCents: money + feeCents };
}
