/** The order that the first screen of the home page follows, by the agency's price list. */
import { shareOf, type Cents } from '#kernel/money.ts';
import type { Prices } from '#settings/settings.ts';

/** Two accounts with $100 in each. */
const storyAccounts = 2n;
export const storyEach: Cents = 10_000n;

const thousand = 100_000n;

export function orderOf({ openingFeeCents, topupBasisPoints }: Prices) {
  const deposits = storyAccounts * storyEach;
  const fee = shareOf(deposits, topupBasisPoints);
  const total = openingFeeCents + deposits + fee;
  // Whoever orders has paid in enough: a whole number of thousands.
  const put = ((total + thousand - 1n) / thousand) * thousand;
  return { put, fee, total };
}
