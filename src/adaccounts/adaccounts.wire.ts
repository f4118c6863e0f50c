/** How an ad application looks on the wire: one base, and what each platform adds to it. */
import * as z from 'zod/mini';
import { money, shape } from '#kernel/fields.ts';
import type { Cents } from '#kernel/money.ts';
import { asPersonOnWire, asRequestOnWire, personOnWire, requestOnWire, type Listed } from '#requests/wire.ts';
import { adTypes, domainOptions, licenseModes, paymentModes } from './orders.ts';

const application = {
  ...requestOnWire,
  /** Several are joined by `, `; empty until approved. */
  adsId: z.string(),
  adsIds: z.array(z.string()),
  /** How many accounts were ordered. */
  adNum: z.number(),
  accountOpenFee: money,
  totalDeposit: money,
  topUpFee: money,
  totalCost: money,
  userId: personOnWire,
};

export const googleAd = shape('GoogleAd', {
  ...application,
  adsDetails: z.array(z.object({ gmail: z.string(), deposit: money, timezone: z.string() })),
});

export const bingAd = shape('BingAd', {
  ...application,
  adsDetails: z.array(z.object({ domain: z.string(), outlookMail: z.string(), deposit: money })),
});

export const facebookAd = shape('FacebookAd', {
  ...application,
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
});

export type GoogleAd = z.infer<typeof googleAd>;
type BingAd = z.infer<typeof bingAd>;
export type FacebookAd = z.infer<typeof facebookAd>;

/** What the mappers need of a listed request; `ListedRequest` fits. */
export type ListedApplication = Listed & {
  readonly adsId: string | null;
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly openingFeeCents: Cents;
  readonly totalCents: Cents;
  readonly details: Readonly<Record<string, unknown>>;
};

/**
 * The rows of a stored order with their deposits. Stored are the deposits in row order, as the ledger reads them, and
 * the rows as they are shown; JSON gives cents back as numbers.
 */
function rowsOf<Row extends object>(details: ListedApplication['details']): (Row & { deposit: Cents })[] {
  const deposits = (details['deposits'] ?? []) as number[];
  return ((details['rows'] ?? []) as Row[]).map((row, place) => ({ ...row, deposit: BigInt(deposits[place] ?? 0) }));
}

function asApplication(listed: ListedApplication, now: Date, reader: 'client' | 'admin') {
  return {
    ...asRequestOnWire(listed, now, reader),
    adsId: listed.adsId ?? '',
    adsIds: listed.adsId ? listed.adsId.split(', ') : [],
    adNum: rowsOf(listed.details).length,
    accountOpenFee: listed.openingFeeCents,
    totalDeposit: listed.amountCents,
    topUpFee: listed.feeCents,
    totalCost: listed.totalCents,
    userId: asPersonOnWire(listed),
  };
}

export type AsAd<Ad> = (listed: ListedApplication, now: Date, reader: 'client' | 'admin') => Ad;

export const asGoogleAd: AsAd<GoogleAd> = (listed, now, reader) => ({
  ...asApplication(listed, now, reader),
  adsDetails: rowsOf<{ gmail: string; timezone: string }>(listed.details),
});

export const asBingAd: AsAd<BingAd> = (listed, now, reader) => ({
  ...asApplication(listed, now, reader),
  adsDetails: rowsOf<{ domain: string; outlookMail: string }>(listed.details),
});

type StoredFacebook = Pick<
  FacebookAd,
  | 'licenseMode'
  | 'licenseName'
  | 'pageNum'
  | 'pageUrls'
  | 'adType'
  | 'domainOption'
  | 'domainNum'
  | 'domains'
  | 'appUrl'
  | 'appId'
  | 'paymentMode'
>;

export const asFacebookAd: AsAd<FacebookAd> = (listed, now, reader) => {
  const {
    licenseMode,
    licenseName,
    pageNum,
    pageUrls,
    adType,
    domainOption,
    domainNum,
    domains,
    appUrl,
    appId,
    paymentMode,
  } = listed.details as unknown as StoredFacebook;
  return {
    ...asApplication(listed, now, reader),
    licenseMode,
    licenseName,
    pageNum,
    pageUrls,
    adType,
    domainOption,
    domainNum,
    domains,
    appUrl,
    appId,
    paymentMode,
    ads: rowsOf<{ accountName: string }>(listed.details),
  };
};
