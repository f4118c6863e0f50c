/**
 * A replacement is another ad account for one that its platform has taken away. All money in the old account and its
 * share of the fee are held when it is asked for. Once approved, both are in the new account, without a second fee, and
 * the old account's state is `Replaced`. Its client asks for it, or an admin begins it.
 */
import { adAccountText } from '#platforms/platforms.ts';
import { usd, type Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { adsIdsIn, refusalToOpen } from './application.ts';
import type { Deed, KindOf } from './kind.ts';
import type { Price } from './postings.ts';

export const replacement: KindOf<'replacement'> = {
  name: 'replacement',
  prefix: 'RP',
  hasPlatform: true,
  askedBy: 'either',
  decidedBy: 'Operations',
  topic: 'accounts',
  approvalNeeds: 'adsId',
  claim: { what: 'adsIds', at: 'approve', freedBy: 'reverse' },
  postings: [
    { event: 'ask', src: 'ad account', dst: 'held', amount: 'amount', rides: 'share' },
    { event: 'approve', src: 'held', dst: 'new ad account', amount: 'amount', rides: 'fee' },
    { event: 'giveBack', src: 'held', dst: 'ad account', amount: 'amount', rides: 'fee' },
    { event: 'reverse', src: 'new ad account', dst: 'held', amount: 'amount', rides: 'fee' },
    { event: 'reverse', src: 'held', dst: 'ad account', amount: 'amount', rides: 'fee' },
  ],
  opens: (adsId) => {
    const adsIds = adsIdsIn(adsId);
    return adsIds.length > 1 ? oneForOne : (refusalToOpen(adsIds, 1) ?? adsIds);
  },
  secondAdmin: [],
  late: { hours: 24 },
  countsAsActive: false,
  page: () => '/accounts',
  words: {
    title: 'Replacement',
    label: 'replacement',
    many: { client: 'Replacements', admin: 'replacements' },
    summary: ({ platform }) => `replacement of your ${platform} ad account`,
    deed: (of) => `Replace ${of.adsId} by a new account${loadOf(of)}`,
    next: 'The new account is open, and in your list. Where we know what the old one spent, the new one’s page says what is left.',
    line: (of) => `Replacement of ${adAccountText(of)}`,
    reasons: [
      'The platform still looks at the appeal.',
      'The platform opens no further accounts for this business.',
      'Please ask for a refund instead; we cannot open another account now.',
    ],
  },
  says: {
    taken: 'This Ads ID is already in use on this platform.',
    short: 'The money in this ad account has changed. Please look at it again.',
  },
};

/**
 * The book moves all of the amount. What was spent of it the platform has taken already: that is not loaded a second
 * time.
 */
function loadOf({ client, amountCents, spentCents = 0n }: Deed): string {
  if (amountCents === 0n) return ` for ${client}`;
  const all = usd(amountCents);
  if (spentCents <= 0n) return `, load ${all} for ${client}`;
  if (spentCents >= amountCents) return `, load nothing for ${client}; all of the ${all} was spent already`;
  const load = usd(amountCents - spentCents);
  return `, load ${load} for ${client}; ${usd(spentCents)} of the ${all} was spent already`;
}

/** The amount is all that is in the old account. Its share of the fee moves with it; only the lock knows that share. */
export function priceReplacement(balance: Cents): Price {
  return { amountCents: balance, feeCents: 0n, openingFeeCents: 0n, totalCents: balance };
}

const oneForOne: Refusal = {
  code: 'replacement.ads_ids',
  message: 'One account is replaced by one. Please enter a single Ads ID.',
  status: 400,
  field: 'adsId',
};
