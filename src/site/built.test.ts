/**
 * The rendered public pages are complete documents that need no script, valid HTML, and without dead links, whatever
 * the agency's name is.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { exampleBrand } from '#kernel/brand.ts';
import { platforms, registry } from '#platforms/platforms.ts';
import { getStatementVerifier } from '#wallet/statement.api.ts';
import { openTime } from '#requests/usual.words.ts';
import { htmlFaults } from '#server/html.testing.server.ts';
import { securityPolicyOf } from '#server/pagepolicy.server.ts';
import type { Facts } from './facts.ts';
import { counters, words as homeWords, written } from './home.words.ts';
import { exampleFacts, hostileFacts } from './facts.testing.ts';

const root = join(import.meta.dirname, '../..');
const client = join(root, 'build/client');
type Entry = { address: string; audience: string; id?: string };
type Draw = (id: string, address: string, facts: Facts, assets: unknown) => string;

let entries: Entry[] = [];
let pages = new Map<string, string>();
let drawn: (facts: Facts) => Map<string, string>;

beforeAll(async () => {
  // Plain JavaScript, which also runs before any package is there. It builds only what is not built yet.
  const { build } = (await import(join(root, 'scripts/prepare.mjs'))) as { build: () => void };
  build();
  entries = JSON.parse(readFileSync(join(root, 'build/pages.json'), 'utf8')) as Entry[];
  const { draw } = (await import(join(root, 'build/site/document.js'))) as { draw: Draw };
  const assets: unknown = JSON.parse(readFileSync(join(root, 'build/site/assets.json'), 'utf8'));
  drawn = (facts) =>
    new Map(entries.flatMap(({ id, address }) => (id ? [[address, draw(id, address, facts, assets)] as const] : [])));
  pages = drawn(exampleFacts);
}, 180_000);

test('every public address of the specification is a finished document', () => {
  const wanted = [
    '/',
    '/homepage',
    '/meta-ads',
    '/bing-ads',
    '/google-ads',
    '/contact-us',
    '/login',
    '/register',
    '/forgot-password',
  ];
  const more = [
    '/reset-password',
    '/stop-weekly',
    '/security',
    '/privacy-policy',
    '/termof-services',
    '/refund-policy',
    '/404',
    '/offline',
  ];
  expect([...wanted, ...more].filter((address) => !pages.has(address))).toEqual([]);
});

async function faultsOf(those: Map<string, string>): Promise<string[]> {
  const faults: string[] = [];
  for (const [address, html] of those) {
    faults.push(...(await htmlFaults(html)).map((fault) => `${address} ${fault}`));
  }
  return faults;
}

test('every page is valid HTML', async () => {
  expect(await faultsOf(pages)).toEqual([]);
});

/** The elements of a page in their order, with the names of their attributes; what they say is left out. */
function skeletonOf(html: string): string[] {
  const bare = html.replaceAll(/(<(script|style)\b[^>]*>)[\s\S]*?<\/\2>/g, '$1').replaceAll(/="[^"]*"/g, '=""');
  return bare.match(/<[^>]*>/g) ?? [];
}

test('whatever an agency calls itself stays words: it adds no element, no attribute and no script to any page', async () => {
  const theirs = drawn(hostileFacts);
  // Hours that are no times of day have no line of their own, and a messenger with an address has no note at it.
  const comparable = {
    ...exampleFacts,
    brand: {
      ...exampleBrand,
      support: { ...exampleBrand.support, hours: 'by day', chats: [{ name: 'Skype', href: 'skype:a' } as const] },
    },
  };
  const ours = drawn(comparable);
  for (const [address, html] of theirs) {
    expect(skeletonOf(html), address).toEqual(skeletonOf(ours.get(address)!));
    expect(html, address).not.toMatch(/javascript:|<img src=x|elsewhere\.example|body\{display/);
    for (const [, json] of html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g))
      expect(() => JSON.parse(json!) as unknown, address).not.toThrow();
    const inline = (of: string) => [...securityPolicyOf(of).matchAll(/'sha256-/g)].length;
    expect(inline(html), address).toBe(inline(ours.get(address)!));
  }
  expect(await faultsOf(theirs)).toEqual([]);
});

test('every page has one first heading, a title and a description of its own, and says where it belongs', () => {
  const titles = new Set<string>();
  for (const [address, html] of pages) {
    expect(html.match(/<h1[ >]/g), address).toHaveLength(1);
    const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '';
    const description = /<meta name="description" content="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(title.length, address).toBeGreaterThan(5);
    expect(description.length, address).toBeGreaterThan(30);
    expect(description.length, address).toBeLessThan(180);
    if (address !== '/homepage') titles.add(title);
    expect(/<meta property="og:image" content="https?:\/\/[^"]+\/share\.png"/.test(html), address).toBe(true);
    const isForSearch = !['/404', '/offline'].includes(address);
    expect(/<link rel="canonical" href="https?:\/\/[^"]+"/.test(html), address).toBe(isForSearch);
  }
  expect(titles.size).toBe(pages.size - 1);
});

test('every class of a page is one that its styles know, and what is for readers of the page alone is hidden', () => {
  for (const [address, html] of pages) {
    const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('');
    const classes = [...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names]) => names!.split(' '));
    expect(
      [...new Set(classes)].filter((name) => !styles.includes(`.${name}`)),
      address,
    ).toEqual([]);
    expect(styles, address).toMatch(/\.visually-hidden\{[^}]*clip-path/);
  }
});

