/**
 * Every signed-in screen, at both widths and in both themes, with data and without: no console error, nothing that sticks out
 * sideways, and, with data, nothing that axe finds at WCAG 2.2 AA. Walks the build's own list of pages, so a new page is looked at too.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { APIRequestContext, Browser, BrowserContext } from '@playwright/test';
import { expect, test, type Portal } from './portal.ts';

type Entry = { address: string; audience: 'public' | 'client' | 'admin' | 'both' };
const pages = JSON.parse(readFileSync(join(import.meta.dirname, '../build/pages.json'), 'utf8')) as Entry[];
const password = 'a sentence is a good password';

async function signIn(context: BrowserContext, emailId: string, secret: string): Promise<void> {
  expect((await context.request.post('/login-account', { data: { emailId, password: secret } })).ok()).toBe(true);
}

async function ok(answer: ReturnType<APIRequestContext['post']>): Promise<Record<string, unknown>> {
  const got = await answer;
  expect(got.ok(), await got.text()).toBe(true);
  return (await got.json()) as Record<string, unknown>;
}

/** A client with something in every list, made through the portal's own calls. */
async function busyClient(client: APIRequestContext, admin: APIRequestContext): Promise<{ applyId: string }> {
  const topUp = { chargeMoney: '2000', transactionId: randomBytes(32).toString('hex'), payway: 'USDT' };
  await ok(client.post('/add-money', { multipart: topUp }));
  const { transactions } = await ok(client.get('/get-transaction-details-of-user'));
  const [money] = transactions as { _id: string }[];
  await ok(admin.put(`/approve-transaction?id=${money!._id}&action=approve`, { data: {} }));
  await ok(client.post('/add-money', { multipart: { ...topUp, chargeMoney: '33', transactionId: randomBytes(32).toString('hex') } }));
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
  await ok(admin.put(`/approve-googleAd?id=${order['applyId'] as string}&action=approve`, { data: { adsId: `${adsId}1, ${adsId}2` } }));
  await ok(client.post('/kimi/create-google-adDeposit', { data: { adsId: `${adsId}1`, money: 20, adType: 'Google' } }));
  await ok(client.post('/kimi/apply-refund', { data: { adsId: `${adsId}2`, amount: 10, adType: 'Google' } }));
  await ok(client.post('/kimi/send-request-email', { data: { emailId: 'buyer@gmail.com', adsId: `${adsId}1`, adType: 'Google' } }));
  await ok(
    client.post('/kimi/create-paylink-individual', {
      data: { firstName: 'Jo', lastName: 'Payer', emailId: 'jo@example.com', country: 'DE', money: 40 },
    }),
  );
  return { applyId: order['applyId'] as string };
}

type Cast = { client: BrowserContext; admin: BrowserContext; userId: string; applyId: string };

async function castOf(browser: Browser, portal: Portal, look: Parameters<Browser['newContext']>[0], busy: boolean): Promise<Cast> {
  const [client, admin] = await Promise.all([
    browser.newContext({ ...look, baseURL: portal.address }),
    browser.newContext({ ...look, baseURL: portal.address }),
  ]);
  const emailId = `walker-${randomBytes(4).toString('hex')}@example.com`;
  const person = {
    username: 'Ana Walker',
    emailId,
    country: 'DE',
    contact1: '+49 170 123456',
    pincode: '10115',
    password,
    confirmPassword: password,
  };
  const { _id: userId } = await ok(client.request.post('/create-account', { data: person }));
  await signIn(client, emailId, password);
  await signIn(admin, portal.admin.email, portal.admin.password);
  const { applyId } = busy ? await busyClient(client.request, admin.request) : { applyId: 'GA-0000-0000' };
  return { client, admin, userId: userId as string, applyId };
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
