import { expect, test } from 'vitest';
import { priceOrder } from '#kinds/application.ts';
import { priceDeposit } from '#kinds/deposit.ts';
import { brandFrom, exampleBrand } from '#kernel/brand.ts';
import { centsOf, usd } from '#kernel/money.ts';
import { defaults } from '#settings/settings.ts';
import { choices, costOf, example } from './cost.ts';
import { counters, storyWords, words } from './home.words.ts';
import { publicAddresses, robotsOf, sitemapOf } from './sitemap.ts';
import { utcOf } from './hours.ts';
import { onward, startOf } from './start.ts';

test('Get Start leads a visitor to registering and a client on to ordering', () => {
  expect(startOf('google')).toBe('/register?start=google');
  expect(onward('/register', 'User', { start: 'google' })).toBe('/google/accountManage/accountList/creategoogleads');
  expect(onward('/register', 'User', { start: 'bing' })).toBe('/bing/accountManage/accountList/createbingads');
  expect(onward('/register', 'User', { start: 'facebook' })).toBe('/facebook/accountManage/createaccount');
});

test('whatever else stands in the address leads nowhere new', () => {
  for (const start of [undefined, '', 'elsewhere', 'constructor', ['google'], '//evil.example']) {
    expect(onward('/register', 'User', { start })).toBeUndefined();
  }
  expect(onward('/register', 'Admin', { start: 'google' })).toBeUndefined();
  expect(onward('/login', 'User', { start: 'google' })).toBeUndefined();
});

test('every counter arrives at its final value in whole steps', () => {
  for (const { final, step, unit } of counters) {
    expect(final % step).toBe(0);
    expect(Number.isInteger(final / unit)).toBe(true);
  }
});

test('every sum that the home page shows is the one that the portal takes before anybody changed its prices', () => {
  const { openingFeeCents, topupBasisPoints } = defaults;
  for (const accounts of choices.accounts) {
    for (const each of choices.each) {
      const rows = Array.from({ length: Number(accounts) }, () => centsOf(each)!);
      const { amountCents, feeCents, totalCents } = priceOrder(rows, openingFeeCents, topupBasisPoints);
      expect(costOf({ accounts, each })).toEqual({
        opening: usd(openingFeeCents),
        deposits: usd(amountCents),
        topUp: usd(feeCents!),
        total: usd(totalCents!),
      });
    }
  }
  expect(costOf(example)!.total).toBe('$260.00');
});

test('the prices that the pages say in words are those prices', () => {
  expect([words.feeFigure, words.rateFigure]).toEqual([
    usd(defaults.openingFeeCents).replace('.00', ''),
    `${defaults.topupBasisPoints / 100n}%`,
  ]);
  const { feeCents, totalCents } = priceDeposit(centsOf('1000')!, defaults.topupBasisPoints);
  expect(words.rateSum).toBe(`$1,000.00 + ${usd(feeCents!)} = ${usd(totalCents!)}`);
  expect(words.feeSum).toBe(`1 account or 10: ${usd(defaults.openingFeeCents)}`);
  const { opening, topUp } = costOf(example)!;
  const [, order, , refund] = storyWords.steps.map(({ text }) => text);
  expect(order).toContain(`${opening} opening fee, ${topUp} top-up fee`.replaceAll('.00', ''));
  expect(refund).toContain(
    `the ${usd(priceDeposit(centsOf('40')!, defaults.topupBasisPoints).feeCents!).replace('.00', '')} fee`,
  );
});

test('only what the order forms offer has a sum', () => {
  for (const query of [
    {},
    { accounts: '11', each: '100' },
    { accounts: '2', each: '1' },
    { accounts: ['2'], each: '100' },
    { accounts: '2' },
  ])
    expect(costOf(query), JSON.stringify(query)).toBeUndefined();
});

test('the sitemap lists each public page once, at its canonical address', () => {
  const pages = [
    { id: 'home', audience: 'public', at: ['/', '/homepage'] },
    { id: 'not-found', audience: 'public', at: ['/404'] },
    { id: 'reset-password', audience: 'public', at: ['/reset-password'] },
    { id: 'dashboard', audience: 'client', at: ['/dashboard'] },
  ] as const;
  const sitemap = sitemapOf(publicAddresses(pages), 'https://agency.example');
  expect([...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1])).toEqual(['https://agency.example/']);
  expect(robotsOf('https://agency.example')).toContain('Sitemap: https://agency.example/sitemap.xml');
});

test('another agency sets its own name, contacts and colours, and keeps what it does not set', () => {
  const brand = brandFrom({
    BRAND_NAME: 'North',
    BRAND_EMAIL: 'desk@north.example',
    BRAND_TELEGRAM: 'https://t.me/north',
    PUBLIC_URL: 'https://north.example/',
  });
  expect(brand).toMatchObject({
    name: 'North',
    legalName: 'North',
    origin: 'https://north.example',
    accent: exampleBrand.accent,
  });
  expect(brand.support).toMatchObject({
    email: 'desk@north.example',
    phone: exampleBrand.support.phone,
    chats: [{ name: 'Telegram', href: 'https://t.me/north' }],
  });
});

test('a chat address that could run a script is not used', () => {
  expect(brandFrom({ BRAND_SKYPE: 'javascript:alert(1)' }).support.chats).toEqual([]);
});

test('support hours are told in UTC where the brand says them by the clock, and left alone where it does not', () => {
  expect(utcOf('9:00–18:00 (UTC+8)')).toEqual([60, 600]);
  expect(utcOf('8:30–17:00 (UTC-5)')).toEqual([810, 1320]);
  expect(utcOf('around the clock')).toBeUndefined();
});
