/**
 * Who walks the journeys: clients and admins in browsers of their own, made and funded through the portal's own calls,
 * and the ways in which a call fails them.
 */
import { randomBytes } from 'node:crypto';
import type { APIRequestContext, APIResponse, Browser, BrowserContext, Locator, Page, Route } from '@playwright/test';
import { busyFactor } from '#server/busy.testing.server.ts';
import { codeAt, readKey } from '#totp/totp.ts';
import { expect, isThere, type Portal } from './portal.ts';

export const password = 'a long enough secret';

/** A unique transaction id in the format of a blockchain. */
export const hash = () => randomBytes(32).toString('hex');

/** The message at the top right; the same text is also in the live region. */
export const toastOn = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Results' }).getByText(text, typeof text === 'string' ? { exact: true } : {});

/**
 * Listens from now on as a screen reader does, until another document is loaded. Answers what expects this to have been
 * read out since, however soon something else followed it.
 */
export async function listening(page: Page): Promise<(text: string) => Promise<void>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    const listen = () =>
      document.querySelectorAll('[role="status"]').forEach(({ textContent }) => heard.push(textContent));
    new MutationObserver(listen).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { heard });
  });
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.join('\n'));
  return (text) => expect.poll(heard).toContain(text);
}

/** The answer of a broken server, without a message for the person. */
export const breaks = (route: Route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' });

/**
 * These calls fail in the browser from now on. Pages are opened without their first sight, as what comes with a
 * document is not asked for.
 */
export async function failing(page: Page, calls: string | RegExp, how: (route: Route) => Promise<void>): Promise<void> {
  await page.setExtraHTTPHeaders({ prefer: 'return=minimal' });
  await page.route(calls, how);
}

/** The next of these calls waits until it is let go; the portal answers it, or it is answered as said here. */
export async function hold(
  page: Page,
  calls: string,
  answer = (route: Route) => route.continue(),
): Promise<() => void> {
  let letGo = () => {};
  const free = new Promise<void>((done) => (letGo = done));
  await page.route(calls, async (route) => (await free, await answer(route)), { times: 1 });
  return letGo;
}

/** No answer comes at all. */
export const vanishes = (route: Route) => route.abort();

/** The next call arrives, with what is typed or with this, and its answer is lost. */
export async function loses(page: Page, call: string, as?: object, answer = vanishes): Promise<void> {
  await page.route(
    call,
    async (route) => {
      await route.fetch(as ? { postData: as } : {});
      await answer(route);
    },
    { times: 1 },
  );
}

export const lost = (page: Page) => page.getByRole('alert').getByText('No answer came.');
export const arrived = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your first try has arrived' });

/** An answer that cannot be read. */
export const babbles = (route: Route) => route.fulfill({ json: { hello: 'world' } });

type Answer = Record<string, unknown> & { applyId: string; _id: string };

/** The answer of a call that has to succeed. */
export async function ok(asked: Promise<APIResponse>): Promise<Answer> {
  const answer = await asked;
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as Answer;
}

export type Look = Parameters<Browser['newContext']>[0];
type Person = { email: string; name: string; userId: string };

export async function signIn(request: APIRequestContext, emailId: string, secret = password): Promise<void> {
  await ok(request.post('/login-account', { data: { emailId, password: secret } }));
}

/** Registers somebody new and signs this browser in as them. */
export async function register(request: APIRequestContext, name = 'Ana Lima'): Promise<Person> {
  const email = `client-${randomBytes(5).toString('hex')}@example.com`;
  const person = { username: name, emailId: email, country: 'DE', contact1: '+49 170 123456', pincode: '10115' };
  const { _id } = await ok(
    request.post('/create-account', { data: { ...person, password, confirmPassword: password } }),
  );
  await signIn(request, email);
  return { email, name, userId: _id };
}

/** Confirms their address with the code that was mailed when they registered. */
export async function confirmAddress(request: APIRequestContext, portal: Portal, email: string): Promise<void> {
  const code = async () => /^\s*(\d{6})\s*$/m.exec((await portal.mailsTo(email)).join('\n'))?.[1];
  await expect.poll(code, { timeout: 15_000 * busyFactor() }).toBeDefined();
  await ok(request.post('/verify-email', { data: { otp: await code() } }));
}

/** Switches two-factor sign-in on for whoever is signed in here; answers the recovery codes. */
export async function guard(request: APIRequestContext): Promise<string[]> {
  const { secret } = await ok(request.post('/kimi/start-two-factor', { data: {} }));
  const read = readKey(secret as string);
  if (!('key' in read)) throw new Error(read.fault);
  const data = { otp: codeAt(read.key, Date.now()) };
  return (await ok(request.post('/kimi/enable-two-factor', { data })))['recoveryCodes'] as string[];
}

/** Somebody new in a browser of their own, with this much money in the wallet. */
export async function newClient(
  browser: Browser,
  portal: Portal,
  { dollars = 0, name, look }: { dollars?: number; name?: string; look?: Look } = {},
): Promise<Person & { context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: portal.address, ...look });
  const person = await register(context.request, name);
  if (dollars > 0) await fund(browser, portal, context, dollars);
  return { ...person, context, page: await context.newPage() };
}

