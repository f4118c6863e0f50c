import { expect, test } from 'vitest';
import { brandFrom, exampleBrand } from '#kernel/brand.ts';
import { centsOf, shareOf } from '#kernel/money.ts';
import { counters } from './home.words.ts';
import { publicAddresses, robotsOf, sitemapOf } from './sitemap.ts';
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

test('the sum that the home page shows is the one the portal would charge', () => {
  const deposit = centsOf('200')!;
  expect(deposit + shareOf(deposit, 1500n) + centsOf('30')!).toBe(centsOf('260'));
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
  expect(brand).toMatchObject({ name: 'North', legalName: 'North', origin: 'https://north.example', accent: exampleBrand.accent });
  expect(brand.support).toMatchObject({
    email: 'desk@north.example',
    phone: exampleBrand.support.phone,
    chats: [{ name: 'Telegram', href: 'https://t.me/north' }],
  });
});

test('a chat address that could run a script is not used', () => {
  expect(brandFrom({ BRAND_SKYPE: 'javascript:alert(1)' }).support.chats).toEqual([]);
});
