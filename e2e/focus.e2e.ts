/** Where the focus is after windows, faults and what removes itself; and what is said to those who do not see it. */
import type { Page } from '@playwright/test';
import {
  adminOf,
  breaks,
  confirmAddress,
  fund,
  newClient,
  ok,
  password,
  paste,
  setNetwork,
  topUp,
  toTransfer,
} from './people.ts';
import { expect, test } from './portal.ts';

/** A picture of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const status = (page: Page) => page.getByRole('status');

test('a window gives the focus back the first time, too, and letters are keys only where one wants them', async ({
  browser,
  portal,
}) => {
  const { context, name } = await newClient(browser, portal, { name: `Iva ${Date.now()}` });
  await topUp(context.request, 20);
  const admin = await adminOf(browser, portal);
  const page = await admin.newPage();
  await page.goto(`/admin/queue?q=${encodeURIComponent(name)}`);
  await expect(page.locator('[aria-current="true"]')).toBeVisible();
  const hint = page.getByRole('button', { name: 'Press ? for the keys.' });
  const keys = page.getByRole('dialog', { name: 'Keys' });
  for (let time = 1; time <= 2; time++) {
    await hint.focus();
    await page.keyboard.press('Enter');
    await expect(keys.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(hint).toBeFocused();
  }
  await page.keyboard.press('?');
  await keys.getByLabel('Letters and signs are keys').uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  const off = page.getByRole('button', { name: 'Letter keys are switched off.' });
  await expect(page.locator('[aria-current="true"]')).toBeVisible();
  for (const key of ['?', '/', 'r']) await page.keyboard.press(key);
  await expect(keys).toHaveCount(0);
  await expect(page.getByLabel('Reason for the client')).toHaveCount(0);
  await off.click();
  await keys.getByLabel('Letters and signs are keys').check();
  await page.keyboard.press('Escape');
  await expect(hint).toBeFocused();
  await page.keyboard.press('r');
  // A verdict without its reason leads to where that is written.
  await expect(page.getByLabel('Reason for the client')).toBeFocused();
  await page.getByRole('button', { name: /^Reject \$20/ }).click();
  await expect(page.getByLabel('Reason for the client')).toBeFocused();
  await page.keyboard.press('Escape');
  // What is refused says so beside its button, also once the toast is gone.
  await page.route('**/kimi/take-request*', breaks);
  await page.getByRole('button', { name: /^Take TU/ }).click();
  const alert = page.getByRole('region', { name: 'The request in focus' }).getByRole('alert');
  await expect(alert).toHaveText('Failed to update data.');
  await page.unroute('**/kimi/take-request*');
  await page.getByRole('button', { name: /^Take TU/ }).click();
  await expect(page.getByRole('button', { name: /^Let go of TU/ })).toBeVisible();
  await expect(alert).toHaveCount(0);
  await Promise.all([context.close(), admin.close()]);
});

test('the keys of the queue rest while a window lies over it, wherever the focus is', async ({ browser, portal }) => {
  const { context, name } = await newClient(browser, portal, { name: `Under ${Date.now()}` });
  const admin = await adminOf(browser, portal);
  for (const dollars of [24, 25]) await topUp(context.request, dollars);
  const page = await admin.newPage();
  await page.goto(`/admin/queue?q=${encodeURIComponent(name)}`);
  await page
    .getByRole('checkbox', { name: /^Select TU/ })
    .last()
    .check();
  const many = page.locator('strong', { hasText: '1 selected' }).locator('..');
  await many.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Approve one request' })).toBeVisible();
  const decisions: string[] = [];
  page.on('request', (asked) => asked.url().includes('decide-requests') && decisions.push(asked.url()));
  // A press beside it closes nothing, and leaves the focus nowhere.
  await page.mouse.click(4, 300);
  await expect(page.locator('body')).toBeFocused();
  const verdict = page.locator('[data-bar] form');
  for (const key of ['a', 'Space', 'r', 'x']) await page.keyboard.press(key);
  await expect(verdict).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(many).toBeVisible();
  await page.keyboard.press('a');
  await expect(verdict).toBeVisible();
  expect(decisions).toEqual([]);
  await Promise.all([context.close(), admin.close()]);
});

