/**
 * What differs between two agencies, or between two days of one: who it is, what it takes, and over which network it
 * is paid, and what it sells on. The public pages are drawn from these facts whenever they change; nothing of them is
 * known to the build.
 */
import type { Brand } from '#kernel/brand.ts';
import type { KindName } from '#kinds/kinds.ts';
import { centsOf, percent, shareOf, usd, type Cents } from '#kernel/money.ts';
import { namesOf, registry, type Platform, type Spec } from '#platforms/platforms.ts';
import { openTime } from '#requests/usual.words.ts';
import type { Prices } from '#settings/settings.ts';
import { costOf, exampleOf } from './cost.ts';
import { orderOf } from './story.ts';
import { feeKept, feeReturned, overNetwork } from './facts.words.ts';

export type Facts = {
  readonly brand: Brand;
  /** What everybody pays who has no prices of their own. */
  readonly prices: Prices;
  /** Where clients send USDT to; undefined before an admin has said so. */
  readonly network: string | undefined;
  /** What is switched on. */
  readonly platforms: readonly Platform[];
  /** Within what time half of the last month's approvals were made; only of kinds that had enough of them. */
  readonly usual: readonly { readonly kind: KindName; readonly within: string }[];
};

/** Of these platforms the ones that are switched on. */
export function onlyOn(facts: Facts, specs: readonly Spec[] = registry): readonly Spec[] {
  return specs.filter(({ name }) => facts.platforms.includes(name));
}

/** `$30`, and `$29.50`. */
function brief(cents: Cents): string {
  return usd(cents).replace(/\.00$/, '');
}

/** Everything that a sentence may name in braces. */
function saidOf(facts: Facts) {
  const { brand, prices, network } = facts;
  const sites = onlyOn(facts).map(({ site }) => site);
  const names = sites.map(({ name }) => name);
  const { openingFeeCents: opening, topupBasisPoints: rate, depositOptionsCents: options } = prices;
  const example = exampleOf(prices);
  const cost = costOf(prices, example)!;
  const thousand = 100_000n;
  const { fee } = orderOf(prices);
  return {
    ...(prices.refundsReturnFee ? feeReturned : feeKept),
    opening: brief(opening),
    openingInFull: usd(opening),
    rate: percent(rate),
    openTime,
    // The joiner keeps the two figures on one line.
    openTimeOnOneLine: openTime.replace('–', '–\u2060'),
    leastDeposit: brief(options.reduce((least, each) => (each < least ? each : least), options[0] ?? 0n)),
    leastLater: usd(prices.leastDepositCents),
    deposits: listed(options.map((cents, at) => (at === 0 ? brief(cents) : brief(cents).slice(1)))),
    ofThousand: `${usd(thousand)} + ${usd(shareOf(thousand, rate))} = ${usd(thousand + shareOf(thousand, rate))}`,
    exampleEach: brief(centsOf(example.each)!),
    exampleSum: `${cost.opening} + ${cost.deposits} + ${cost.topUp} = ${cost.total}`,
    storyFee: brief(fee),
    overNetwork: network === undefined ? '' : overNetwork(network),
    platforms: namesOf(names, 'and'),
    aPlatform: namesOf(names, 'or'),
    firstPlatform: names[0] ?? 'ad',
    operators: sites.map(({ operator }) => operator).join(', '),
    places: namesOf([...new Set(sites.flatMap(({ marks }) => Object.keys(marks)))], 'and'),
    agency: brand.legalName,
    identity: [brand.legalName, brand.address, brand.registration].filter((each) => each !== '').join(', '),
    email: brand.support.email,
    hours: brand.support.hours,
  };
}

/** `$0, 15 or 30`. */
function listed(all: readonly string[]): string {
  const last = all.at(-1) ?? '';
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} or ${last}` : last;
}

/** These words with the agency's own names and figures for what stands in braces. */
export function tell<Words>(words: Words, facts: Facts): Words {
  const said: Readonly<Record<string, string>> = saidOf(facts);
  const fill = (text: string, deep = 0): string =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const own = said[name];
      if (own === undefined) throw new Error(`No fact is called {${name}}`);
      // A replacement may be a sentence with facts in braces of its own. The agency's name is never searched for
      // braces.
      return deep === 0 && name in feeReturned ? fill(own, 1) : own;
    });
  const visit = (each: unknown): unknown => {
    if (typeof each === 'string') return fill(each);
    if (Array.isArray(each)) return each.map(visit);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, value]) => [name, visit(value)]));
  };
  return visit(words) as Words;
}
