/**
 * The main job, by hand: a visitor registers, tops up, orders, deposits, takes money back and withdraws it; an admin
 * decides everything from the queue without a mouse; at the end every figure agrees to the cent.
 */
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { busyFactor } from '#server/busy.testing.server.ts';
import { confirmAddress, setNetwork } from './people.ts';
import { expect, test } from './portal.ts';

// The queue has to be empty at the end, whoever else orders.
test.use({ alone: 'journey' });

const password = 'a sentence is a good password';

/** Decides the request in the queue that shows this text, by the keyboard alone. */
async function decide(
  admin: Page,
  what: string,
  key: 'a' | 'r',
  typed?: string,
  more?: readonly [label: string, text: string],
): Promise<void> {
  await admin.goto('/admin/queue');
  const row = admin.getByRole('list', { name: 'Waiting requests' }).getByRole('button').filter({ hasText: what });
  await expect(row.first()).toBeVisible();
  for (let steps = 0; (await row.first().getAttribute('aria-current')) === null; steps++) {
    expect(steps).toBeLessThan(30);
    await admin.keyboard.press('j');
  }
  await admin.keyboard.press(key);
  if (typed !== undefined) await admin.keyboard.type(typed);
  if (more) await admin.getByLabel(more[0]).fill(more[1]);
  await admin.keyboard.press('Enter');
  await expect(
    admin.getByRole('region', { name: 'Results' }).getByText(key === 'a' ? /Approved\./ : /Rejected\./),
  ).toBeVisible();
}

const balance = (client: Page) =>
  client
    .getByRole('banner')
    .getByText(/^\$[\d,]+\.\d\d$/)
    .first();

