/**
 * An order is what a client fills in to get ad accounts. This file says when one is acceptable, for the form and for
 * the server alike: how many accounts, which deposits, what Facebook wants to know about licence, pages, domains or
 * app, and whether the wallet can pay for it. What it costs is `priceOrder` of adaccounts.ts.
 */
import { domain } from '#kernel/fields.ts';
import { usd, type Cents } from '#kernel/money.ts';
import { invalid, type Refusal } from '#kernel/refusal.ts';
import { refusalOfInput } from '#kernel/validate.ts';
import { walletShort, type Platform } from '#requests/requests.ts';

/** Ad accounts in one order, and Ads IDs for a monthly one. */
export const mostAccounts = 10;
/** Pages or domains in one Facebook order. */
export const mostAddresses = 50;

export const licenseModes = ['new license', 'old license'] as const;
export const domainOptions = ['unlimited', 'limited'] as const;
export const paymentModes = ['monthly', 'oneByOne'] as const;
export const adTypes = ['Domain', 'App'] as const;
export type LicenseMode = (typeof licenseModes)[number];
export type DomainOption = (typeof domainOptions)[number];
export type PaymentMode = (typeof paymentModes)[number];
export type AdType = (typeof adTypes)[number];

/**
 * Why this wallet can't pay for an order, or undefined. The database says the same where two orders race for one
 * wallet.
 */
export function refusalToOrder(
  order: { readonly totalCents: Cents | undefined },
  walletCents: Cents,
): Refusal | undefined {
  return shortfallOf(order, walletCents) === 0n ? undefined : walletShort;
}

/** What is missing in the wallet for an order; 0 where it can be paid. */
export function shortfallOf(
  { totalCents = 0n }: { readonly totalCents: Cents | undefined },
  walletCents: Cents,
): Cents {
  return totalCents > walletCents ? totalCents - walletCents : 0n;
}

/**
 * Google and Bing accounts open with one of the deposits that the agency offers; the first row that does not is named.
 */
export function refusalOfDeposits(deposits: readonly Cents[], offered: readonly Cents[]): Refusal | undefined {
  const row = deposits.findIndex((deposit) => !offered.includes(deposit));
  return row < 0
    ? undefined
    : invalid(`adsDetails.${row}.deposit`, `Please choose a deposit from ${offered.map(usd).join(', ')}.`);
}

/** The count beside a list says how long the list is; a client that sends both has to mean one thing. */
export function faultOfCount(count: number, rows: number): string | undefined {
  return count === rows ? undefined : `The number says ${count}, but the list has ${rows}.`;
}

/** What a Facebook order says, as the wire sends it. */
type FacebookWish = {
  readonly pageNum: number;
  readonly pageUrls: readonly string[];
  readonly domainOption: DomainOption | '';
  readonly domainNum: number;
  readonly domains: readonly string[];
  readonly appUrl: string;
  readonly appId: string;
  readonly paymentMode: PaymentMode;
  readonly ads: readonly { readonly accountName: string; readonly deposit: Cents }[];
};

/** An order is for an app as soon as the app is named, else for domains. */
export function adTypeOf({ appUrl, appId }: Pick<FacebookWish, 'appUrl' | 'appId'>): AdType {
  return appUrl !== '' || appId !== '' ? 'App' : 'Domain';
}

export type Fault = { readonly path: (string | number)[]; readonly message: string };

/** Everything that is wrong with a Facebook order beyond the shape of its fields, each at its field. */
export function faultsOfFacebook(wish: FacebookWish): Fault[] {
  return [...faultsOfPages(wish), ...faultsOfTarget(wish), ...faultsOfAds(wish)];
}

function faultsOfPages({ pageNum, pageUrls }: FacebookWish): Fault[] {
  const fault = faultOfCount(pageNum, pageUrls.length);
  return fault ? [{ path: ['pageNum'], message: fault }] : [];
}

function faultsOfTarget(wish: FacebookWish): Fault[] {
  const { domainOption, domainNum } = wish;
  const domains = wish.domains.filter((given) => given !== '');
  if (adTypeOf(wish) === 'App') {
    return domains.length > 0
      ? [{ path: ['domains'], message: 'Please give either domains or an app, not both.' }]
      : [];
  }
  if (domainOption === '')
    return [
      { path: ['domainOption'], message: 'Please say whether the domains are unlimited or limited, or name an app.' },
    ];
  if (domainOption === 'unlimited') return [];
  const fault = domainNum < 1 ? 'Please give at least one domain.' : faultOfCount(domainNum, wish.domains.length);
  const wrong = wish.domains.flatMap((given, row) => {
    const refusal = refusalOfInput(domain, given);
    return refusal ? [{ path: ['domains', row], message: refusal.message }] : [];
  });
  return [...(fault ? [{ path: ['domainNum'], message: fault }] : []), ...wrong];
}

function faultsOfAds({ paymentMode, ads }: FacebookWish): Fault[] {
  if (paymentMode === 'monthly') return [];
  if (ads.length === 0) return [{ path: ['ads'], message: `Please add 1 to ${mostAccounts} ad accounts.` }];
  return ads.flatMap(({ accountName }, row) =>
    accountName === '' ? [{ path: ['ads', row, 'accountName'], message: 'Please enter an account name.' }] : [],
  );
}

/** What is kept of a Facebook order: what does not apply to it is left out, unlimited domains count 0. */
export function settledFacebook<Wish extends FacebookWish>(wish: Wish) {
  const adType = adTypeOf(wish);
  const limited = adType === 'Domain' && wish.domainOption === 'limited';
  return {
    ...wish,
    adType,
    domainOption: adType === 'Domain' ? wish.domainOption : ('' as const),
    domainNum: limited ? wish.domainNum : 0,
    domains: limited ? wish.domains : [],
    ads: wish.paymentMode === 'oneByOne' ? wish.ads : [],
  };
}

/** What an admin has to type with a verdict, said in the words of each platform's page. */
export function refusalToJudge(
  platform: Platform,
  action: 'approve' | 'reject',
  given: { readonly adsId: string; readonly remarks: string },
): Refusal | undefined {
  const field = action === 'approve' ? 'adsId' : 'remarks';
  const blank = platform === 'Google' ? 'Please enter a valid input.' : 'Please enter required information.';
  return given[field].trim() === '' ? invalid(field, blank) : undefined;
}
