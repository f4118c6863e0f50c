import { expect, test } from 'vitest';
import { priceOrder } from '#kinds/application.ts';
import { priceDeposit } from '#kinds/deposit.ts';
import { brandFrom, exampleBrand } from '#kernel/brand.ts';
import { centsOf, usd } from '#kernel/money.ts';
import { depositField } from '#platforms/order.ts';
import { registry } from '#platforms/platforms.ts';
import { defaults, type Prices } from '#settings/settings.ts';
import { asksOf } from './asks.ts';
import { choicesOf, chosenIn, costOf, exampleOf } from './cost.ts';
import { updateProfile } from '#users/users.api.ts';
import { tell } from './facts.ts';
import { exampleFacts } from './facts.testing.ts';
import { register } from './forms.words.ts';
import { counters, orderWords, storyWords, words } from './home.words.ts';
import type { PlatformWords } from './platform.words.ts';
import { platformWords } from './platformwords.ts';
import { privacy, refundPolicy, terms } from './policy.words.ts';
import { words as site } from './site.words.ts';
import { orderOf } from './story.ts';
import { publicAddresses, robotsOf, sitemapOf } from './sitemap.ts';
import { utcOf } from './hours.ts';
import { onward, startOf } from './start.ts';

test('Get Start leads a visitor to registering and a client on to ordering', () => {
  expect(startOf('Google')).toBe('/register?start=google');
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

test('every counter arrives at its printed value in whole steps', () => {
  expect(counters.map(({ label, final, step }) => `${label} ${final} by ${step}`)).toEqual([
    'Number of Users 8000 by 1000',
    'Accounts Opened 10000 by 1000',
    'Total Ad Spend 200000000 by 10000000',
    'Typical Partners 40 by 2',
  ]);
  for (const { final, step, unit } of counters) {
    expect(final % step).toBe(0);
    expect(Number.isInteger(final / unit)).toBe(true);
  }
});

/** Prices as an admin may set them: dearer, cheaper, with cents, without a choice of $100, without fees. */
const others: Prices[] = [
  defaults,
  { ...defaults, openingFeeCents: 4_550n, topupBasisPoints: 1_250n, depositOptionsCents: [2_000n, 7_550n] },
  { ...defaults, openingFeeCents: 0n, topupBasisPoints: 0n, refundsReturnFee: false },
  { ...defaults, openingFeeCents: 123_456n, topupBasisPoints: 33n, depositOptionsCents: [0n] },
];

test('every sum that the pages show is the one that the portal takes', () => {
  for (const prices of others) {
    const { openingFeeCents, topupBasisPoints } = prices;
    const choices = choicesOf(prices);
    for (const accounts of choices.accounts) {
      for (const each of choices.each) {
        const rows = Array.from({ length: Number(accounts) }, () => centsOf(each)!);
        const { amountCents, feeCents, totalCents } = priceOrder(rows, openingFeeCents, topupBasisPoints);
        expect(chosenIn({ accounts, each }, prices)).toEqual({ accounts, each });
        expect(costOf(prices, { accounts, each })).toEqual({
          opening: usd(openingFeeCents),
          deposits: usd(amountCents),
          topUp: usd(feeCents!),
          total: usd(totalCents!),
        });
      }
    }
  }
  expect(costOf(defaults, exampleOf(defaults))!.total).toBe('$260.00');
});

test('the prices that the pages say in words are those prices', () => {
  const { openingFeeCents, topupBasisPoints } = defaults;
  const told = tell({ words, story: storyWords.steps }, exampleFacts);
  expect([told.words.feeFigure, told.words.rateFigure]).toEqual(['$30', '15%']);
  const { feeCents, totalCents } = priceDeposit(centsOf('1000')!, topupBasisPoints);
  expect(told.words.rateSum).toBe(`$1,000.00 + ${usd(feeCents!)} = ${usd(totalCents!)}`);
  expect(told.words.feeSum).toBe(`1 account or 10: ${usd(openingFeeCents)}`);
  const [, order] = told.story.map(({ text }) => text as string);
  expect(order).toContain('$100 for each account, $30 opening fee, $30 top-up fee.');
});

test('other prices are said in every sentence that names one, and a fee that is kept is not promised back', () => {
  const all = { words, storyWords, orderWords, site, platformWords, refundPolicy, terms, privacy, register };
  for (const prices of others.slice(1)) {
    const told = JSON.stringify(tell(all, { ...exampleFacts, prices, network: 'TRC20' }));
    expect(told).not.toMatch(/[{]\w+[}]|undefined|NaN/);
    // $1,000 is put into the wallet, and $0 is free.
    expect(told).not.toMatch(/\$30\b|\b15%/);
    expect(told).toContain('In USDT over TRC20.');
    expect(/share of the (deposit|top-up) fee/.test(told)).toBe(prices.refundsReturnFee);
  }
  const facts = { ...exampleFacts, prices: others[1]! };
  const said = tell(['{opening}', '{rate}', '{deposits}', '{exampleSum}'], facts);
  expect(said).toEqual(['$45.50', '12.5%', '$20 or 75.50', '$45.50 + $151.00 + $18.88 = $215.38']);
});

test('the story of an order ends with money left, whatever an order costs', () => {
  for (const prices of others) {
    const { put, total } = orderOf(prices);
    expect(put % 100_000n).toBe(0n);
    expect(put).toBeGreaterThanOrEqual(total);
  }
});

test('the home page sells nothing that is switched off, and follows an order with a deposit that is offered', () => {
  const platforms = ['Bing'] as const;
  const told = tell({ words, storyWords }, { ...exampleFacts, platforms });
  expect(told.storyWords.order).toBe('2 Bing accounts');
  expect(JSON.stringify(told)).not.toMatch(/Google|Meta|TikTok/);
  for (const prices of others) expect(prices.depositOptionsCents).toContain(orderOf(prices).each);
  const { steps } = tell(storyWords, { ...exampleFacts, prices: others[1]! });
  expect(steps[1].text).toContain('$75.50 for each account, $45.50 opening fee, $18.88 top-up fee.');
});

test('the page of a platform says of each thing that its order asks for what it is for, and of nothing else', () => {
  for (const spec of registry) {
    const asked = asksOf(spec).filter(({ name }) => name !== depositField.name);
    const said = platformWords[spec.name];
    expect(Object.keys(said.needs), spec.name).toEqual(asked.map(({ name }) => name));
    for (const { label } of asked) expect(label, spec.name).toMatch(/\w/);
  }
  const texts = (of: (words: PlatformWords) => string) => new Set(Object.values(platformWords).map(of)).size;
  for (const of of [({ account }: PlatformWords) => account, ({ questions }: PlatformWords) => questions[0]!.question])
    expect(texts(of), 'different answers to what an account is, and different first questions').toBe(registry.length);
});

test('who stands behind an agency is said in one line, with what it says of itself and no more', () => {
  const of = (own: object) => tell('{identity}', { ...exampleFacts, brand: { ...exampleBrand, ...own } });
  expect(of({})).toBe(exampleBrand.legalName);
  expect(of({ address: '1 Queen Street, Leeds', registration: 'Company 01234567' })).toBe(
    `${exampleBrand.legalName}, 1 Queen Street, Leeds, Company 01234567`,
  );
  expect(brandFrom({ BRAND_ADDRESS: ' 1 Queen Street ', BRAND_REGISTRATION: 'HRB 1' })).toMatchObject({
    address: '1 Queen Street',
    registration: 'HRB 1',
  });
});

test('what an agency calls itself is left as it is, even where it looks like a place for a fact', () => {
  const facts = { ...exampleFacts, brand: { ...exampleBrand, legalName: '{rate} $& $1' } };
  expect(tell('{agency}, {email}', facts)).toBe(`{rate} $& $1, ${exampleBrand.support.email}`);
  expect(() => tell('{price}', facts)).toThrow('{price}');
});

test('only what the order forms offer has a sum', () => {
  for (const query of [
    {},
    { accounts: '11', each: '100' },
    { accounts: '2', each: '1' },
    { accounts: ['2'], each: '100' },
    { accounts: '2' },
  ])
    expect(chosenIn(query, defaults), JSON.stringify(query)).toBeUndefined();
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
  expect(robotsOf([], 'https://agency.example')).toContain('Sitemap: https://agency.example/sitemap.xml');
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

test('the privacy policy names the payers of paylinks, what is written and named, and what platforms say', () => {
  const data = privacy.sections
    .find(({ id }) => id === 'data')!
    .text.flat()
    .join(' ');
  for (const kept of ['e-mail address and country of the payer', 'write to support', 'passkeys', 'From the platforms'])
    expect(data).toContain(kept);
});

test('the privacy policy promises that one can correct what the profile can change, and no more', () => {
  const rights = privacy.sections.find(({ id }) => id === 'rights')!.text.join(' ');
  expect(Object.keys(updateProfile.body!.shape)).toEqual(['mobile']);
  expect(rights).toContain('You can correct your mobile number and e-mail address yourself.');
});
