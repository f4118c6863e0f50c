/** Who walks the journeys of money that goes out: a client with funded ad accounts, and an admin. */
import type { Browser, BrowserContext, Route } from '@playwright/test';
import { expect, type Portal } from './portal.ts';

export const password = 'a long enough secret';

/** As a broken server answers: without a sentence of its own. */
export const breaks = (route: Route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' });

export async function adminOf(browser: Browser, portal: Portal): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: portal.address });
  const answer = await context.request.post('/login-account', { data: { emailId: portal.admin.email, password: portal.admin.password } });
  expect(answer.ok()).toBe(true);
  return context;
}

type Made = { client: BrowserContext; admin: BrowserContext; email: string; adsIds: string[] };

/** A client with 1,000 dollars topped up, of which `deposits` lie in Google accounts of their own. */
export async function clientWithAccounts(browser: Browser, portal: Portal, deposits: readonly number[]): Promise<Made> {
  const client = await browser.newContext({ baseURL: portal.address, acceptDownloads: true });
  const email = `m${Math.random().toString(36).slice(2)}@client.example`;
  const person = { username: 'Ana Lima', emailId: email, country: 'DE', contact1: '+49 170 123456', pincode: '10115' };
  expect((await client.request.post('/create-account', { data: { ...person, password, confirmPassword: password } })).ok()).toBe(true);
  expect((await client.request.post('/login-account', { data: { emailId: email, password } })).ok()).toBe(true);
  const admin = await adminOf(browser, portal);

  const transfer = { chargeMoney: '1000', transactionId: crypto.randomUUID(), payway: 'USDT' };
  expect((await client.request.post('/add-money', { multipart: transfer })).ok()).toBe(true);
  const { transactions } = await (await client.request.get('/get-transaction-details-of-user')).json();
  expect((await admin.request.put(`/approve-transaction?id=${transactions[0]._id}&action=approve`, { data: {} })).ok()).toBe(true);

  if (deposits.length === 0) return { client, admin, email, adsIds: [] };
  const order = { adNum: deposits.length, adsDetails: deposits.map((deposit) => ({ gmail: 'ana@gmail.com', deposit })) };
  const { applyId } = await (await client.request.post('/create-google-ads', { data: order })).json();
  const adsIds = deposits.map(() => `E2E-${Math.random().toString(36).slice(2, 10)}`);
  const approved = await admin.request.put(`/approve-googleAd?id=${applyId}&action=approve`, { data: { adsId: adsIds.join(',') } });
  expect(approved.ok()).toBe(true);
  return { client, admin, email, adsIds };
}