test('a platform is named on every page where it is on, and on none but its own where it is off', () => {
  const everywhere = drawn({ ...exampleFacts, platforms });
  for (const { name, onByDefault, site } of registry.filter((spec) => !spec.onByDefault))
    for (const [address, html] of everywhere) {
      expect(html, `${name} ${address}`).toContain(`href="${site.at[0]}"`);
      if (address !== site.at[0]) expect(pages.get(address)!.includes(site.name), address).toBe(onByDefault);
    }
});

test('no link leads to a page that is none, or to a place that its page lacks', () => {
  // The one download is a call that anybody may make.
  const addresses = new Set([...entries.map(({ address }) => address), getStatementVerifier.path]);
  const dead: string[] = [];
  for (const [page, html] of pages) {
    for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
      if (/^(mailto|tel|https|skype|tg):/.test(href)) continue;
      const [path = '', place] = href.split('#');
      const [address = ''] = path.split('?');
      const leads = address === '' || addresses.has(address);
      const arrives = !place || pages.get(address || page)?.includes(`id="${place}"`);
      if (!leads || !arrives) dead.push(`${page} → ${href}`);
    }
  }
  expect(dead).toEqual([]);
});

test('the footer leads to Google for Google and to Bing for Bing', () => {
  for (const [page, html] of pages) {
    const footer = html.slice(html.indexOf('<footer'));
    expect(footer, page).toContain('<a href="/google-ads">Google</a>');
    expect(footer, page).toContain('<a href="/bing-ads">Bing</a>');
  }
});

test('the menus of every page say which of their links leads to it', () => {
  const inMenus = [
    '/',
    '/meta-ads',
    '/bing-ads',
    '/google-ads',
    '/contact-us',
    '/privacy-policy',
    '/termof-services',
    '/refund-policy',
  ];
  for (const address of inMenus) {
    const current = [...pages.get(address)!.matchAll(/<a href="([^"]+)" aria-current="page"/g)].map(([, href]) => href);
    expect(current, address).toEqual([address, address]);
  }
  expect(pages.get('/homepage')!.match(/<a href="\/" aria-current="page"/g)).toHaveLength(2);
  expect(pages.get('/register')!.includes('aria-current="page"')).toBe(false);
});

test('no page carries React, and the one script weighs at most 6 KB', () => {
  for (const [page, html] of pages) {
    const scripts = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map((match) => match[1]!);
    expect(scripts, page).toHaveLength(1);
    expect(/modulepreload|__reactRouter/.test(html), page).toBe(false);
    expect(brotliCompressSync(readFileSync(join(client, scripts[0]!))).length, page).toBeLessThan(6 * 1024);
  }
});

test('forms are sent by the browser itself, to the calls that the script uses', () => {
  const actions = {
    '/login': '/login-account',
    '/register': '/create-account',
    '/forgot-password': '/kimi/forgot-password',
    '/reset-password': '/kimi/reset-password',
    '/stop-weekly': '/kimi/stop-weekly-mail',
  };
  for (const [page, action] of Object.entries(actions)) {
    const html = pages.get(page)!;
    const form = /<form [^>]*>/.exec(html)?.[0] ?? '';
    expect(form, page).toContain('method="post"');
    expect(form, page).toContain(`action="${action}"`);
    expect(html.includes('<!--form-problem-->'), page).toBe(true);
  }
});

/** What fills a field in by itself, and the keyboard that a phone shows for it. */
const helped: Record<string, Record<string, [autocomplete: string, inputmode?: string]>> = {
  '/login': {
    emailId: ['username webauthn', 'email'],
    password: ['current-password'],
    otp: ['one-time-code', 'numeric'],
  },
  '/register': {
    username: ['nickname'],
    emailId: ['username', 'email'],
    country: ['country-name'],
    contact1: ['tel', 'tel'],
    pincode: ['postal-code'],
    password: ['new-password'],
    confirmPassword: ['new-password'],
  },
  '/forgot-password': { emailId: ['username', 'email'] },
  '/reset-password': { password: ['new-password'], confirmPassword: ['new-password'] },
};

