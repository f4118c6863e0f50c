/** The server can draw the first sight of every signed-in page, as the build made it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { adminRoles, mayCall } from '#kernel/access.ts';
import { exampleBrand } from '#kernel/brand.ts';
import { platforms } from '#platforms/platforms.ts';
import { accessAt } from '#shell/menu.ts';
import type { drawSight as Draw } from './firstsight.tsx';

const root = join(import.meta.dirname, '..');
type Entry = { address: string; audience: string; scripts?: string[]; draws?: string };
let drawSight: typeof Draw;
let entries: Entry[];
let addresses: string[];

beforeAll(async () => {
  const { build } = (await import(join(root, 'scripts/prepare.mjs'))) as { build: () => void };
  build();
  ({ drawSight } = (await import(join(root, 'build/portal/firstsight.js'))) as { drawSight: typeof Draw });
  entries = JSON.parse(readFileSync(join(root, 'build/pages.json'), 'utf8')) as Entry[];
  addresses = entries
    .filter(({ audience, scripts }) => scripts && audience !== 'public')
    .map(({ address }) => address.replaceAll(/:\w+/g, 'x'));
}, 180_000);

test('a page names its own scripts, the last of which draws it, and none of those that every page starts with', () => {
  const start = readFileSync(join(root, 'build/client/index.html'), 'utf8');
  const drawn = entries.filter(({ draws }) => draws !== undefined);
  expect(drawn.length).toBeGreaterThan(60);
  for (const { address, scripts, draws } of drawn) {
    expect(scripts!.at(-1), address).toBe(draws);
    expect(draws, address).toMatch(/\/assets\/\w+Page-[\w-]+\.js$/);
    expect(
      scripts!.filter((script) => start.includes(script)),
      address,
    ).toEqual([]);
  }
});

const me = {
  message: '',
  _id: 'u1',
  username: '<b>Ana</b>',
  emailId: 'one@agency.example',
  contact1: '',
  mobile: '',
  typeOfUser: 'User',
  role: 'Owner',
  emailVerified: true,
  codeSentTo: null,
  twoFactor: false,
  twoFactorMissing: false,
  needsCurrentPassword: true,
  features: [],
};

test('every page is drawn with its frame on a phone and on a wide screen, and asks who is there first', () => {
  expect(addresses.length).toBeGreaterThan(60);
  for (const url of addresses) {
    for (const phone of [true, false]) {
      const { html, asked } = drawSight({ brand: exampleBrand, url, phone }, {});
      expect(asked, url).toContain('/kimi/me');
      expect(/<main id="content"/.test(html), url).toBe(true);
      expect(/<script|<title/.test(html), url).toBe(false);
    }
  }
});

test.each(adminRoles)('no page that %s may open leads to one that is not for this role', (role) => {
  const who = { typeOfUser: 'Admin', role } as const;
  const isFor = (address: string) => {
    const access = accessAt(address);
    return access === undefined || mayCall(access, who);
  };
  const pages = entries.filter(({ audience }) => audience === 'admin' || audience === 'both');
  const open = pages.map(({ address }) => address.replaceAll(/:\w+/g, 'x')).filter(isFor);
  expect(open.length).toBeGreaterThan(20);
  const wrong = open.flatMap((url) => {
    const answers = { '/kimi/me': { body: { ...me, ...who, features: platforms }, total: null } };
    const { html } = drawSight({ brand: exampleBrand, url, phone: false }, answers);
    const links = [...html.matchAll(/ href="(\/[^"?#]*)/g)].map(([, to]) => to!);
    expect(links.length, url).toBeGreaterThan(5);
    return links.filter((to) => !isFor(to)).map((to) => `${url} leads to ${to}`);
  });
  expect(wrong).toEqual([]);
});

test('nothing of one drawing is in the next one, and a field takes no text before the portal is there', () => {
  const whose = { brand: { ...exampleBrand, name: 'North' }, url: '/dashboard/settings', phone: false };
  const first = drawSight(whose, { '/kimi/me': { body: me, total: null } });
  expect(first.html).toContain('&lt;b&gt;Ana&lt;/b&gt;');
  const next = drawSight({ ...whose, brand: exampleBrand }, {});
  expect(/Ana&lt;|one@agency|North/.test(next.html + next.title)).toBe(false);
  expect(next.asked).toContain('/kimi/me');
  expect(/<(input|textarea)(?![^>]*(readonly|type="(radio|checkbox|file|hidden)"))/i.test(first.html)).toBe(false);
});

test('an address that leads on to another page is drawn without a word in the log', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const whose = { brand: exampleBrand, url: '/accounts/120-456-7890?platform=Google', phone: false };
  const found = drawSight(whose, {}).asked.find((address) => address.startsWith('/kimi/get-ad-accounts'))!;
  const account = {
    _id: 'AA-1',
    adsId: '120-456-7890',
    platform: 'Google',
    state: 'Active',
    nickname: '',
    balance: 1,
    openedAt: '2026-11-01T00:00:00.000Z',
    closedAt: null,
    applyId: 'GA-1',
    spent: null,
    remaining: null,
    daysLeft: null,
    idle: false,
    lastDepositAt: null,
  };
  const body = { message: '', accounts: [account], total: 1, page: 1, limit: 200 };
  const { html, asked } = drawSight(whose, { [found]: { body, total: '1' } });
  expect(asked).not.toContain(found);
  expect(html).not.toContain('120-456-7890');
  expect(warned.mock.calls).toEqual([]);
});
