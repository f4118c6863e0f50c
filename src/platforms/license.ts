/**
 * The order that asks about a licence, its pages, the domains or the app that are advertised, and how the accounts are
 * paid for: one by one with a first deposit each, or monthly for the opening fee alone. When one is acceptable is said
 * here for the form and for the server alike.
 */
import * as z from 'zod/mini';
import { count, money, moneyInOrZero, names, text, textOrEmpty } from '#kernel/fields.ts';
import { domain } from '#kernel/webaddresses.ts';
import type { Cents } from '#kernel/money.ts';
import { refusalOfInput } from '#kernel/validate.ts';
import { faultOfCount, mostAccounts, rowsIn, type Details, type OrderForm } from './order.ts';

/** Pages or domains in one order. */
export const mostAddresses = 50;

export const licenseModes = ['new license', 'old license'] as const;
const domainOptions = ['unlimited', 'limited'] as const;
export const paymentModes = ['monthly', 'oneByOne'] as const;
export const adTypes = ['Domain', 'App'] as const;
export type LicenseMode = (typeof licenseModes)[number];
export type DomainOption = (typeof domainOptions)[number];
export type PaymentMode = (typeof paymentModes)[number];
export type AdType = (typeof adTypes)[number];

/** What such an order says, as the wire sends it. */
type Wish = {
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
export function adTypeOf({ appUrl, appId }: Pick<Wish, 'appUrl' | 'appId'>): AdType {
  return appUrl !== '' || appId !== '' ? 'App' : 'Domain';
}

type Fault = { readonly path: (string | number)[]; readonly message: string };

/** Everything that is wrong with an order beyond the shape of its fields, each at its field. */
function faultsOf(wish: Wish): Fault[] {
  return [...faultsOfPages(wish), ...faultsOfTarget(wish), ...faultsOfAds(wish)];
}

function faultsOfPages({ pageNum, pageUrls }: Wish): Fault[] {
  const fault = faultOfCount(pageNum, pageUrls.length);
  return fault ? [{ path: ['pageNum'], message: fault }] : [];
}

function faultsOfTarget(wish: Wish): Fault[] {
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

function faultsOfAds({ paymentMode, ads }: Wish): Fault[] {
  if (paymentMode === 'monthly') return [];
  if (ads.length === 0) return [{ path: ['ads'], message: `Please add 1 to ${mostAccounts} ad accounts.` }];
  return ads.flatMap(({ accountName }, row) =>
    accountName === '' ? [{ path: ['ads', row, 'accountName'], message: 'Please enter an account name.' }] : [],
  );
}

const pagePattern = /^(https?:\/\/)?[^\s/?#@]+\.[^\s/?#@]+([/?#]\S*)?$/i;

const appUrl = textOrEmpty(500).check(
  z.refine((value) => value === '' || pagePattern.test(value), {
    error: 'Please enter the address of the app, such as apps.apple.com/app/id1.',
  }),
);

function addresses<Each extends z.core.$ZodType>(each: Each) {
  const error = `Please give at most ${mostAddresses}.`;
  return z.array(each, { error: 'Please give a list.' }).check(z.maxLength(mostAddresses, { error }));
}

/** A form that does not ask for a number sends an empty field. */
function noneOr(number: ReturnType<typeof count>) {
  return z._default(
    z.pipe(
      z.transform((value: unknown) => (value === '' || value === null ? 0 : value)),
      number,
    ),
    0,
  );
}

/** A monthly order ignores its rows, so whatever stands there is dropped before it is read. */
const rowsThatCount = z.transform((order: unknown) =>
  typeof order === 'object' && order !== null && 'paymentMode' in order && order.paymentMode === 'monthly'
    ? { ...order, ads: [] }
    : order,
);

function bodyOf(pageExample: string) {
  const pageUrl = text(500, 'Please enter the address of a page.').check(
    z.refine((value) => pagePattern.test(value), {
      error: `Please enter the address of a page, such as ${pageExample}.`,
    }),
  );
  const account = z.object({ accountName: textOrEmpty(100), deposit: moneyInOrZero });
  return z.pipe(
    rowsThatCount,
    z
      .object({
        licenseMode: z.enum(licenseModes, { error: 'Please choose a new or an old license.' }),
        licenseName: text(120, 'Please enter the name on the license.'),
        pageNum: count(1, mostAddresses, `Please give 1 to ${mostAddresses} pages.`),
        pageUrls: addresses(pageUrl),
        domainOption: z._default(z.enum(['', ...domainOptions], { error: 'Please choose unlimited or limited.' }), ''),
        domainNum: noneOr(count(0, mostAddresses)),
        domains: z._default(addresses(textOrEmpty(253)), []),
        appUrl,
        appId: names('outside', textOrEmpty(100)),
        ads: z._default(
          z
            .array(account, { error: 'Please give a list.' })
            .check(z.maxLength(mostAccounts, { error: `Please give at most ${mostAccounts} ad accounts.` })),
          [],
        ),
        remarks: textOrEmpty(500),
        paymentMode: z.enum(paymentModes, { error: 'Please choose how to pay.' }),
      })
      .check(({ value, issues }) => {
        for (const fault of faultsOf(value)) issues.push({ code: 'custom', ...fault, input: value });
      }),
  );
}

/** What is kept of an order: what does not apply to it is left out, unlimited domains count 0. */
export function settledLicense(wish: Wish & { readonly remarks?: string }) {
  const { ads: given, remarks = '', ...rest } = wish;
  const adType = adTypeOf(wish);
  const limited = adType === 'Domain' && wish.domainOption === 'limited';
  const ads = wish.paymentMode === 'oneByOne' ? given : [];
  return {
    deposits: ads.map(({ deposit }) => deposit),
    rows: ads.map(({ accountName }) => ({ accountName })),
    told: {
      ...rest,
      adType,
      domainOption: adType === 'Domain' ? wish.domainOption : ('' as const),
      domainNum: limited ? wish.domainNum : 0,
      domains: limited ? wish.domains : [],
    },
    clientRemarks: remarks,
  };
}

export const licenseOnWire = {
  licenseMode: z.enum(licenseModes),
  licenseName: z.string(),
  pageNum: z.number(),
  pageUrls: z.array(z.string()),
  adType: z.enum(adTypes),
  domainOption: z.enum(['', ...domainOptions]),
  domainNum: z.number(),
  domains: z.array(z.string()),
  appUrl: z.string(),
  appId: z.string(),
  paymentMode: z.enum(paymentModes),
  ads: z.array(z.object({ accountName: z.string(), deposit: money })),
};

type Shown = z.output<z.ZodMiniObject<typeof licenseOnWire>>;

export type LicenseOrder = OrderForm & {
  readonly form: 'license';
  /** The address of a page as somebody might type it. */
  readonly pageExample: string;
  readonly wire: typeof licenseOnWire;
  readonly shown: (details: Details) => Shown;
};

export function licenseOrder(pageExample: string, example: object): LicenseOrder {
  return {
    form: 'license',
    pageExample,
    body: bodyOf(pageExample),
    settle: settledLicense,
    example,
    wire: licenseOnWire,
    shown: (details) => {
      const kept = Object.keys(licenseOnWire).map((name) => [name, details[name]]);
      return { ...(Object.fromEntries(kept) as Shown), ads: rowsIn(details) as Shown['ads'] };
    },
  };
}
