/**
 * Every signed-in screen, at both widths and in both themes, with data and without: no console error, nothing that sticks out
 * sideways, and, with data, nothing that axe finds at WCAG 2.2 AA. Walks the build's own list of pages, so a new page is looked at too.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { APIRequestContext, Browser, BrowserContext } from '@playwright/test';
import { adminOf, newClient, ok, topUp, type Look } from './people.ts';
import { expect, test, type Portal } from './portal.ts';

type Entry = { address: string; audience: 'public' | 'client' | 'admin' | 'both' };
const pages = JSON.parse(readFileSync(join(import.meta.dirname, '../build/pages.json'), 'utf8')) as Entry[];
/** A client with something in every list, made through the portal's own calls. */
async function busyClient(client: APIRequestContext, admin: APIRequestContext): Promise<{ applyId: string }> {
  await topUp(client, 33);
  const google = {
    adNum: 2,
    adsDetails: [
      { gmail: 'one@gmail.com', deposit: 100 },
      { gmail: 'two@gmail.com', deposit: 50 },
    ],
  };
  const order = await ok(client.post('/create-google-ads', { data: google }));
  await ok(client.post('/create-google-ads', { data: google }));
  await ok(
    client.post('/create-bing-ads', {
      data: { adNum: 1, adsDetails: [{ domain: 'shop.example.com', outlookMail: 'a@outlook.com', deposit: 15 }] },
    }),
  );
  const facebook = {
    licenseMode: 'new license',
    licenseName: 'Shop',
    pageNum: 1,
    pageUrls: ['https://facebook.com/shop'],
    domainOption: 'unlimited',
    domainNum: 0,
    domains: [],
    appUrl: '',
    appId: '',
    ads: [{ accountName: 'Shop', deposit: 80 }],
    remarks: 'Please hurry',
    paymentMode: 'oneByOne',
  };
  await ok(client.post('/kimi/create-facebook-ads', { data: facebook }));
  const adsId = randomBytes(5).toString('hex');
  await ok(admin.put(`/approve-googleAd?id=${order.applyId}&action=approve`, { data: { adsId: `${adsId}1, ${adsId}2` } }));
  await ok(client.post('/kimi/create-google-adDeposit', { data: { adsId: `${adsId}1`, money: 20, adType: 'Google' } }));
  await ok(client.post('/kimi/apply-refund', { data: { adsId: `${adsId}2`, amount: 10, adType: 'Google' } }));
  await ok(client.post('/kimi/send-request-email', { data: { emailId: 'buyer@gmail.com', adsId: `${adsId}1`, adType: 'Google' } }));
  await ok(
    client.post('/kimi/create-paylink-individual', {
      data: { firstName: 'Jo', lastName: 'Payer', emailId: 'jo@example.com', country: 'DE', money: 40 },
    }),
  );
  return { applyId: order.applyId };
}

type Cast = { client: BrowserContext; admin: BrowserContext; userId: string; applyId: string };

async function castOf(browser: Browser, portal: Portal, look: Look, busy: boolean): Promise<Cast> {
  const { context: client, userId } = await newClient(browser, portal, { look, dollars: busy ? 2_000 : 0 });
  const admin = await adminOf(browser, portal, look);
  const { applyId } = busy ? await busyClient(client.request, admin.request) : { applyId: 'GA-0000-0000' };
  return { client, admin, userId, applyId };
}

/** Walks the pages of one audience in one tab, as somebody at work does. */
async function walk(context: BrowserContext, addresses: readonly string[], axe: boolean): Promise<string[]> {
  const faults: string[] = [];
  const page = await context.newPage();
  let at = '';
  page.on('pageerror', (error) => faults.push(`${at}: ${error.message}`));
  page.on('console', (message) => {
    // A request that is not there answers 404 by design; the browser reports that as an error of its own.
    if (message.type() === 'error' && !message.text().includes('404')) faults.push(`${at}: ${message.text()}`);
  });
  for (at of addresses) {
    await page.goto(at);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (sideways > 0) faults.push(`${at}: ${sideways} px stick out sideways`);
    if (!axe) continue;
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
    faults.push(...violations.map((each) => `${at}: ${each.id} at ${each.nodes.map((node) => String(node.target)).join(' ')}`));
  }
  await page.close();
  return faults;
}

// Each look has a portal's worker to itself where there is one. Empty screens are made of the same parts as full ones, so axe
// looks at those with data: both widths and both themes.
test.describe.configure({ mode: 'parallel' });
const looks = [
  { width: 1440, height: 900, colorScheme: 'light', busy: true, axe: true },
  { width: 375, height: 812, colorScheme: 'dark', busy: true, axe: true },
  { width: 1440, height: 900, colorScheme: 'dark', busy: false, axe: false },
  { width: 375, height: 812, colorScheme: 'light', busy: false, axe: false },
] as const;

for (const { width, height, colorScheme, busy, axe } of looks) {
  test(`every screen holds at ${width} px in ${colorScheme}, ${busy ? 'with data' : 'without data'}`, async ({ browser, portal }) => {
    test.setTimeout(480_000);
    const cast = await castOf(browser, portal, { viewport: { width, height }, colorScheme }, busy);
    const of = (...audiences: Entry['audience'][]) =>
      pages
        .filter((page) => audiences.includes(page.audience))
        .map((page) => page.address.replace(':id', cast.userId).replace(':applyId', cast.applyId));
    const faults = [...(await walk(cast.client, of('client', 'both'), axe)), ...(await walk(cast.admin, of('admin'), axe))];
    expect(faults).toEqual([]);
    await Promise.all([cast.client.close(), cast.admin.close()]);
  });
}