test('while the reason of a rejection is written, what it is written from stays in sight, and the heading says so', async ({
  browser,
  portal,
}) => {
  const { context, name } = await newClient(browser, portal, { name: `Seen ${Date.now()}` });
  const admin = await adminOf(browser, portal, { viewport: { width: 1440, height: 900 } });
  await topUp(context.request, 26);
  const page = await admin.newPage();
  await page.goto(`/admin/queue?q=${encodeURIComponent(name)}`);
  const detail = page.getByRole('region', { name: 'The request in focus' });
  await expect(detail.getByRole('heading', { level: 2 }).first()).toHaveText(`Credit $26.00 to ${name}`);
  await page.keyboard.press('r');
  await expect(detail.getByRole('heading', { level: 2 }).first()).toHaveText(`Reject $26.00 of ${name}`);
  const reasons = detail.getByRole('group', { name: 'Suggested sentences' });
  await expect(reasons.getByRole('button').first()).toBeVisible();
  const height = async (part: string) => (await detail.locator(part).boundingBox())!.height;
  expect(await height('[data-bar]')).toBeLessThan((await detail.boundingBox())!.height / 2);
  // What is further down is one press away all the same, and what leaves the form comes before what sends it.
  await page.keyboard.press('4');
  const last = (await reasons.getByRole('button').nth(3).textContent())!.slice(1);
  await expect(detail.getByLabel('Reason for the client')).toHaveValue(last);
  await reasons.getByRole('button').last().focus();
  await page.keyboard.press('Tab');
  await expect(detail.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(detail.getByRole('button', { name: `Reject $26.00 of ${name}` })).toBeFocused();
  await Promise.all([context.close(), admin.close()]);
});

test('many at once: the fault, the results and what comes after have the focus', async ({ browser, portal }) => {
  const { context, name } = await newClient(browser, portal, { name: `Ana ${Date.now()}` });
  const admin = await adminOf(browser, portal);
  for (const dollars of [21, 22, 23]) await topUp(context.request, dollars);
  const page = await admin.newPage();
  await page.goto(`/admin/queue?q=${encodeURIComponent(name)}`);
  await expect(status(page).filter({ hasText: 'Rows 1 to 3 of 3' })).toHaveCount(1);
  for (const place of [0, 1])
    await page
      .getByRole('checkbox', { name: /^Select TU/ })
      .nth(place)
      .check();
  // The detail has a button of the same name.
  const reject = page
    .locator('strong', { hasText: '2 selected' })
    .locator('..')
    .getByRole('button', { name: 'Reject' });
  await reject.click();
  const window = page.getByRole('dialog');
  await expect(window.getByLabel('Reason for the client')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(window).toHaveCount(0);
  await expect(reject).toBeFocused();
  await page.keyboard.press('Enter');
  await window.getByRole('button', { name: 'Reject 2 requests' }).click();
  await expect(window.getByLabel('Reason for the client')).toBeFocused();
  await page.keyboard.type('It did not arrive.');
  await window.getByRole('button', { name: 'Reject 2 requests' }).click();
  await expect(window.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  await expect(status(page).filter({ hasText: '2 decided, 0 failed' })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(window).toHaveCount(0);
  await expect(page.locator('[aria-current="true"]')).toBeFocused();
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody at all');
  await expect(status(page).filter({ hasText: 'Nothing to show' })).toHaveCount(1);
  await Promise.all([context.close(), admin.close()]);
});

test('in a list, what takes a filter away and what makes a file keep the focus', async ({ browser, portal }) => {
  const { context, userId } = await newClient(browser, portal);
  await topUp(context.request, 24);
  const admin = await adminOf(browser, portal);
  const page = await admin.newPage();
  await page.goto('/admin/requests');
  const search = page.getByRole('searchbox', { name: 'Search' });
  const wished = async (text: string) => {
    await search.fill(text);
    await expect(status(page).filter({ hasText: 'Nothing to show' })).toHaveCount(1);
  };
  await expect(status(page).filter({ hasText: /Rows 1 to/ })).toHaveCount(1);
  for (const name of [/^Remove Search/, 'Reset', 'Show everything']) {
    await wished('nobody at all');
    await page.getByRole('button', { name }).click();
    await expect(search).toBeFocused();
    await expect(status(page).filter({ hasText: /Rows 1 to/ })).toHaveCount(1);
  }
  await page.route('**/kimi/export-requests*', breaks);
  const makeFile = page.getByRole('button', { name: 'Export' });
  await makeFile.click();
  await page.getByRole('group', { name: 'Export' }).getByRole('button').first().click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(1);
  await expect(makeFile).toBeFocused();

  // A window that asks for a reason, and a form beside it: the focus is at the fault.
  await page.goto(`/admin/users/${userId}`);
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  const reason = page.getByLabel('Reason, for the audit log');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(reason).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByLabel('Opening fee').fill('many');
  await page.getByRole('button', { name: 'Save prices' }).click();
  await expect(page.getByLabel('Opening fee')).toBeFocused();
  await Promise.all([context.close(), admin.close()]);
});

test('after an order its heading has the focus, and a new notice says that it is new', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal);
  await fund(browser, portal, context, 200);
  await page.goto('/google/accountManage/accountList/creategoogleads');
  const bell = page.getByRole('button', { name: 'Notices, 1 new' });
  await bell.click();
  const notices = page.getByRole('group', { name: 'Notices' });
  await expect(notices.getByRole('listitem').getByText('New', { exact: true })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(bell).toBeFocused();
  await paste(page, ['buyer@gmail.com\t$50', 'buyer2@gmail.com\t$50']);
  await page.getByRole('button', { name: 'Create ads' }).click();
  await expect(page.getByRole('heading', { name: 'Your order is in review' })).toBeFocused();
  await context.close();
});

test('a picture that is taken away again leaves the focus at its field', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal);
  const admin = await adminOf(browser, portal);
  await setNetwork(admin, portal, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  const dialog = await toTransfer(page, '60');
  const field = dialog.locator('input[type="file"][accept*="webp"]');
  await field.setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
  await expect(field).toHaveAccessibleDescription('proof.png');
  await dialog.getByRole('button', { name: 'Remove the picture' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/^JPEG, PNG or WebP/);
  await Promise.all([context.close(), admin.close()]);
});

test('an address that is paid is read whole, and its new name is typed at once', async ({ browser, portal }) => {
  const { context, page, email } = await newClient(browser, portal, { dollars: 80 });
  await confirmAddress(context.request, portal, email);
  const networkAddress = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
  const data = { label: 'Mine', networkName: 'TRC20', networkAddress, password };
  await ok(context.request.post('/kimi/add-withdrawal-address', { data }));
  await page.goto('/kimi/wallet/withdraw');
  const rename = page.getByRole('button', { name: /^Rename Mine/ });
  await rename.click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rename).toBeFocused();
  await page.getByRole('textbox', { name: 'Amount' }).fill('50');
  await page.getByLabel('Your USDT address').fill(networkAddress);
  await page.getByRole('textbox', { name: 'Your password' }).fill(password);
  await page.getByRole('button', { name: 'Ask for withdrawal' }).click();
  const read = page.getByRole('dialog').getByRole('definition').filter({ hasText: networkAddress });
  await expect(read).toMatchAriaSnapshot(`- definition: ${networkAddress}`);
  await context.close();
});

test('a day is typed to its end, keeps the focus, and is asked for once it is one', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal);
  const admin = await adminOf(browser, portal);
  const desk = await admin.newPage();
  const early: string[] = [];
  for (const each of [page, desk])
    each.on('request', (request) => /[=]0\d{3}-/.test(request.url()) && early.push(request.url()));
  const fields = [
    [page, '/kimi/wallet/statement', 'From', 'from'],
    [desk, '/admin/transfers/day', 'Day', 'day'],
    [desk, '/admin/team', 'From', 'from'],
    [desk, '/admin/requests', 'From', 'from'],
  ] as const;
  for (const [at, address, label, name] of fields) {
    await at.goto(address);
    const field = at.locator('main').getByLabel(label, { exact: true });
    await field.focus();
    await at.keyboard.type('11022026');
    await expect(at).toHaveURL(new RegExp(`${name}=2026-11-02`));
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('2026-11-02');
  }
  expect(early).toEqual([]);
  await Promise.all([context.close(), admin.close()]);
});

test('after a message was closed by hand the next one still goes by itself', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal);
  await page.goto('/dashboard/settings');
  const way = page.getByRole('switch', { name: 'By e-mail' }).first();
  const said = page.getByRole('region', { name: 'Results' }).getByText('Your choice is saved.');
  await way.press('Space');
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(said).toHaveCount(0);
  await way.press('Space');
  await expect(said).toBeVisible();
  await expect(said).toHaveCount(0);
  await context.close();
});

test('a password is shown by keyboard, and its button says whose it is', async ({ browser, portal }) => {
  const { context, page, email } = await newClient(browser, portal);
  await confirmAddress(context.request, portal, email);
  await page.goto('/kimi/wallet/withdraw');
  await page.getByRole('button', { name: 'Add address' }).click();
  const dialog = page.getByRole('dialog');
  const secret = dialog.getByRole('textbox', { name: 'Your password' });
  await secret.focus();
  await page.keyboard.type(password);
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Show or hide: Your password' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(secret).toHaveAttribute('type', 'text');
  await context.close();
});
