/** Code of the portal that does not come: what was typed stays, and the page says what is missing. */
import type { Page } from '@playwright/test';
import { adminOf, newClient, topUp, vanishes } from './people.ts';
import { expect, test } from './portal.ts';

test('what is typed in the queue stays where the finder’s results do not come @long', async ({ browser, portal }) => {
  const { context } = await newClient(browser, portal);
  const applyId = await topUp(context.request, 12);
  const admin = await adminOf(browser, portal);
  const page = await admin.newPage();
  await page.route('**/assets/FinderResults-*', vanishes);
  await page.goto(`/admin/queue?q=${applyId}`);
  await expect(page.getByRole('list', { name: 'Waiting requests' }).getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('r');
  const reason = page.getByLabel('Reason for the client');
  await reason.fill('The transfer never arrived.');
  const finder = page.getByRole('banner').getByRole('combobox');
  await finder.fill('Ana');
  const said = page.getByText('What was found could not be shown.');
  await expect(said).toBeVisible();
  await expect(reason).toHaveValue('The transfer never arrived.');
  await Promise.all([context.close(), admin.close()]);
});

test('a window that does not come takes nothing else of the page with it @long', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal);
  await page.route('**/assets/DialogWindow-*', vanishes);
  await page.goto('/kimi/wallet/addmoney-table');
  await page.getByRole('button', { name: 'Add money' }).first().click();
  const missing = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' });
  await expect(missing).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.unroute('**/assets/DialogWindow-*');
  await missing.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(missing).toHaveCount(0);
  await context.close();
});

test('who can’t sign in again on the page is led to where they can, and back to what they typed @long', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal, { dollars: 100 });
  await page.route('**/assets/SignIn-*', vanishes);
  await page.goto('/google/accountManage/applyAd');
  await page.getByLabel('Gmail').fill('first@gmail.com');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Create ads' }).click();
  const link = page.getByRole('dialog').getByRole('link', { name: 'Go to the login page' });
  await expect(link).toHaveAttribute('href', '/login?next=%2Fgoogle%2FaccountManage%2FapplyAd');
  await expect(page.getByLabel('Gmail')).toHaveValue('first@gmail.com');
  await context.close();
});

test('a page whose code never comes says so, and is not loaded without end @long', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal);
  const documents = countDocuments(page);
  await page.goto('/dashboard');
  await page.route('**/assets/StatementPage-*', vanishes);
  await page.locator('nav').getByRole('link', { name: 'Statement', exact: true }).first().click();
  const broken = page.getByRole('heading', { name: 'This page could not be shown' });
  await expect(broken).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(documents()).toBe(2);
  await page.unroute('**/assets/StatementPage-*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('#portal h1')).toHaveText('Statement');
  expect(documents()).toBe(3);
  await context.close();
});

/** How many documents this page has asked for. */
function countDocuments(page: Page): () => number {
  let asked = 0;
  page.on('request', (request) => void (asked += Number(request.resourceType() === 'document')));
  return () => asked;
}
