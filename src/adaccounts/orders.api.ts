import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { count, domain, email, money, moneyInOrZero, names, text, textOrEmpty } from '#kernel/fields.ts';
import {
  domainOptions,
  faultOfCount,
  faultsOfFacebook,
  licenseModes,
  mostAccounts,
  mostAddresses,
  paymentModes,
} from './orders.ts';

const ordered = z.object({
  message: z.string(),
  applyId: z.string(),
  data: z.object({
    _id: z.string(),
    applyId: z.string(),
    accountOpeningFee: money,
    totalDeposit: money,
    topUpFee: money,
    totalCost: money,
    /** What the client can still spend. */
    wallet: money,
  }),
});

/**
 * One ledger change, shared with whoever else orders; once a second also the prices, and two more for an answer given
 * again.
 */
const orderTrips = 4;
const orderRefusals = ['wallet.insufficient', 'idempotency.key_reused'];

const adNum = count(1, mostAccounts, `Please choose 1 to ${mostAccounts} ads.`);

function rowsOf<Row extends z.core.$ZodType>(row: Row) {
  const error = `Please fill in 1 to ${mostAccounts} ads.`;
  return z.array(row, { error }).check(z.minLength(1, { error }), z.maxLength(mostAccounts, { error }));
}

/** `adNum` and its list have to agree. */
function orderOf<Row extends z.core.$ZodType>(row: Row) {
  return z.object({ adNum, adsDetails: rowsOf(row) }).check(({ value, issues }) => {
    const fault = faultOfCount(value.adNum, value.adsDetails.length);
    if (fault) issues.push({ code: 'custom', path: ['adNum'], message: fault, input: value.adNum });
  });
}

export const createGoogleAds = endpoint({
  method: 'POST',
  path: '/create-google-ads',
  access: { client: 'Buyer' },
  summary:
    'Orders 1 to 10 Google ad accounts with deposits from the options of `get-prices`; deposits, fees and total are held until an admin decides.',
  body: orderOf(
    z.object({
      gmail: email('Please enter the Gmail of this ad account.'),
      deposit: moneyInOrZero,
      timezone: textOrEmpty(64),
    }),
  ),
  output: ordered,
  trips: orderTrips,
  refusals: orderRefusals,
  example: { adNum: 1, adsDetails: [{ gmail: 'ana@gmail.com', deposit: 50, timezone: 'Asia/Shanghai' }] },
});

export const createBingAds = endpoint({
  method: 'POST',
  path: '/create-bing-ads',
  access: { client: 'Buyer' },
  summary: 'Orders 1 to 10 Bing ad accounts with deposits from the options of `get-prices`.',
  body: orderOf(
    z.object({
      domain,
      outlookMail: email('Please enter the Outlook mail of this ad account.'),
      deposit: moneyInOrZero,
    }),
  ),
  output: ordered,
  trips: orderTrips,
  refusals: orderRefusals,
  example: { adNum: 1, adsDetails: [{ domain: 'example.com', outlookMail: 'ana@outlook.com', deposit: 30 }] },
});

const pagePattern = /^(https?:\/\/)?[^\s/?#@]+\.[^\s/?#@]+([/?#]\S*)?$/i;
const pageUrl = text(500, 'Please enter the address of a page.').check(
  z.refine((value) => pagePattern.test(value), {
    error: 'Please enter the address of a page, such as facebook.com/yourpage.',
  }),
);
const appUrl = textOrEmpty(500).check(
  z.refine((value) => value === '' || pagePattern.test(value), {
    error: 'Please enter the address of the app, such as apps.apple.com/app/id1.',
  }),
);

function addresses<Row extends z.core.$ZodType>(row: Row) {
  const error = `Please give at most ${mostAddresses}.`;
  return z.array(row, { error: 'Please give a list.' }).check(z.maxLength(mostAddresses, { error }));
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

export const createFacebookAds = endpoint({
  method: 'POST',
  path: '/kimi/create-facebook-ads',
  access: { client: 'Buyer' },
  summary: 'Orders Facebook ad accounts: one by one with deposits, or monthly for the opening fee alone.',
  body: z.pipe(
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
            .array(z.object({ accountName: textOrEmpty(100), deposit: moneyInOrZero }), {
              error: 'Please give a list.',
            })
            .check(z.maxLength(mostAccounts, { error: `Please give at most ${mostAccounts} ad accounts.` })),
          [],
        ),
        remarks: textOrEmpty(500),
        paymentMode: z.enum(paymentModes, { error: 'Please choose how to pay.' }),
      })
      .check(({ value, issues }) => {
        for (const fault of faultsOfFacebook(value)) issues.push({ code: 'custom', ...fault, input: value });
      }),
  ),
  output: ordered,
  trips: orderTrips,
  refusals: orderRefusals,
  example: {
    licenseMode: 'new license',
    licenseName: 'Ana GmbH',
    pageNum: 1,
    pageUrls: ['https://facebook.com/ana'],
    domainOption: 'limited',
    domainNum: 1,
    domains: ['example.com'],
    appUrl: '',
    appId: '',
    ads: [{ accountName: 'Ana 1', deposit: 100 }],
    remarks: '',
    paymentMode: 'oneByOne',
  },
});
