/**
 * An ad application is an order for 1 to 10 agency ad accounts on one platform, with a first deposit for each.
 * Deposits, one opening fee and the top-up fee are held when it is asked for; approved, every account opens under the
 * Ads ID that the admin gives, with its deposit and its part of the fee in it.
 */
import { forEachPlatform, pageOf } from '#platforms/platforms.ts';
import { normalisedAdsId, numberOfAdsId } from '#kernel/ids.ts';
import { shareOf, splitByLargestRemainder, sum, usd, type Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';
import type { KindOf } from './kind.ts';
import type { Price } from './postings.ts';

export const application: KindOf<'application'> = {
  name: 'application',
  prefix: forEachPlatform(({ prefix }) => prefix),
  hasPlatform: true,
  askedBy: 'client',
  decidedBy: 'Operations',
  topic: 'accounts',
  approvalNeeds: 'adsId',
  claim: { what: 'adsIds', at: 'approve', freedBy: 'reverse' },
  postings: [
    { event: 'ask', src: 'wallet', dst: 'held', amount: 'total' },
    { event: 'approve', src: 'held', dst: 'new ad account', amount: 'amount', rides: 'fee' },
    { event: 'approve', src: 'held', dst: 'opening', amount: 'opening' },
    { event: 'approve', src: 'held', dst: 'fee', amount: 'fee' },
    { event: 'giveBack', src: 'held', dst: 'wallet', amount: 'total' },
    { event: 'reverse', src: 'new ad account', dst: 'wallet', amount: 'amount', rides: 'fee' },
    { event: 'reverse', src: 'opening', dst: 'wallet', amount: 'opening' },
    { event: 'reverse', src: 'fee', dst: 'wallet', amount: 'fee' },
  ],
  opens: (adsId, lines) => {
    const adsIds = adsIdsIn(adsId);
    return refusalToOpen(adsIds, lines) ?? adsIds;
  },
  secondAdmin: [],
  late: { workingDays: 2 },
  countsAsActive: true,
  page: (platform) => pageOf(platform, 'list'),
  words: {
    title: 'Ad application',
    label: 'ad application',
    ownLabel: 'ad account order',
    many: { client: 'Ad account orders', admin: 'ad applications' },
    summary: ({ platform }) => `application for ${platform} ad accounts`,
    deed: ({ client, amountCents, accounts }) => {
      const what = accounts === 0 ? 'the accounts' : accounts === 1 ? '1 account' : `${accounts} accounts`;
      const load = amountCents === 0n ? '' : ` and load ${usd(amountCents)}`;
      return `Open ${what}${load} for ${client}`;
    },
    next: 'Your ad accounts are open. Their Ads IDs are in your list, where you can share and fund them.',
    line: ({ platform }) => `${platform} ad account order`,
    reasons: [
      'Please use an address that exists.',
      'The platform declined this domain.',
      'Please give us a different page.',
    ],
  },
  says: { taken: 'This Ads ID is already in use on this platform.' },
};

/**
 * What an order costs: the deposits, one opening fee, and the fee on the order's total deposit. `rate` in basis points.
 */
export function priceOrder(deposits: readonly Cents[], openingFee: Cents, rate: bigint): Price {
  const amountCents = sum(deposits);
  const feeCents = shareOf(amountCents, rate);
  return { amountCents, feeCents, openingFeeCents: openingFee, totalCents: amountCents + openingFee + feeCents };
}

/**
 * The Ads IDs in what an admin typed or pasted, in order: separated by commas, lines or the cells of a sheet. A text
 * with a comma is always a list, never one id for the whole order; where something is missing beside the comma, that id
 * is empty. Commas, digits and dashes are also read as other keyboards or web pages write them; invisible characters,
 * labels and row numbers are dropped. So a list is not taken for one id, and one id is not taken for two accounts.
 */
export function adsIdsIn(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\ufe0f]/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[、،;]/g, ',');
  const label = /^[a-z ]{0,20}\bid ?: */i;
  const typed = plain.split(/[,\t\n\r\u2028]+/).map((id) => numberOfAdsId(id.trim().replace(label, '')));
  const filled = typed.filter((id) => normalisedAdsId(id) !== '');
  const isNumbered =
    filled.length > 1 && filled.every((id, place) => /^(\d+)[.)] *\S/.exec(id)?.[1] === String(place + 1));
  const adsIds = isNumbered ? filled.map((id) => id.replace(/^\d+[.)] */, '')) : filled;
  return adsIds.length === 1 && plain.includes(',') ? [...adsIds, ''] : adsIds;
}

/** Two long numbers in one id: probably a list that lost its line breaks when it was pasted. */
const severalInOne = /\d[\d-]{7,}\s+\d[\d-]{7,}/;

/**
 * Why these Ads IDs can't be given to an order of `accounts` rows, or undefined. One id takes the whole order;
 * otherwise there are exactly as many as rows; a monthly order has no rows and takes 1 to 10.
 */
export function refusalToOpen(adsIds: readonly string[], accounts: number): Refusal | undefined {
  const wrong = (message: string): Refusal => ({ code: 'application.ads_ids', message, status: 400, field: 'adsId' });
  if (adsIds.length === 0) return wrong('Please enter an Ads ID.');
  if (adsIds.includes('')) return wrong('Please enter an Ads ID on both sides of the comma.');
  if (adsIds.some((id) => severalInOne.test(id))) return wrong('Please put a comma or a new line between Ads IDs.');
  if (adsIds.some((id) => id.length > 64)) return wrong('An Ads ID has at most 64 characters.');
  const names = adsIds.map(normalisedAdsId);
  // An Ads ID typed twice would silently become one account for two rows.
  const twin = names.find((name, place) => names.indexOf(name) !== place);
  if (twin !== undefined) return wrong(`The Ads ID ${twin} is there twice.`);
  if (accounts === 0) return adsIds.length > 10 ? wrong('Please enter 1 to 10 Ads IDs.') : undefined;
  if (adsIds.length !== 1 && adsIds.length !== accounts)
    return wrong(`Please enter one Ads ID for the whole order, or exactly ${accounts}.`);
  return undefined;
}

/** Each line's part of an order's fee, by largest remainder, so that the parts add up to the fee exactly. */
export function feesOfLines(fee: Cents, deposits: readonly Cents[]): Cents[] {
  return fee === 0n ? deposits.map(() => 0n) : splitByLargestRemainder(fee, deposits);
}
