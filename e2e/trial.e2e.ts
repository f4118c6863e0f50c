/**
 * The first afternoon of a new client, on a phone: registers, tops up, orders ten accounts from a list, finds out why
 * they were rejected, orders them again, funds one, takes money back, reads the statement, and throws out a forgotten
 * browser. Goes where the page's own links lead, as somebody does who has no address by heart. `LOOK=folder` keeps a
 * picture of every step.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { busyFactor } from '#server/busy.testing.server.ts';
import { adminOf, hash, ok, password, paste, setNetwork, signIn, toastOn } from './people.ts';
import { expect, test } from './portal.ts';

const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

/** Goes to a page through the menus of the phone. */
async function go(page: Page, ...links: string[]): Promise<void> {
  for (const link of links) {
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: link, exact: true }).first().click();
  }
}

/** Everything that waits, decided by an admin in one go. */
async function decide(
  admin: BrowserContext,
  action: 'approve' | 'reject',
  more: Record<string, string> = {},
): Promise<void> {
  const { requests } = await ok(admin.request.get('/kimi/get-queue?limit=200'));
  const items = (requests as { applyId: string; userId: { username: string } }[])
    .filter(({ userId }) => userId.username === 'Nora Trial')
    .map(({ applyId }) => ({ applyId, transactionId: `sent ${applyId}`, ...more }));
  const { results } = await ok(admin.request.put('/kimi/decide-requests', { data: { action, items } }));
  expect((results as { done: boolean }[]).every(({ done }) => done)).toBe(true);
}

const balance = (page: Page, amount: string) =>
  expect(page.getByRole('banner').getByText(amount, { exact: true })).toBeVisible();

