/** The sentences for what goes wrong when money comes in, each in the situation that it belongs to. */
import type { Browser, Page } from '@playwright/test';
import { adminOf, breaks, failing, hash, newClient, password, toastOn, topUp } from './people.ts';
import { expect, test, type Portal } from './portal.ts';

const newPage = async (browser: Browser, portal: Portal) => (await newClient(browser, portal)).page;

async function toProof(page: Page): Promise<void> {
  await page.goto('/google/add-money?amount=10');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'I have sent it' }).click();
  await page.getByLabel('Transaction ID').fill(hash());
}

test('a client reads what is missing and what failed', async ({ browser, portal }) => {
  const page = await newPage(browser, portal);
  await page.goto('/kimi/wallet/addmoney-table');
  await expect(page.getByText('No transactions available.')).toBeVisible();
  await failing(page, '**/get-transaction-details-of-user*', breaks);
  await page.reload();
  await expect(page.getByText('Failed to load transactions')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible();

  await page.goto('/google/add-money?amount=10');
  await failing(page, '**/get-network-details*', breaks);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.reload();
  await expect(page.getByText('Error fetching data')).toBeVisible();
  await expect(page.getByText('N/A')).toBeVisible();
  await page.unroute('**/get-network-details*');
  const nothing = { message: 'No data available', networkDetails: null, networks: [] };
  await failing(page, '**/get-network-details*', (route) => route.fulfill({ json: nothing }));
  await page.reload();
  await expect(page.getByText('No data available')).toBeVisible();
});

test('what was sent is not offered again, though it was being kept while it was sent', async ({ browser, portal }) => {
  const page = await newPage(browser, portal);
  await page.goto('/kimi/wallet/addmoney-table?add=new');
  await page.getByLabel('Amount in US dollars').fill('10');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'I have sent it' }).click();
  // Its draft arrives only after the answer to the sending itself.
  const sent = page.waitForResponse('**/add-money');
  let held = false;
  await page.route('**/keep-topup-draft', async (route) => {
    const isLast = route.request().postData()?.includes('exchange-1') ?? false;
    held ||= isLast;
    if (isLast) await sent;
    await route.continue();
  });
  await page.getByLabel('Transaction ID').fill(`exchange-1 ${hash()}`);
  await expect.poll(() => held).toBe(true);
  await page.getByRole('button', { name: 'Submit' }).click();
  const done = page.waitForResponse((answer) => answer.url().endsWith('/keep-topup-draft') && answer.status() === 200);
  await page.getByRole('button', { name: 'See all top-ups' }).waitFor();
  await done;
  await expect.poll(async () => (await (await page.request.get('/kimi/get-topup-draft')).json()).draft).toBeNull();
  await page.getByRole('button', { name: 'See all top-ups' }).click();
  await page.getByRole('button', { name: 'Add Money Here' }).first().click();
  await expect(page.getByRole('heading', { name: 'How much do you want to add?' })).toBeVisible();
});

test('a top-up that does not get through says so, and keeps what was typed', async ({ browser, portal }) => {
  const page = await newPage(browser, portal);
  await toProof(page);
  const typed = await page.getByLabel('Transaction ID').inputValue();
  await page.route('**/add-money', breaks);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(page, 'Failed to add money. Status: 500')).toBeVisible();
  await expect(page.locator('main').getByText('Failed to add money. Status: 500')).toBeVisible();
  await page.unroute('**/add-money');
  await page.route('**/add-money', (route) => route.abort());
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(page, 'An error occurred while adding money.')).toBeVisible();
  await page.unroute('**/add-money');
  await page.reload();
  await expect(page.getByLabel('Transaction ID')).toHaveValue(typed);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(page, 'Money added successfully!')).toBeVisible();
});

test('a session that has ended asks to sign in over the form, and the top-up goes on where it was', async ({
  browser,
  portal,
}) => {
  const page = await newPage(browser, portal);
  await toProof(page);
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(page, 'Please login to proceed!')).toBeVisible();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel(/password/i)
    .first()
    .fill(password);
  await dialog.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(toastOn(page, 'Money added successfully!')).toBeVisible();
});

test('pay links say what failed', async ({ browser, portal }) => {
  const page = await newPage(browser, portal);
  await failing(page, '**/get-paylinks*', breaks);
  await page.goto('/kimi/wallet/paylink');
  await expect(page.getByText('Failed to fetch paylinks.')).toBeVisible();
  await page.unroute('**/get-paylinks*');
  await page.getByRole('button', { name: 'Retry' }).last().click();
  await page.getByRole('button', { name: 'Create paylink' }).first().click();
  const dialog = page.getByRole('dialog');
  const fields = { 'First name': 'Rui', 'Last name': 'Costa', Email: 'rui@example.com', Amount: '5' };
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  await dialog.getByLabel('Country').selectOption('India');
  await page.route('**/create-paylink-individual', breaks);
  await dialog.getByRole('button', { name: 'Create paylink' }).click();
  await expect(toastOn(page, 'Failed to create paylink.')).toBeVisible();
  await page.unroute('**/create-paylink-individual');
  await page.route('**/create-paylink-individual', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Create paylink' }).click();
  await expect(toastOn(page, 'An error occurred while creating paylink.')).toBeVisible();
});

test('admins read what failed at transactions and at the network', async ({ browser, portal }) => {
  const client = await newPage(browser, portal);
  const page = await (await adminOf(browser, portal)).newPage();
  await page.goto('/admin/transactions/approved?q=nobody-at-all');
  await page.goto('/admin/transactions/approved');
  await expect(page.getByText('No transactions available.').or(page.getByRole('row').nth(1))).toBeVisible();
  await failing(page, '**/get-transaction-details?*', breaks);
  await page.goto('/admin/transactions/pending');
  await expect(page.getByText('Failed to fetch transactions.')).toBeVisible();
  await page.unroute('**/get-transaction-details?*');
  const applyId = await topUp(client.request, 8);
  await page.reload();
  await page.route('**/approve-transaction*', breaks);
  await page
    .getByRole('row')
    .filter({ hasText: applyId })
    .getByRole('button', { name: /^Approve/ })
    .click();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.locator('tbody form').getByText('Failed to update transaction.')).toBeVisible();

  await page.goto('/admin/accountmanage/changenetwork');
  await page.getByRole('button', { name: 'Update Network' }).click();
  await expect(page.getByText('Please enter the network name.').first()).toBeVisible();
  await expect(page.getByText('Please enter the network address.').first()).toBeVisible();
  await page.route('**/update-network-details', breaks);
  await page.getByLabel('Network Name').fill('TRC20');
  await page.getByLabel('Network Address').fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  await page.getByRole('textbox', { name: 'Your password' }).fill('whatever it is');
  await page.getByRole('button', { name: 'Update Network' }).click();
  await expect(toastOn(page, 'Failed to update network details.')).toBeVisible();
});