export async function adminOf(browser: Browser, portal: Portal, look?: Look): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: portal.address, ...look });
  await signIn(context.request, portal.admin.email, portal.admin.password);
  return context;
}

/** A top-up that waits; answers its apply id. */
export async function topUp(
  request: APIRequestContext,
  dollars: number | string,
  transactionId = hash(),
  photo?: Buffer,
): Promise<string> {
  const proof = photo && { photo: { name: 'proof.png', mimeType: 'image/png', buffer: photo } };
  const { transaction } = await ok(
    request.post('/add-money', { multipart: { chargeMoney: String(dollars), transactionId, ...proof } }),
  );
  return (transaction as { applyId: string }).applyId;
}

/** Money in the wallet, by a real top-up that a real admin approves. */
export async function fund(browser: Browser, portal: Portal, client: BrowserContext, dollars: number): Promise<void> {
  const applyId = await topUp(client.request, dollars);
  const admin = await adminOf(browser, portal);
  await ok(admin.request.put(`/approve-transaction?id=${applyId}&action=approve`, { data: {} }));
  await admin.close();
}

/** The address that clients pay to; other journeys may have set the same one. */
export async function setNetwork(
  admin: BrowserContext,
  portal: Portal,
  networkAddress: string,
  networkName = 'TRC20',
): Promise<void> {
  const data = { networkName, networkAddress, password: portal.admin.password };
  const answer = await admin.request.put('/kimi/update-network-details', { data });
  if (answer.status() !== 409 || (await answer.json()).code !== 'network.same') await ok(Promise.resolve(answer));
}

type Platform = 'Google' | 'Bing' | 'Facebook';

/** What each platform's order asks for, for accounts with these deposits. */
const orders: Record<Platform, { order: string; approve: string; data: (deposits: readonly number[]) => object }> = {
  Google: {
    order: '/create-google-ads',
    approve: '/approve-googleAd',
    data: (deposits) => ({
      adNum: deposits.length,
      adsDetails: deposits.map((deposit) => ({ gmail: 'ana@gmail.com', deposit })),
    }),
  },
  Bing: {
    order: '/create-bing-ads',
    approve: '/approve-bingAd',
    data: (deposits) => ({
      adNum: deposits.length,
      adsDetails: deposits.map((deposit) => ({ domain: 'shop.example.com', outlookMail: 'ana@outlook.com', deposit })),
    }),
  },
  Facebook: {
    order: '/kimi/create-facebook-ads',
    approve: '/approve-facebookAd',
    data: (deposits) => ({
      licenseMode: 'new license',
      licenseName: 'Shop',
      pageNum: 1,
      pageUrls: ['https://facebook.com/shop'],
      remarks: '',
      domainOption: 'unlimited',
      domainNum: 0,
      domains: [],
      appUrl: '',
      appId: '',
      paymentMode: 'oneByOne',
      ads: deposits.map((deposit, n) => ({ accountName: `Shop ${n + 1}`, deposit })),
    }),
  },
};