test.each(Object.entries(helped))(
  '%s lets browsers fill in its fields, and phones show the right keys',
  (page, fields) => {
    const said = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`, 'i').exec(tag)?.[1];
    const tags = [...pages.get(page)!.matchAll(/<(?:input|select) [^>]*>/g)].map(([tag]) => tag);
    // Every field that is typed or chosen from a list, so that one that comes later has to say it too.
    const typed = tags.filter((tag) => !/ type="(?:hidden|radio|checkbox)"/.test(tag));
    const found = typed.map((tag) => [
      said(tag, 'name'),
      ['autocomplete', 'inputmode'].flatMap((each) => said(tag, each) ?? []),
    ]);
    expect(Object.fromEntries(found)).toEqual(fields);
  },
);

test('every picture of the product is there, twice as fine as the space that the page reserves for it', async () => {
  const seen = new Set<string>();
  for (const [page, html] of pages) {
    for (const [tag] of html.matchAll(/<(?:source|img) [^>]*>/g)) {
      const [file = '', width, height] = [/src(?:set)?="([^"]+)"/i, /width="(\d+)"/, /height="(\d+)"/].map(
        (each) => each.exec(tag)?.[1],
      );
      const picture = await sharp(join(client, file)).metadata();
      expect([picture.width, picture.height], `${page} ${file}`).toEqual([Number(width) * 2, Number(height) * 2]);
      seen.add(file);
    }
  }
  expect(seen.size).toBe(16);
});

test('the home page tells search engines who the agency is', () => {
  const facts =
    /<script type="application\/ld\+json">([^<]*"Organization"[^<]*)<\/script>/.exec(pages.get('/')!)?.[1] ?? '{}';
  expect(JSON.parse(facts)).toMatchObject({
    name: exampleBrand.name,
    contactPoint: { email: exampleBrand.support.email },
  });
});

test('the order that the home page follows has the sums of the price list', () => {
  const story = pages.get('/')!.slice(pages.get('/')!.indexOf('<fieldset'), pages.get('/')!.indexOf('</fieldset>'));
  const wallets = [...story.matchAll(/<strong[^>]*>([^<]+)</g)].map(([, sum]) => sum);
  expect(wallets).toEqual(['$1,000.00', '$740.00', '$740.00']);
  expect(story.match(/type="radio"/g)).toHaveLength(3);
});

test('the home page says once how fast approvals were, and says nothing of it where nothing was measured', () => {
  const of = (usual: Facts['usual']) => drawn({ ...exampleFacts, usual }).get('/')!;
  const measured = of([{ kind: 'topup', within: '35 minutes' }]);
  expect(measured.match(/35 minutes/g)).toHaveLength(1);
  expect(measured).toContain('<dt>Top-ups</dt><dd>35 minutes</dd>');
  expect(of([])).not.toContain(homeWords.usualHeading);
});

/** What a person reads of a page, in its order, and what its script is told. */
function textOf(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  const told = [...body.matchAll(/ data-[a-z]+="([^"]*)"/g)].map(([, text]) => text).join(' ');
  return `${body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/[\s\u2060]+/g, ' ')} ${told}`;
}

const last = 'Last update on May 2024';
/** What the specification says of the public site, on the page where it stands, in this order. */
const printed: [page: string, says: string[]][] = [
  ['/', ['Home', 'Business', 'Meta', 'Bing', 'Google', 'Contact', 'Policy', 'Login', 'Register', 'Cost-effective']],
  ['/', ['Policy', 'Privacy Policy', 'Terms of Service', 'Refund Policy', 'Login', 'Register', 'Menu']],
  ['/', ['no spend limit', 'A panel you manage yourself', 'Free with your registration', 'A professional team']],
  ['/', ['9:00–18:00 (UTC+8)', 'within 24 hours', 'Years of experience', '10+', 'Number of Users', 'Accounts Opened']],
  ['/', ['Accounts Opened', '1W+', 'Total Ad Spend', '$200M+', 'Typical Partners', '40', 'no cap on accounts']],
  ['/', ['USDT', 'Payoneer, Wise and bank transfer', 'Quick Links', 'Business', 'Meta', 'Bing', 'Google']],
  ['/meta-ads', ['Get Start', 'How it works', 'Send your information', 'We appeal with Meta', 'after a few days']],
  ['/bing-ads', ['Get Start', 'What the order asks for', 'Domain', 'Outlook Mail', 'How it works', 'Questions']],
  ['/google-ads', ['Get Start', 'What the order asks for', 'Gmail', 'Time zone', '$385 / $500', 'How it works']],
  ['/contact-us', ['E-mail', 'support@', 'Phone', '+1', 'Chat', 'Skype', 'Telegram', 'WhatsApp', 'Meta']],
  ['/login', ['Hello!', 'Welcome', 'Email', 'Password', 'Remember me', 'Login', 'issue']],
  ['/login', ['Login Successful! Redirecting...', 'Login failed. Please check your credentials.']],
  [
    '/register',
    ['Username', 'Email', 'Country', 'India', 'US', 'UK', 'CA', 'AU', 'DE', 'WhatsApp', 'Skype', 'Telegram'],
  ],
  ['/register', ['Phone', 'PIN code', 'Password', 'Confirm password', 'Agency Ads', 'Facebook', 'Google', 'Bing']],
  ['/register', ['Bing', 'Others', 'Affiliate', 'E-Com(Clean)', 'E-Com(BH)', 'APP', 'Work At Home']],
  ['/register', ['Gambling/Casino/Gaming/Betting', 'Whatsapp/Telegram Channel', 'Others']],
  ['/privacy-policy', [last, 'What we collect', 'Cookies', 'Who receives data', 'Your rights']],
  ['/termof-services', [last, 'Registration is free', 'material changes by e-mail at least 30 days before']],
  ['/refund-policy', [last, 'only after the money has been transferred', 'only for services that are not completed']],
  ['/refund-policy', ['deposit fee', 'within 7 business days', 'stop working with us', 'within 28 days']],
  ['/refund-policy', ['not refundable', 'opening fee', 'Penalties', 'Technical errors', 'takes 7 business days']],
];

test.each(printed)('%s says what the specification prints: %j', (page, says) => {
  const text = textOf(pages.get(page)!);
  let at = 0;
  for (const each of says) {
    const place = text.indexOf(each, at);
    expect(place, `${each} after ${text.slice(Math.max(0, at - 60), at)}`).toBeGreaterThanOrEqual(at);
    at = place + each.length;
  }
});

test('prices, times and final figures stand in the home page', () => {
  const home = pages.get('/')!;
  for (const figure of ['$30', '15%', '1–2 working days', '8,000', '1W+', '$200M+', '>40<', '10+', '24 hours'])
    expect(home.includes(figure), figure).toBe(true);
  expect(home.match(/<details name="faq"/g)!.length).toBeGreaterThan(5);
  expect(home.includes('"@type":"FAQPage"')).toBe(true);
});

/** All of a page but its styles: what search engines read of it, too. */
const saidBy = (html: string) => html.replaceAll(/<style[\s\S]*?<\/style>/g, '').replaceAll('\u2060', '');
/** The different ways in which all pages together say it. */
const saidAs = (said: RegExp) => [...new Set([...pages.values()].flatMap((html) => saidBy(html).match(said) ?? []))];

test('prices are those of the settings on every page that names one', () => {
  const { prices } = exampleFacts;
  const dearer = {
    ...prices,
    openingFeeCents: 4_550n,
    topupBasisPoints: 1_250n,
    depositOptionsCents: [2_000n, 7_550n],
  };
  let named = 0;
  for (const [address, html] of drawn({ ...exampleFacts, prices: dearer })) {
    const [ours, theirs] = [saidBy(pages.get(address)!), saidBy(html)];
    expect(theirs, address).not.toMatch(/\$30\b|\b15%/);
    for (const [our, their] of [
      [/\$30\b/, /\$45\.50/],
      [/\b15%/, /\b12\.5%/],
    ] as const) {
      if (!our.test(ours)) continue;
      named += 1;
      expect(theirs, address).toMatch(their);
    }
  }
  expect(named).toBeGreaterThan(8);
});

test('how long something takes, and what the agency counts, is one figure wherever it is said', () => {
  expect(saidAs(/\d+\D\d+ working days/gi)).toEqual([openTime]);
  expect(saidAs(/\{\w+\}/g)).toEqual([]);
  const typed = globSync('src/**/*.words.ts', { cwd: root }).filter((file) =>
    /\d working days/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(typed).toEqual(['src/requests/usual.words.ts']);
  expect(saidAs(/\d+ business days/gi)).toEqual(['7 business days']);
  // A reply, the whole wallet, and what the law gives for a question about one's data.
  expect(saidAs(/within \d+ hours/gi)).toEqual(['within 24 hours']);
  expect(saidAs(/within \d+ days/gi).toSorted()).toEqual(['within 28 days', 'within 30 days']);
  for (const counter of counters) {
    const figure = new RegExp(`<dt>${counter.label}(?: <small>[^<]+</small>)? ?</dt><dd[^>]*>([^<]+)</dd>`, 'g');
    const said = [...pages.values()].flatMap((html) => [...html.matchAll(figure)].map(([, value]) => value));
    expect(new Set(said), counter.label).toEqual(new Set([written(counter)]));
    expect(pages.get('/')!.match(figure), counter.label).toHaveLength(1);
  }
});
