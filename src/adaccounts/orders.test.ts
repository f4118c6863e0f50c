import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalOfInput } from '#kernel/validate.ts';
import { adTypeOf, settledLicense } from '#platforms/license.ts';
import { specOf } from '#platforms/platforms.ts';
import { refusalOfBlank } from '#requests/requests.ts';
import { createAds } from './adaccounts.api.ts';
import { adsIdsIn, application, feesOfLines, priceOrder, refusalToOpen } from '#kinds/application.ts';
import { blankVerdict, refusalOfDeposits, refusalToOpenWith, shortfallOf } from './orders.ts';

const offered = [0n, 1_500n, 3_000n, 5_000n, 10_000n, 20_000n, 50_000n];
const deposits = fc.array(fc.constantFrom(...offered), { minLength: 1, maxLength: 10 });

describe('the price of an order', () => {
  it('is deposits, one opening fee and 15 % of the deposits, half a cent rounded up', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 100_000_000n }), { maxLength: 10 }), (each) => {
        const price = priceOrder(each, 3_000n, 1_500n);
        const total = each.reduce((a, b) => a + b, 0n);
        expect(price.amountCents).toBe(total);
        // 15 % exactly, in halves of a cent, rounded up.
        expect(price.feeCents * 100n - total * 15n).toBeGreaterThan(-50n);
        expect(price.feeCents * 100n - total * 15n).toBeLessThanOrEqual(50n);
        expect(price.totalCents).toBe(price.amountCents + price.feeCents + 3_000n);
      }),
    );
  });

  it('is what the specification computes by hand', () => {
    expect(priceOrder([5_000n, 1_500n], 3_000n, 1_500n)).toEqual({
      amountCents: 6_500n,
      feeCents: 975n,
      openingFeeCents: 3_000n,
      totalCents: 10_475n,
    });
    expect(priceOrder([], 3_000n, 1_500n).totalCents).toBe(3_000n);
  });

  it('is split over its accounts without a cent lost', () => {
    fc.assert(
      fc.property(deposits, (each) => {
        const price = priceOrder(each, 3_000n, 1_500n);
        const fees = feesOfLines(price.feeCents, each);
        expect(fees.length).toBe(each.length);
        expect(fees.reduce((total, fee) => total + fee, 0n)).toBe(price.feeCents);
      }),
    );
  });
});

describe('a wallet and a total', () => {
  it('agree exactly where the shortfall is nothing', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 1_000_000n }),
        fc.bigInt({ min: 0n, max: 1_000_000n }),
        (totalCents, wallet) => {
          expect(shortfallOf(totalCents, wallet) === 0n).toBe(wallet >= totalCents);
          expect(wallet + shortfallOf(totalCents, wallet) >= totalCents).toBe(true);
        },
      ),
    );
    expect(shortfallOf(10_475n, 5_750n)).toBe(4_725n);
    expect(shortfallOf(10_475n, undefined)).toBe(0n);
  });

  it('takes only the deposits on offer, naming the row that is not', () => {
    expect(refusalOfDeposits([0n, 1_500n, 50_000n], offered)).toBeUndefined();
    expect(refusalToOpenWith([0n, 500n], 500n, 'ads')).toBeUndefined();
    expect(refusalToOpenWith([0n, 500n, 499n], 500n, 'ads')).toMatchObject({ status: 400, field: 'ads.2.deposit' });
    expect(refusalOfDeposits([1_500n, 1_600n], offered)).toMatchObject({ status: 400, field: 'adsDetails.1.deposit' });
  });
});

describe('the rows of a Google or Bing order', () => {
  const google = (body: unknown) => refusalOfInput(createAds.Google.body!, body);
  const row = { gmail: 'a@gmail.com', deposit: 15 };

  it('are 1 to 10, as many as the number says', () => {
    expect(google({ adNum: 1, adsDetails: [row] })).toBeUndefined();
    expect(google({ adNum: '10', adsDetails: Array.from({ length: 10 }, () => row) })).toBeUndefined();
    expect(google({ adNum: 2, adsDetails: [row] })).toMatchObject({ field: 'adNum' });
    expect(google({ adNum: 11, adsDetails: Array.from({ length: 11 }, () => row) })).toMatchObject({ field: 'adNum' });
    expect(google({ adNum: 0, adsDetails: [] })).toMatchObject({ field: 'adNum' });
    expect(google({ adNum: 1 })).toMatchObject({ field: 'adsDetails' });
  });

  it('count an empty deposit as 0 and take any valid address', () => {
    for (const deposit of ['', null, undefined, 0, '0'])
      expect(google({ adNum: 1, adsDetails: [{ gmail: 'x@company.example', deposit }] })).toBeUndefined();
    expect(google({ adNum: 1, adsDetails: [{ ...row, gmail: 'nobody' }] })).toMatchObject({
      field: 'adsDetails.0.gmail',
    });
    expect(google({ adNum: 1, adsDetails: [{ ...row, deposit: -15 }] })).toMatchObject({
      field: 'adsDetails.0.deposit',
    });
    expect(google({ adNum: 1, adsDetails: [{ ...row, deposit: 15.001 }] })).toMatchObject({
      field: 'adsDetails.0.deposit',
    });
  });

  it('name a domain and an Outlook address on Bing', () => {
    const bing = (detail: object) =>
      refusalOfInput(createAds.Bing.body!, {
        adNum: 1,
        adsDetails: [{ domain: 'example.com', outlookMail: 'a@outlook.com', deposit: 0, ...detail }],
      });
    expect(bing({})).toBeUndefined();
    expect(bing({ domain: 'not a domain' })).toMatchObject({ field: 'adsDetails.0.domain' });
    expect(bing({ outlookMail: '' })).toMatchObject({ field: 'adsDetails.0.outlookMail' });
  });
});

