/** A correction after a lost answer makes nothing a second time before the person has said so. */
import type { Page } from '@playwright/test';
import { adminOf, confirmAddress, newClient, ok, openAccounts, password } from './people.ts';
import { expect, test } from './portal.ts';

const order = '/google/accountManage/accountList/creategoogleads';

/** The next call arrives, with what is typed or with this, and its answer is lost. */
async function loses(page: Page, call: string, as?: object): Promise<void> {
  await page.route(
    call,
    async (route) => {
      await route.fetch(as ? { postData: as } : {});
      await route.abort();
    },
    { times: 1 },
  );
}

const lost = (page: Page) => page.getByRole('alert').getByText('No answer came.');
const arrived = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your first try has arrived' });

test('a corrected order whose first try has arrived is made only once somebody says that it is another one', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal, { dollars: 500 });
  const total = async () => (await ok(context.request.get('/get-google-ads')))['total'];
  await page.goto(order);
  await page.getByLabel('Gmail').fill('frist@gmail.com');
  const send = page.getByRole('button', { name: 'Create ads' });
  await loses(page, '**/create-google-ads');
  await send.click();
  await expect(lost(page)).toBeVisible();
  await page.getByLabel('Gmail').fill('first@gmail.com');
  await send.click();
  await expect(arrived(page)).toBeVisible();
  await expect(page.getByText('This Idempotency-Key')).toHaveCount(0);
  // Neither pressing once more nor a refusal in between, nor a reload, makes another order of it.
  await send.click();
  await expect(arrived(page)).toBeVisible();
  const busy = { status: 429, json: { code: 'limit.reached', message: 'Please wait a moment.' } };
  await page.route('**/create-google-ads', (route) => route.fulfill(busy), { times: 1 });
  await send.click();
  await expect(page.getByRole('form').getByText('Please wait a moment.')).toBeVisible();
  await page.reload();
  await send.click();
  await expect(arrived(page)).toBeVisible();
  expect(await total()).toBe(1);

  await arrived(page).getByRole('link', { name: 'See what has arrived' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'frist@gmail.com' })).toContainText('Pending');
  await page.goBack();
  await expect(page.getByLabel('Gmail')).toHaveValue('first@gmail.com');
  await send.click();
  await arrived(page).getByRole('button', { name: 'Send this as a new one' }).click();
  await expect(page.getByRole('heading', { name: 'Your order is in review' })).toBeVisible();
  expect(await total()).toBe(2);
  await context.close();
});

test('a correction is made at once where the first try was refused, whose answer was lost @long', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal, { dollars: 500 });
  const admin = await adminOf(browser, portal);
  await openAccounts(context, admin, [0]);
  await page.goto('/google/finance/googleads-deposite');
  await page.getByLabel('Money').fill('10');
  await loses(page, '**/create-google-adDeposit', { adsId: 'of nobody', money: 10 });
  const send = page.getByRole('button', { name: 'Deposit', exact: true });
  await send.click();
  await expect(lost(page)).toBeVisible();
  await page.getByLabel('Money').fill('20');
  await send.click();
  await expect(page.getByRole('heading', { name: 'Deposit added successfully!' })).toBeVisible();
  expect((await ok(context.request.get('/kimi/get-Google-adDeposit')))['total']).toBe(1);
  await Promise.all([context.close(), admin.close()]);
});

test('a refund and a withdrawal lead to what has arrived, in the list below them @long', async ({
  browser,
  portal,
}) => {
  const { context, page, email } = await newClient(browser, portal, { dollars: 500 });
  const admin = await adminOf(browser, portal);
  await openAccounts(context, admin, [100]);
  await page.goto('/google/aftersale/refund');
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('10');
  await loses(page, '**/apply-refund');
  await page.getByRole('button', { name: 'Apply for refund' }).click();
  await expect(lost(page)).toBeVisible();
  await amount.fill('12');
  await page.getByRole('button', { name: 'Apply for refund' }).click();
  await arrived(page).getByRole('link', { name: 'See what has arrived' }).click();
  await expect(page.locator('#refunds')).toBeFocused();
  await expect(page.locator('#refunds').getByRole('row').filter({ hasText: '$10.00' })).toContainText('Pending');
  expect((await ok(context.request.get('/kimi/refund-Details?adType=Google')))['total']).toBe(1);

  await confirmAddress(context.request, portal, email);
  await page.goto('/kimi/wallet/withdraw');
  await page.getByRole('textbox', { name: 'Your USDT address' }).fill('TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL');
  const ask = async (dollars: string) => {
    await amount.fill(dollars);
    await page.getByRole('textbox', { name: 'Your password' }).fill(password);
    await page.getByRole('button', { name: 'Ask for withdrawal' }).click();
    await page.getByRole('button', { name: 'Yes, withdraw' }).click();
  };
  await loses(page, '**/apply-withdrawal');
  await ask('50');
  await expect(lost(page)).toBeVisible();
  await ask('60');
  await arrived(page).getByRole('link', { name: 'See what has arrived' }).click();
  await expect(page.locator('#withdrawals').getByRole('row').filter({ hasText: '$50.00' })).toContainText('Pending');
  await arrived(page).getByRole('button', { name: 'Send this as a new one' }).click();
  await ask('60');
  await expect(page.getByRole('heading', { name: 'Your withdrawal is in review' })).toBeVisible();
  expect((await ok(context.request.get('/kimi/get-withdrawals')))['total']).toBe(2);
  await Promise.all([context.close(), admin.close()]);
});
