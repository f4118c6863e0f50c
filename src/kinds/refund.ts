/**
 * A refund is unused money that comes back from an ad account to the wallet, with its share of the top-up fee that is
 * still in that account. Money and share leave the account when it is asked for, so that no series of refunds returns
 * more than was taken. Its client asks for it, or an admin begins it.
 */
import { adAccountText, pageOf } from '#platforms/platforms.ts';
import { usd, type Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';
import type { KindOf } from './kind.ts';
import type { Price } from './postings.ts';

export const refund: KindOf<'refund'> = {
  name: 'refund',
  prefix: 'RF',
  hasPlatform: true,
  askedBy: 'either',
  decidedBy: 'Finance',
  topic: 'accounts',
  approvalNeeds: 'transactionId',
  postings: [
    { event: 'ask', src: 'ad account', dst: 'held', amount: 'amount', rides: 'share' },
    { event: 'approve', src: 'held', dst: 'wallet', amount: 'amount' },
    { event: 'approve', src: 'fee', dst: 'wallet', amount: 'fee back' },
    { event: 'giveBack', src: 'held', dst: 'ad account', amount: 'amount', rides: 'fee' },
    { event: 'reverse', src: 'wallet', dst: 'ad account', amount: 'amount', rides: 'fee' },
    { event: 'reverse', src: 'wallet', dst: 'fee', amount: 'fee back' },
  ],
  secondAdmin: ['refundsAboveCents'],
  late: { hours: 24 },
  countsAsActive: true,
  page: (platform) => pageOf(platform, 'refund'),
  words: {
    title: 'Refund',
    label: 'refund',
    many: { client: 'Refunds', admin: 'refunds' },
    summary: ({ platform, amountCents }) => `refund of ${usd(amountCents)} from your ${platform} ad account`,
    deed: ({ client, amountCents, totalCents, adsId }) =>
      `Take ${usd(amountCents)} out of ${adsId}, give ${usd(totalCents)} back to ${client}`,
    next: 'The money is in your wallet. Spend it on another account, or withdraw it.',
    line: (of) => `Refund from ${adAccountText(of)}`,
    reasons: [
      'The ad account still spends this money.',
      'The platform has not returned the money yet.',
      'Please ask again after the last invoice of this account.',
    ],
  },
  says: { short: 'This is more than is left in the ad account.' },
};

/**
 * The share of the fee depends on what is in the account at that moment, so it is computed under the client's lock, and
 * the total with it. Where the refund policy keeps fees, the total is the amount alone; the share still leaves the
 * account, but nobody gets it.
 */
export function priceRefund(amount: Cents, givesFeeBack: boolean): Price {
  return { amountCents: amount, feeCents: 0n, openingFeeCents: 0n, totalCents: givesFeeBack ? undefined : amount };
}

/**
 * The share that the database will compute under the lock, to show it in advance: floor(amount x fee left / balance).
 */
export function feeShare(amount: Cents, feeLeft: Cents, balance: Cents): Cents {
  return balance > 0n ? (amount * feeLeft) / balance : 0n;
}

/**
 * Why this much can't be asked back, or undefined; `available` is `refundableOf` the account. Pending refunds have
 * already left it. In a race the database says the same.
 */
export function refusalToRefund(amount: Cents, available: Cents): Refusal | undefined {
  if (amount <= available) return undefined;
  return {
    code: 'refund.short',
    message: `This is more than is left in the ad account: ${usd(available)}.`,
    status: 409,
    field: 'amount',
  };
}
