/** What an order costs by the agency's price list, computed as the portal computes it. */
import { centsOf, dollarsText, shareOf, usd } from '#kernel/money.ts';
import type { Prices } from '#settings/settings.ts';

type Rates = Pick<Prices, 'openingFeeCents' | 'topupBasisPoints'>;
export type Choice = { readonly accounts: string; readonly each: string };

/** What a visitor may choose, as the order forms of Google and Bing offer it. */
export function choicesOf({ depositOptionsCents }: Pick<Prices, 'depositOptionsCents'>) {
  return {
    accounts: Array.from({ length: 10 }, (_, index) => String(index + 1)),
    each: depositOptionsCents.map((cents) => dollarsText(cents).replace(/\.00$/, '')),
  } as const;
}

/** The choice that a page shows before anybody chose: two accounts with $100 each, or with the most there is. */
export function exampleOf(prices: Pick<Prices, 'depositOptionsCents'>): Choice {
  const { each } = choicesOf(prices);
  return { accounts: '2', each: each.includes('100') ? '100' : (each.at(-1) ?? '0') };
}

export type Cost = Readonly<Record<'opening' | 'deposits' | 'topUp' | 'total', string>>;

/**
 * Of as many accounts with the same deposit in each, in dollars to be read; undefined for what is no number of accounts
 * or no amount.
 */
export function costOf({ openingFeeCents, topupBasisPoints }: Rates, { accounts, each }: Choice): Cost | undefined {
  const eachCents = centsOf(each);
  if (!/^([1-9]|10)$/.test(accounts) || eachCents === undefined) return undefined;
  const deposits = BigInt(accounts) * eachCents;
  const topUp = shareOf(deposits, topupBasisPoints);
  return {
    opening: usd(openingFeeCents),
    deposits: usd(deposits),
    topUp: usd(topUp),
    total: usd(openingFeeCents + deposits + topUp),
  };
}

/** The choice in a page's address, where it is one that the page offers. */
export function chosenIn(query: Readonly<Record<string, unknown>>, prices: Prices): Choice | undefined {
  const choices = choicesOf(prices);
  const { accounts, each } = query as Choice;
  return choices.accounts.includes(accounts) && choices.each.includes(each) ? { accounts, each } : undefined;
}
