/** What an order costs by the price list that the public pages show, computed as the portal computes it. */
import { shareOf, usd } from '#kernel/money.ts';
import { defaults } from '#settings/settings.ts';

const { openingFeeCents, topupBasisPoints, depositOptionsCents } = defaults;

/** What a visitor may choose, as the order forms of Google and Bing offer it; deposits in whole dollars. */
export const choices = {
  accounts: Array.from({ length: 10 }, (_, index) => String(index + 1)),
  each: depositOptionsCents.map((cents) => String(cents / 100n)),
} as const;

/** The choice that the page shows before anybody chose. */
export const example = { accounts: '2', each: '100' } as const;

export type Cost = Readonly<Record<'opening' | 'deposits' | 'topUp' | 'total', string>>;

/**
 * Of as many accounts as chosen with the same deposit in each, in dollars to be read; undefined for what can't be
 * chosen.
 */
export function costOf({ accounts, each }: Readonly<Record<string, unknown>>): Cost | undefined {
  if (!choices.accounts.includes(accounts as string) || !choices.each.includes(each as string)) return undefined;
  const deposits = BigInt(accounts as string) * BigInt(each as string) * 100n;
  const topUp = shareOf(deposits, topupBasisPoints);
  return {
    opening: usd(openingFeeCents),
    deposits: usd(deposits),
    topUp: usd(topUp),
    total: usd(openingFeeCents + deposits + topUp),
  };
}
