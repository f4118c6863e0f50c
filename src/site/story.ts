/** The order that the first screen of the home page follows, by the agency's price list. */
import { centsOf, shareOf } from '#kernel/money.ts';
import type { Prices } from '#settings/settings.ts';
import { exampleOf } from './cost.ts';

/** Two accounts, as the panel of the story has room for. */
const storyAccounts = 2n;

const thousand = 100_000n;

export function orderOf(prices: Prices) {
  const each = centsOf(exampleOf(prices).each)!;
  const deposits = storyAccounts * each;
  const fee = shareOf(deposits, prices.topupBasisPoints);
  const total = prices.openingFeeCents + deposits + fee;
  // Whoever orders has paid in enough: a whole number of thousands.
  const put = ((total + thousand - 1n) / thousand || 1n) * thousand;
  return { each, put, fee, total };
}
