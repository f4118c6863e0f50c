/** The order forms as values: what they start with, what they send, and an earlier order filled in again. */
import { centsOf, dollarsText, plainAmount, type Cents } from '#kernel/money.ts';
import {
  mostAddresses,
  type AdType,
  type DomainOption,
  type LicenseMode,
  type PaymentMode,
} from '#platforms/license.ts';
import { depositField, mostAccounts, type Field, type RowsOrder } from '#platforms/order.ts';
import type { Platform, Spec } from '#platforms/platforms.ts';
import { words } from './adaccounts.words.ts';
import { textIn, type Ad } from './ads.ts';

const { order: say } = words;

/** A row with the fields of its platform; deposits are text while they are typed. */
export type RowValues = { deposit: string } & Record<string, string>;
/** More rows may be kept than are meant. */
export type RowsValues = { adNum: number; adsDetails: RowValues[] };

export function blankRow({ fields }: RowsOrder): RowValues {
  return Object.fromEntries(fields.map(({ name }) => [name, name === depositField.name ? '0' : ''])) as RowValues;
}

/**
 * What a field offers. It begins with nothing: else a browser shows the first choice as if somebody had chosen it. What
 * may not be left at that can't be chosen again.
 */
export function choicesOf({ options, blank }: Field) {
  const nothing = blank === undefined ? { label: say.sameChoose, disabled: true } : { label: blank };
  return options && [{ value: '', ...nothing }, ...options()];
}

type AccountValues = { accountName: string; deposit: string };

export type LicenseValues = {
  licenseMode: LicenseMode;
  licenseName: string;
  pageNum: number;
  pageUrls: string[];
  adType: AdType;
  domainOption: DomainOption;
  domainNum: number;
  domains: string[];
  appUrl: string;
  appId: string;
  paymentMode: PaymentMode;
  adNum: number;
  ads: AccountValues[];
  remarks: string;
};

export const blankAccount: AccountValues = { accountName: '', deposit: '' };

export const blankLicense: LicenseValues = {
  licenseMode: 'new license',
  licenseName: '',
  pageNum: 1,
  pageUrls: [''],
  adType: 'Domain',
  domainOption: 'unlimited',
  domainNum: 1,
  domains: [''],
  appUrl: '',
  appId: '',
  paymentMode: 'oneByOne',
  adNum: 1,
  ads: [blankAccount],
  remarks: '',
};

/** An order of which nothing was typed yet. */
export function blankOrder(order: Spec['order']): RowsValues | LicenseValues {
  return order.form === 'rows' ? { adNum: 1, adsDetails: [blankRow(order)] } : blankLicense;
}

/** Where an unsent order is kept. */
export function draftName(platform: Platform): string {
  return `order-${platform}`;
}

/** What was typed or pasted as an amount: `$1,200.00` is 1200. */
export function tidyAmount(text: string): string {
  return plainAmount(text).replace(/\.0{1,2}$/, '');
}

/** Rows are pasted as people write them: amounts, and what they chose elsewhere. */
export function tidyRow({ fields }: RowsOrder, row: RowValues): RowValues {
  const choices = fields.flatMap(({ name, meant }) => {
    const choice = meant?.(row[name] ?? '');
    return choice === undefined ? [] : [[name, choice]];
  });
  return { ...row, ...Object.fromEntries(choices), deposit: tidyAmount(row.deposit ?? '') || '0' };
}

/** Cents of a typed deposit; nothing typed counts as 0, and so does what is no amount until the form says so. */
export function depositCents(text: string): Cents {
  return centsOf(tidyAmount(text)) ?? 0n;
}

export function rowsBody(order: RowsOrder, { adNum, adsDetails }: RowsValues) {
  const blank = blankRow(order);
  const rows = Array.from({ length: adNum }, (_, place): RowValues => ({ ...blank, ...adsDetails[place] }));
  return { adNum, adsDetails: rows.map((row): RowValues => ({ ...row, deposit: tidyAmount(row.deposit) })) };
}

/** Only what applies is sent: no domains for an app, no rows for a monthly order. */
export function licenseBody(values: LicenseValues) {
  const { licenseMode, licenseName, pageNum, adType, appUrl, appId, paymentMode, remarks } = values;
  const isApp = adType === 'App';
  const limited = !isApp && values.domainOption === 'limited';
  // An app that is not named yet is the form's own business; the wire would take it for an order without domains.
  const isNamed = appUrl.trim() !== '' || appId.trim() !== '';
  return {
    licenseMode,
    licenseName,
    paymentMode,
    remarks,
    pageNum,
    pageUrls: filled(values.pageUrls, pageNum, ''),
    domainOption: isApp ? (isNamed ? ('' as const) : ('unlimited' as const)) : values.domainOption,
    domainNum: limited ? values.domainNum : 0,
    domains: limited ? filled(values.domains, values.domainNum, '') : [],
    appUrl: isApp ? appUrl : '',
    appId: isApp ? appId : '',
    ads:
      paymentMode === 'oneByOne'
        ? filled(values.ads, values.adNum, blankAccount).map((row) => ({
            accountName: row.accountName,
            deposit: tidyAmount(row.deposit),
          }))
        : [],
  };
}

/** The deposits that a form as it stands asks for. */
export function depositsOf(values: RowsValues | LicenseValues): Cents[] {
  if ('paymentMode' in values) return licenseBody(values).ads.map(({ deposit }) => depositCents(deposit));
  return values.adsDetails.slice(0, values.adNum).map(({ deposit }) => depositCents(deposit));
}

/** An earlier order as a form to send again. */
export function valuesOf(ad: Ad): RowsValues | LicenseValues {
  if (ad.adsDetails) {
    return {
      adNum: ad.adsDetails.length,
      adsDetails: ad.adsDetails.map((row): RowValues => {
        const texts = Object.keys(row).map((field) => [field, textIn(row, field)]);
        return { ...Object.fromEntries(texts), deposit: tidyAmount(dollarsText(row.deposit)) };
      }),
    };
  }
  const {
    licenseMode = 'new license',
    licenseName = '',
    pageUrls = [],
    adType = 'Domain',
    domains = [],
    appUrl = '',
    appId = '',
    paymentMode = 'oneByOne',
    ads = [],
  } = ad;
  return {
    ...blankLicense,
    licenseMode,
    licenseName,
    adType,
    appUrl,
    appId,
    paymentMode,
    pageNum: within(pageUrls.length, mostAddresses),
    pageUrls: [...pageUrls],
    domainNum: within(domains.length, mostAddresses),
    domains: [...domains],
    domainOption: ad.domainOption || 'unlimited',
    adNum: within(ads.length, mostAccounts),
    ads: ads.map((row) => ({ accountName: row.accountName, deposit: tidyAmount(dollarsText(row.deposit)) })),
    remarks: ad.clientRemarks,
  };
}

function within(count: number, most: number): number {
  return Math.min(Math.max(count, 1), most);
}

function filled<Item>(items: readonly Item[], count: number, blank: Item): Item[] {
  return Array.from({ length: count }, (_, place) => items[place] ?? blank);
}