/** An order of accounts with these dollars in them; answers its apply id. */
export async function orderAccounts(
  client: BrowserContext,
  deposits: readonly number[],
  platform: Platform = 'Google',
): Promise<string> {
  const { order, data } = orders[platform];
  const { applyId } = await ok(client.request.post(order, { data: data(deposits) }));
  return applyId;
}

/** Approves an order of so many accounts; answers their Ads IDs. */
export async function approveAccounts(
  admin: BrowserContext,
  applyId: string,
  many: number,
  platform: Platform = 'Google',
): Promise<string[]> {
  const adsIds = Array.from({ length: many }, () => `E2E-${randomBytes(5).toString('hex')}`);
  await ok(
    admin.request.put(`${orders[platform].approve}?id=${applyId}&action=approve`, {
      data: { adsId: adsIds.join(',') },
    }),
  );
  return adsIds;
}

/** Accounts of this client, open, with these dollars in them; answers their Ads IDs. */
export async function openAccounts(
  client: BrowserContext,
  admin: BrowserContext,
  deposits: readonly number[],
  platform: Platform = 'Google',
): Promise<string[]> {
  return approveAccounts(admin, await orderAccounts(client, deposits, platform), deposits.length, platform);
}

/** A client with these dollars and one open account, in which there are none, and the admin who opened it. */
export async function newBuyer(browser: Browser, portal: Portal, dollars = 500) {
  const client = await newClient(browser, portal, { dollars });
  const admin = await adminOf(browser, portal);
  const adsIds = await openAccounts(client.context, admin, [0]);
  return { ...client, admin, adsIds };
}

/** As from a spreadsheet, into this field: the first for a Gmail where none is named. */
export async function paste(
  page: Page,
  lines: readonly string[],
  into: Locator = page.getByLabel('Gmail').first(),
): Promise<void> {
  await isThere(page);
  await into.focus();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, lines.join('\n'));
}

/** A further admin, through a real invitation, in a browser of their own. */
export async function newAdmin(
  browser: Browser,
  portal: Portal,
  inviter: BrowserContext,
  { name, look = {}, ...invitation }: { name: string; role?: string; look?: Look },
): Promise<BrowserContext> {
  const emailId = `admin-${randomBytes(4).toString('hex')}@agency.example`;
  const { inviteUrl } = await ok(
    inviter.request.post('/kimi/create-admin', {
      data: { username: name, emailId, currentPassword: portal.admin.password, ...invitation },
    }),
  );
  const context = await browser.newContext({ baseURL: portal.address, ...look });
  const token = new URL(inviteUrl as string).searchParams.get('token');
  await ok(context.request.post('/kimi/reset-password', { data: { token, password, confirmPassword: password } }));
  await signIn(context.request, emailId);
  return context;
}

/** Opens the window for a top-up of this amount, and goes on to where its transfer is told. */
export async function toTransfer(page: Page, dollars: string): Promise<Locator> {
  await page.goto('/kimi/wallet/addmoney-table?add=new');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount in US dollars').fill(dollars);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'I have sent it' }).click();
  return dialog;
}

/** Presses Enter as soon as what a window asks has the focus. Answers whether that did anything. */
export async function hurry(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    document.addEventListener('focusin', function press({ target }) {
      if (!(target instanceof Element && target.matches('[role=dialog] :is([type=submit], input)'))) return;
      document.removeEventListener('focusin', press);
      const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
      Object.assign(window, { pressed: target.dispatchEvent(enter) });
    });
  });
  return () => page.evaluate(() => (window as unknown as { pressed: boolean }).pressed);
}