test('a new client gets from the registration to a statement on a phone, and is told why on the way', async ({
  browser,
  portal,
}) => {
  test.setTimeout(240_000);
  const client = await browser.newContext({ baseURL: portal.address, ...phone });
  const page = await client.newPage();
  const admin = await adminOf(browser, portal);
  await setNetwork(admin, portal, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  const emailId = `new-${randomBytes(4).toString('hex')}@example.com`;
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  let steps = 0;
  const step = (name: string, work: () => Promise<void>) =>
    test.step(name, async () => {
      await work();
      steps += 1;
      const folder = process.env['LOOK'];
      if (folder)
        await page.screenshot({ path: join(folder, `${String(steps).padStart(2, '0')}.png`), fullPage: true });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${name} fits`).toBe(0);
    });

  await step('registers and signs in', async () => {
    await page.goto('/register');
    await page.getByLabel('Username').fill('Nora Trial');
    await page.getByLabel('Email').fill(emailId);
    await page.getByLabel('Country').selectOption('DE');
    await page.getByText('Telegram', { exact: true }).click();
    await page.getByLabel('Phone').fill('+49 170 123456');
    await page.getByLabel('PIN code').fill('10115');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page).toHaveURL(/\/login/, { timeout: 15_000 * busyFactor() });
    await page.getByLabel('Email').fill(emailId);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('heading', { name: 'Hello, Nora Trial' })).toBeVisible();
  });

  await step('says how much to add', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Add Money', exact: true }).click();
    await page.getByRole('button', { name: '$1,000' }).click();
  });
  await step('sends it to the address', async () => {
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  });
  await step('proves it', async () => {
    await page.getByRole('button', { name: 'I have sent it' }).click();
    await page.getByLabel('Transaction ID').fill(hash());
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(toastOn(page, 'Money added successfully!')).toBeVisible();
  });
  await step('sees the balance change by itself', async () => {
    await decide(admin, 'approve');
    await expect(page.getByText('$1,000.00 is in your wallet.')).toBeVisible({ timeout: 5_000 * busyFactor() });
    await balance(page, '$1,000.00');
    await page.getByRole('button', { name: 'See all top-ups' }).click();
  });

  await step('pastes ten accounts', async () => {
    await go(page, 'Google');
    await page.getByRole('link', { name: 'Create ad here' }).first().click();
    await paste(
      page,
      Array.from({ length: 10 }, (_, n) => `buyer${n}@gmail.com\t$${n < 5 ? 50 : 30}`),
    );
    await expect(page.getByLabel('Gmail')).toHaveCount(10);
  });
  await step('orders them', async () => {
    // 400 of deposits, 30 to open, 60 of fee.
    await expect(page.getByRole('region', { name: 'Cost summary' })).toContainText('$490.00');
    await page.getByRole('button', { name: 'Create ads' }).click();
    await expect(page.getByRole('heading', { name: 'Your order is in review' })).toBeVisible();
    await balance(page, '$510.00');
  });

  await step('reads in the bell that the order was rejected', async () => {
    await page.getByRole('link', { name: 'See all your ads' }).click();
    await decide(admin, 'reject', { remarks: 'buyer3@gmail.com does not exist.' });
    await balance(page, '$1,000.00');
    await page.getByRole('button', { name: /^Notices, / }).click();
    await expect(page.getByRole('group', { name: 'Notices' })).toContainText('was rejected');
  });
  await step('finds out why', async () => {
    await page
      .getByRole('group', { name: 'Notices' })
      .getByRole('link', { name: /was rejected/ })
      .click();
    await expect(page.getByRole('dialog')).toContainText('buyer3@gmail.com does not exist.');
  });
  await step('orders them again, filled in and mended', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByLabel('Gmail')).toHaveCount(10);
    await page.getByLabel('Gmail').nth(3).fill('buyer33@gmail.com');
    await page.getByRole('button', { name: 'Create ads' }).click();
    await expect(page.getByRole('heading', { name: 'Your order is in review' })).toBeVisible();
    await decide(admin, 'approve', { adsId: Array.from({ length: 10 }, (_, n) => `700-100-000${n}`).join(',') });
    await expect(page.getByRole('heading', { name: 'Your ad accounts are open' })).toBeVisible();
  });

  await step('funds one of them', async () => {
    await page.getByRole('link', { name: 'See all your ads' }).click();
    await page.getByRole('link', { name: 'Deposit', exact: true }).first().click();
    // An order of ten leaves to its client which of them is meant.
    await page.getByRole('combobox', { name: 'Ads ID' }).selectOption('700-100-0000');
    await page.getByLabel('Money').fill('100');
    await page.getByRole('button', { name: 'Deposit', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Deposit added successfully!' })).toBeVisible();
    await balance(page, '$395.00');
    await decide(admin, 'approve');
  });
  await step('takes money back from another', async () => {
    await go(page, 'Refund');
    await page.getByLabel('Ad account').selectOption('700-100-0001');
    await page.getByRole('button', { name: 'Everything' }).click();
    await page.getByRole('button', { name: 'Apply for refund' }).click();
    await expect(toastOn(page, 'Refund applied successfully!')).toBeVisible();
    await decide(admin, 'approve');
    // 50 and its share of the fee, 7.50.
    await balance(page, '$452.50');
  });
  await step('reads the statement', async () => {
    await go(page, 'Home', 'Statement');
    const lines = page.getByRole('table', { name: 'Statement' }).getByRole('row');
    await expect(lines.nth(1)).toContainText('+$7.50');
    await expect(lines.nth(1)).toContainText('$452.50');
    await expect(lines).toHaveCount(8);
  });
  await step('ends the session that was forgotten elsewhere', async () => {
    const forgotten = await browser.newContext({ baseURL: portal.address });
    await signIn(forgotten.request, emailId);
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'End all others' }).click();
    await expect(toastOn(page, 'One session was ended.')).toBeVisible();
    expect((await forgotten.request.get('/kimi/me')).status()).toBe(401);
    await forgotten.close();
  });
  expect(faults).toEqual([]);
  await Promise.all([client.close(), admin.close()]);
});