describe('a Facebook order', () => {
  const sound = {
    licenseMode: 'new license',
    licenseName: 'Ana GmbH',
    pageNum: 2,
    pageUrls: ['https://facebook.com/ana', 'facebook.com/ana2'],
    domainOption: 'limited',
    domainNum: 1,
    domains: ['example.com'],
    paymentMode: 'oneByOne',
    ads: [{ accountName: 'Ana 1', deposit: '12.34' }],
  };
  const facebook = (change: object) => refusalOfInput(createAds.Facebook.body!, { ...sound, ...change });
  const unlimited = { domainOption: 'unlimited', domainNum: 0, domains: [] };

  it('has as many pages and domains as it says', () => {
    expect(facebook({})).toBeUndefined();
    expect(facebook({ pageNum: 3 })).toMatchObject({ field: 'pageNum' });
    expect(facebook({ pageNum: 0, pageUrls: [] })).toMatchObject({ field: 'pageNum' });
    expect(facebook({ domainNum: 2 })).toMatchObject({ field: 'domainNum' });
    expect(facebook({ domainNum: 0, domains: [] })).toMatchObject({ field: 'domainNum' });
    expect(facebook({ domains: ['no domain'] })).toMatchObject({ field: 'domains.0' });
    expect(facebook({ pageUrls: ['javascript:alert(1)', 'x'] })).toMatchObject({ field: 'pageUrls.0' });
    expect(facebook({ ...unlimited })).toBeUndefined();
    expect(facebook({ domainOption: '', domains: [], domainNum: 0 })).toMatchObject({ field: 'domainOption' });
    expect(facebook({ pageNum: 51, pageUrls: Array.from({ length: 51 }, () => 'facebook.com/a') })).toMatchObject({
      status: 400,
    });
  });

  it('is for domains or for an app, never both', () => {
    const app = { domainOption: '', domainNum: 0, domains: [], appUrl: 'https://apps.apple.com/app/id1', appId: '1' };
    expect(facebook(app)).toBeUndefined();
    expect(facebook({ ...app, appUrl: '' })).toBeUndefined();
    expect(facebook({ ...app, domains: ['example.com'], domainNum: 1 })).toMatchObject({ field: 'domains' });
    expect(adTypeOf({ appUrl: '', appId: '7' })).toBe('App');
    expect(adTypeOf({ appUrl: '', appId: '' })).toBe('Domain');
  });

  it('needs named rows one by one, and ignores rows monthly', () => {
    expect(facebook({ ads: [] })).toMatchObject({ field: 'ads' });
    expect(facebook({ ads: [{ accountName: '', deposit: 5 }] })).toMatchObject({ field: 'ads.0.accountName' });
    expect(facebook({ ads: Array.from({ length: 11 }, () => ({ accountName: 'a', deposit: 1 })) })).toMatchObject({
      field: 'ads',
    });
    for (const ads of [[{ accountName: '', deposit: 'x' }], 'none', null])
      expect(facebook({ paymentMode: 'monthly', ads })).toBeUndefined();
    expect(facebook({ ads: null })).toMatchObject({ field: 'ads' });
    expect(facebook({ paymentMode: 'weekly' })).toMatchObject({ field: 'paymentMode' });
    expect(facebook({ licenseMode: 'new' })).toMatchObject({ field: 'licenseMode' });
  });

  it('keeps only what applies to it', () => {
    const wish = {
      pageNum: 1,
      pageUrls: ['facebook.com/a'],
      domainOption: 'unlimited',
      domainNum: 4,
      domains: ['x.com'],
      appUrl: '',
      appId: '',
      paymentMode: 'monthly',
      ads: [{ accountName: 'A', deposit: 100n }],
    } as const;
    expect(settledLicense(wish)).toMatchObject({
      told: { adType: 'Domain', domainOption: 'unlimited', domainNum: 0, domains: [] },
      rows: [],
      deposits: [],
    });
    expect(settledLicense({ ...wish, appId: '1' })).toMatchObject({ told: { adType: 'App', domainOption: '' } });
  });
});

describe('what an admin types', () => {
  it('must not be blank, in the words of each page', () => {
    expect(refusalOfBlank(application, 'approve', { adsId: '  ' }, blankVerdict(specOf('Google')))).toMatchObject({
      message: 'Please enter a valid input.',
      field: 'adsId',
    });
    expect(refusalOfBlank(application, 'reject', { remarks: ' ' }, blankVerdict(specOf('Bing')))).toMatchObject({
      message: 'Please enter required information.',
      field: 'remarks',
    });
    expect(refusalOfBlank(application, 'approve', { adsId: '1' }, blankVerdict(specOf('Facebook')))).toBeUndefined();
  });

  it('names every Ads ID once, by commas or lines', () => {
    expect(adsIdsIn('111-222, 333\n444')).toEqual(['111-222', '333', '444']);
    expect(refusalToOpen(adsIdsIn('111-222, 111 222'), 2)).toMatchObject({ field: 'adsId' });
    expect(application.opens!('a,b,c', 2)).toMatchObject({ status: 400, field: 'adsId' });
  });
});
