/**
 * The portal read through a browser's translator, which puts every text into elements of its own as soon as it is
 * drawn.
 */
import type { Page } from '@playwright/test';
import { adminOf, fund, newClient, topUp } from './people.ts';
import { expect, test } from './portal.ts';

/**
 * Does what Chrome's translator does, into a language that swaps points and commas; elements marked as not translatable
 * are skipped.
 */
function translate(): void {
  const isLeft = (text: Text) =>
    text.parentElement?.closest('font, script, style, textarea, [translate="no"]') ?? text.data.trim() === '';
  const each = (root: Node) => {
    const texts: Text[] = [];
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) if (!isLeft(node as Text)) texts.push(node as Text);
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data.replaceAll(/[.,](?=\d)/g, (sign) => (sign === '.' ? ',' : '.'));
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  const watch = new MutationObserver(() => each(document.body));
  document.addEventListener('DOMContentLoaded', () => {
    each(document.body);
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

/** Errors of a page that is read so. */
async function read(page: Page): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.addInitScript(translate);
  return errors;
}

test('an order read through a translator shows what it comes to now, and its amounts as they are', async ({
  browser,
  portal,
}) => {
  const { page, context } = await newClient(browser, portal, { dollars: 1_100.5 });
  const errors = await read(page);
  await page.goto('/google/accountManage/accountList/creategoogleads');
  await expect(page.locator('font').first()).toBeAttached();
  await page.getByLabel('Gmail').fill('ana@gmail.com');
  const summary = page.getByRole('region', { name: 'Cost summary' });
  await page.getByLabel('Number of ads').fill('3');
  for (const deposit of await page.getByLabel('Deposit', { exact: true }).all()) await deposit.selectOption('500');
  await expect(summary).toContainText('$1,755.00');
  await expect(summary).toContainText('654,50');
  await page.getByLabel('Deposit', { exact: true }).last().selectOption('200');
  await expect(summary).toContainText('$1,410.00');
  await expect(summary).toContainText('309,50');
  await expect(summary).not.toContainText('654,50');
  await page.getByLabel('Number of ads').fill('1');
  await expect(summary).toContainText('$605.00');
  await page.getByRole('button', { name: 'Create ads' }).click();
  await expect(page.getByRole('heading', { name: 'Your order is in review' })).toBeVisible();
  await expect(page.getByRole('banner').getByText('$495.50')).toBeVisible();
  await fund(browser, portal, context, 1_000);
  await expect(page.getByRole('banner').getByText('$1,495.50')).toBeVisible();
  expect(errors).toEqual([]);
});

test('a top-up and its decision go through where client and admin read them translated', async ({
  browser,
  portal,
}) => {
  const { page, context } = await newClient(browser, portal, { name: 'Ana Translated' });
  const admin = await (await adminOf(browser, portal)).newPage();
  const errors = [await read(page), await read(admin)];
  const ids = [await topUp(context.request, 1_250.5), await topUp(context.request, 77)];
  await page.goto('/kimi/wallet/addmoney-table');
  await expect(page.getByText(ids[1]!).first()).toBeVisible();
  await admin.goto(`/admin/queue?q=${ids[0]}`);
  const detail = admin.getByRole('region', { name: 'The request in focus' });
  await expect(detail).toContainText('$1,250.50');
  await admin.keyboard.press('a');
  await expect(detail.getByRole('button', { name: /^Credit .* to Ana Translated$/ })).toBeFocused();
  await admin.keyboard.press('Enter');
  await expect(page.getByRole('banner').getByText('$1,250.50')).toBeVisible();
  await admin.goto(`/admin/queue?q=${ids[1]}`);
  await expect(detail).toContainText('$77.00');
  await admin.keyboard.press('r');
  await admin.getByLabel('Reason for the client').fill('It did not arrive.');
  await admin.keyboard.press('Enter');
  await expect(page.getByRole('row').filter({ hasText: ids[1]! })).toContainText('Rejected');
  for (const address of ['/dashboard', '/kimi/wallet/statement', '/kimi/2fatool', '/kimi/wallet/paylink']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(errors).toEqual([[], []]);
});