test('money goes in, through ad accounts, and back, and the revenue agrees to the cent', async ({
  browser,
  page: client,
  portal,
}) => {
  test.setTimeout(240_000);
  const admin = await (await browser.newContext({ baseURL: portal.address })).newPage();
  const emailId = `ana-${randomBytes(4).toString('hex')}@example.com`;

  await test.step('a visitor registers and signs in', async () => {
    await client.goto('/register');
    await client.getByLabel('Username').fill('Ana Lima');
    await client.getByLabel('Email').fill(emailId);
    await client.getByLabel('Country').selectOption('DE');
    await client.getByText('Telegram', { exact: true }).click();
    await client.getByLabel('Phone').fill('+49 170 123456');
    await client.getByLabel('PIN code').fill('10115');
    await client.getByLabel('Password', { exact: true }).fill(password);
    await client.getByLabel('Confirm password', { exact: true }).fill(password);
    await client.getByRole('button', { name: 'Register' }).click();
    await expect(client).toHaveURL(/\/login/, { timeout: 15_000 * busyFactor() });
    await client.getByLabel('Email').fill(emailId);
    await client.getByLabel('Password', { exact: true }).fill(password);
    await client.getByRole('button', { name: 'Login' }).click();
    await expect(client.getByText('Login Successful! Redirecting...')).toBeVisible();
    await expect(client).toHaveURL(/\/dashboard$/, { timeout: 10_000 * busyFactor() });
  });

  await test.step('an admin signs in and sets the payment address', async () => {
    await admin.goto('/login');
    await admin.getByLabel('Email').fill(portal.admin.email);
    await admin.getByLabel('Password', { exact: true }).fill(portal.admin.password);
    await admin.getByRole('button', { name: 'Login' }).click();
    await expect(admin).toHaveURL(/\/admin\/dashboard$/, { timeout: 10_000 * busyFactor() });
    await setNetwork(admin.context(), portal, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  });
  const before = await (await admin.request.get('/kimi/get-figures')).json();

  await test.step('a top-up with its proof is approved, and the balance changes by itself', async () => {
    await client.goto('/kimi/wallet/addmoney-table');
    // An empty list offers the same button a second time.
    await client.getByRole('button', { name: 'Add Money Here' }).first().click();
    await client.getByLabel('Amount in US dollars').fill('1000');
    await client.getByRole('button', { name: 'Continue' }).click();
    await expect(client.getByText('TRC20', { exact: true })).toBeVisible();
    await client.getByRole('button', { name: 'I have sent it' }).click();
    const proof = await sharp({ create: { width: 300, height: 500, channels: 3, background: '#d8e8f8' } })
      .png()
      .toBuffer();
    await client
      .getByLabel('Picture of the transfer')
      .setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: proof });
    await client.getByLabel('Transaction ID').fill(randomBytes(32).toString('hex'));
    await client.getByRole('button', { name: 'Submit' }).click();
    await expect(client.getByRole('region', { name: 'Results' }).getByText('Money added successfully!')).toBeVisible();
    await decide(admin, '$1,000.00', 'a');
    await expect(balance(client)).toHaveText('$1,000.00', { timeout: 3_000 * busyFactor() });
  });

  await test.step('orders on three platforms show their cost before, and what an admin decides', async () => {
    await client.goto('/google/accountManage/accountList/creategoogleads');
    await client.getByLabel('Gmail').fill('buyer@gmail.com');
    await client.getByLabel('Deposit').selectOption({ label: '$100.00' });
    await expect(client.getByRole('region', { name: 'Cost summary' })).toContainText('$145.00');
    await client.getByRole('button', { name: 'Create ads' }).click();
    await expect(balance(client)).toHaveText('$855.00');
    await client.goto('/bing/accountManage/applybingad');
    await client.getByLabel('Domain').fill('shop.example.com');
    await client.getByLabel(/Outlook/).fill('shop@outlook.com');
    await client.getByLabel('Deposit').selectOption({ label: '$50.00' });
    await client.getByRole('button', { name: 'Create ads' }).click();
    await expect(balance(client)).toHaveText('$767.50');
    await client.goto('/facebook/accountManage/createaccount');
    await client.getByLabel('License name').fill('Lima Shoes GmbH');
    await client.getByLabel('Page URL 1').fill('facebook.com/limashoes');
    await client.getByLabel('Account Name').fill('Lima 1');
    await client.getByLabel('Deposit').fill('20');
    await expect(client.getByRole('region', { name: 'Cost summary' })).toContainText('$53.00');
    await client.getByRole('button', { name: 'Create ads' }).click();
    await expect(balance(client)).toHaveText('$714.50');
    await decide(admin, 'Google ad application', 'a', '123-456-7890');
    await decide(admin, 'Bing ad application', 'r', 'The domain does not answer.');
    await decide(admin, 'Facebook ad application', 'a', '9988776655');
    await expect(balance(client)).toHaveText('$802.00', { timeout: 3_000 * busyFactor() });
    await client.goto('/google/accountManage/accountList');
    await expect(client.getByRole('row').filter({ hasText: '123-456-7890' })).toContainText('Approved');
    await client.goto('/bing/accountManage/accountList');
    await expect(client.getByRole('row').filter({ hasText: 'Rejected' })).toBeVisible();
    await client.goto('/facebook/accountManage/accountlist');
    await expect(client.getByRole('row').filter({ hasText: '9988776655' })).toContainText('Approved');
  });

  await test.step('a deposit and a refund move what they say', async () => {
    await client.goto('/google/finance/googleads-deposite');
    await client
      .getByLabel(/Ads ID|Ad account/)
      .first()
      .selectOption({ index: 1 });
    await client.getByLabel('Money').first().fill('50');
    await client
      .getByRole('button', { name: /deposit/i })
      .last()
      .click();
    await expect(balance(client)).toHaveText('$744.50');
    await decide(admin, 'Google deposit', 'a', 'bank-transfer-1');
    await client.goto('/google/aftersale/refund');
    await client.getByLabel('Ad account').selectOption({ index: 1 });
    await client.getByRole('main').getByLabel('Amount').fill('75');
    await client.getByRole('button', { name: 'Apply for refund' }).click();
    await expect(
      client.getByRole('region', { name: 'Results' }).getByText('Refund applied successfully!'),
    ).toBeVisible();
    await decide(admin, 'Google refund', 'a', 'refund-1');
    // Half of the account's 150 comes back with half of its 22.50 of fee.
    await expect(balance(client)).toHaveText('$830.75', { timeout: 3_000 * busyFactor() });
  });

  await test.step('a withdrawal to a proven person is paid, and the statement ends with what is left', async () => {
    await confirmAddress(client.request, portal, emailId);
    await client.goto('/kimi/wallet/withdraw');
    await client.getByRole('textbox', { name: 'Amount' }).fill('230.75');
    await client.getByRole('textbox', { name: 'Your USDT address' }).fill('TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL');
    await client.getByRole('textbox', { name: 'Your password' }).fill(password);
    await client.getByRole('button', { name: 'Ask for withdrawal' }).click();
    await client.getByRole('button', { name: 'Yes, withdraw' }).click();
    await expect(client.getByRole('heading', { name: 'Your withdrawal is in review' })).toBeVisible();
    // A new address waits for a day; who called its owner may pay it sooner.
    await decide(admin, '$230.75', 'a', 'paid-1', ['Why it is paid', 'She called from the number we know.']);
    await expect(balance(client)).toHaveText('$600.00', { timeout: 3_000 * busyFactor() });
    await client.goto('/kimi/wallet/statement');
    const newest = client.getByRole('table').getByRole('row').nth(1);
    await expect(newest).toContainText('−$230.75');
    await expect(newest).toContainText('$600.00');
  });

  await test.step('the dashboard has earned 30 + 15, 30 + 3, and 7.50 - 11.25', async () => {
    await admin.goto('/admin/dashboard');
    await expect(admin.getByRole('heading', { name: 'Total Revenue' })).toBeVisible();
    const after = await (await admin.request.get('/kimi/get-figures')).json();
    expect(Math.round((after.totalRevenue - before.totalRevenue) * 100)).toBe(7425);
    expect(Math.round((after.inAdAccounts - before.inAdAccounts) * 100)).toBe(9500);
    await admin.goto('/admin/queue');
    await expect(admin.getByText('Nothing waits for a decision.')).toBeVisible();
  });
});
