/**
 * What makes a client's day shorter: everything in sight, nothing behind a pointer, decisions said at once, few keys.
 */
import type { Page } from '@playwright/test';
import { adminOf, hold, newBuyer, newClient, ok, openAccounts, toastOn, topUp, type Look } from './people.ts';
import { expect, test } from './portal.ts';

const list = '/google/accountManage/accountList';
const phone: Look = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

test('every column of the lists of ad accounts is in sight beside the open menu', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal, { dollars: 5_000 });
  const admin = await adminOf(browser, portal);
  await openAccounts(context, admin, [15, 30, 50, 0, 100, 15, 30, 50, 15, 0]);
  await openAccounts(context, admin, [15, 30], 'Bing');
  await openAccounts(context, admin, [80, 120], 'Facebook');
  const data = { adNum: 1, adsDetails: [{ gmail: 'international.media.buyer@gmail.com', deposit: 500 }] };
  const { applyId } = await ok(context.request.post('/create-google-ads', { data }));
  const remarks = 'The Gmail address is not reachable.';
  await ok(admin.request.put(`/approve-googleAd?id=${applyId}&action=reject`, { data: { remarks } }));
  const addresses = [
    list,
    '/bing/accountManage/accountList',
    '/facebook/accountManage/accountList',
    '/facebook/accountManage/bmShareLog',
  ];
  for (const address of addresses) {
    await page.goto(address);
    const table = page.locator('[role="group"][aria-busy="false"]');
    await expect(table.getByRole('row').nth(1)).toBeVisible();
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth), address).toBeLessThanOrEqual(0);
  }
  await page.goto(list);
  const why = page.getByRole('cell', { name: remarks });
  expect(
    await why
      .locator('span')
      .last()
      .evaluate((text) => text.scrollHeight - text.clientHeight),
  ).toBeLessThanOrEqual(0);
  await Promise.all([context.close(), admin.close()]);
});

test('what a list shortens opens in its place, by key and by touch', async ({ browser, portal }) => {
  const admin = await adminOf(browser, portal);
  for (const look of [{}, phone]) {
    const { context, page } = await newClient(browser, portal, { dollars: 200, look });
    const [, second] = await openAccounts(context, admin, [0, 15, 30]);
    await page.goto(list);
    const more = page.getByRole('button', { name: '+2 more' }).first();
    await expect(page.getByText(second!)).toBeHidden();
    if (look === phone) await more.tap();
    else await more.press('Enter');
    await expect(page.getByText(second!)).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('button', { name: 'Show less' }).press('Enter');
    await expect(page.getByText(second!)).toBeHidden();
    await context.close();
  }
  await admin.close();
});

test('a decision is said wherever its client is, and marks its row', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal);
  const admin = await adminOf(browser, portal);
  const [first, second, third] = [
    await topUp(context.request, 40),
    await topUp(context.request, 50),
    await topUp(context.request, 60),
  ];
  const approve = (applyId: string) =>
    ok(admin.request.put(`/approve-transaction?id=${applyId}&action=approve`, { data: {} }));
  await page.goto('/kimi/wallet/addmoney-table');
  const row = (applyId: string) => page.getByRole('row').filter({ hasText: applyId });
  await expect(row(first)).toContainText('Pending');
  await approve(first);
  await expect(row(first)).toContainText('Approved');
  await expect(row(first)).toHaveAttribute('data-changed', 'true');
  await expect(row(second)).not.toHaveAttribute('data-changed');
  const said = toastOn(page, `Your top-up of $40.00 was approved (${first}).`);
  await expect(said).toBeVisible();
  await page.goto('/dashboard/settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notices, 1 new' })).toBeVisible();
  await expect(said).toBeHidden();
  await ok(
    admin.request.put('/decide-requests', {
      data: { action: 'approve', items: [{ applyId: second }, { applyId: third }] },
    }) as never,
  );
  const link = page.getByRole('region', { name: 'Results' }).getByRole('link').last();
  await expect(link).toHaveText(/approved|2 of your requests were decided\./);
  await link.click();
  await expect(page).toHaveURL(/addmoney-table|notices/);
  await Promise.all([context.close(), admin.close()]);
});

const boxOf = async (page: Page, what: string) => (await page.locator(what).first().boundingBox())!;

test('on a phone what is said leaves the title of the page in sight', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal, { dollars: 80, look: phone });
  const admin = await adminOf(browser, portal);
  await openAccounts(context, admin, [0]);
  const data = { adNum: 1, adsDetails: [{ gmail: 'ana@gmail.com', deposit: 0 }] };
  const { applyId } = await ok(context.request.post('/create-google-ads', { data }));
  await page.goto('/google/finance/googleads-deposite');
  await expect(page.getByLabel('Ads ID')).toBeVisible();
  await ok(admin.request.put(`/approve-googleAd?id=${applyId}&action=approve`, { data: { adsId: applyId } }));
  await expect(toastOn(page, /ad accounts was approved/)).toBeVisible();
  const [passing, title] = [await boxOf(page, '[aria-label="Results"] > div'), await boxOf(page, 'h1')];
  expect(passing.y + passing.height).toBeLessThan(title.y);

  await page.getByRole('button', { name: 'Remove Deposit 1' }).tap();
  await expect(toastOn(page, 'At least one row is required!')).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  const [staying, heading] = [await boxOf(page, '[aria-label="Results"]'), await boxOf(page, 'h1')];
  expect(staying.y).toBeGreaterThanOrEqual((await boxOf(page, 'header')).height);
  expect(staying.y + staying.height).toBeLessThanOrEqual(heading.y);
  await Promise.all([context.close(), admin.close()]);
});

test('of the accounts of one order those are shared that are chosen', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal, { dollars: 200 });
  const admin = await adminOf(browser, portal);
  const [first, second, third] = await openAccounts(context, admin, [0, 0, 0]);
  await page.goto(list);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const window = page.getByRole('dialog', { name: 'Share ad accounts' });
  await expect(window.getByLabel('Gmail')).toBeFocused();
  await page.keyboard.type('buyer@gmail.com');
  await window.getByLabel('All 3 ad accounts').uncheck();
  await window.getByRole('button', { name: 'Send request' }).click();
  await expect(window.getByRole('alert')).toContainText('Please choose at least one ad account.');
  await window.getByLabel(second!).check();
  // What is under way is waited for: its answer would close the window of another account.
  const letGo = await hold(page, '**/send-request-email');
  await window.getByRole('button', { name: 'Send request' }).click();
  await page.keyboard.press('Escape');
  await expect(page.locator('[role="dialog"]:not([data-closes])')).toHaveCount(1);
  letGo();
  await expect(toastOn(page, 'Email request sent successfully!')).toBeVisible();
  await page.goto('/google/accountManage/bmShareLog');
  const row = page.getByRole('row').filter({ hasText: 'buyer@gmail.com' });
  await expect(row).toContainText(second!);
  for (const other of [first, third]) await expect(row).not.toContainText(other!);
  await Promise.all([context.close(), admin.close()]);
});

test('three accounts are funded without a mouse, as a new row takes the typing', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal, { dollars: 400 });
  const admin = await adminOf(browser, portal);
  const adsIds = await openAccounts(context, admin, [0, 0, 0]);
  await page.goto('/google/finance/googleads-deposite');
  await page.getByLabel('Ads ID').focus();
  for (const [place, adsId] of adsIds.entries()) {
    await expect(page.getByLabel('Ads ID').nth(place)).toBeFocused();
    await page.keyboard.type(adsId);
    await page.keyboard.press('Tab');
    await page.keyboard.type('20');
    if (place < 2) await page.getByRole('button', { name: 'Add a row' }).press('Enter');
  }
  await page.getByRole('button', { name: 'Remove Deposit 3' }).press('Enter');
  await expect(page.getByLabel('Ads ID').nth(1)).toBeFocused();
  await page.getByRole('button', { name: 'Deposit', exact: true }).press('Enter');
  await expect(page.getByText('$46.00 is held until the deposits are decided.')).toBeVisible();
  await Promise.all([context.close(), admin.close()]);
});

test('what the rows of an order have in common is chosen once', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal, { dollars: 900 });
  await page.goto('/google/accountManage/applyAd');
  await page.getByLabel('Number of ads').fill('3');
  await page.getByLabel('Gmail').nth(1).fill('two@gmail.com');
  await page.getByLabel('Same time zone').selectOption('=Europe/Berlin');
  await page.getByLabel('Same deposit').selectOption('=50');
  for (const place of [0, 1, 2]) {
    await expect(page.getByLabel('Time zone', { exact: true }).nth(place)).toHaveValue('Europe/Berlin');
    await expect(page.getByLabel('Deposit', { exact: true }).nth(place)).toHaveValue('50');
  }
  await expect(page.getByLabel('Gmail').nth(1)).toHaveValue('two@gmail.com');
  await context.close();
});

test('of several rows the one that is wrong is named, and its field is one press away', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal, { dollars: 900 });
  await page.goto('/google/accountManage/applyAd');
  await page.getByLabel('Number of ads').fill('3');
  await page.getByLabel('Gmail').nth(0).fill('one@gmail.com');
  await page.getByLabel('Gmail').nth(2).fill('critic.b@gmail');
  await page.getByRole('button', { name: 'Create ads' }).click();
  await page.getByRole('link', { name: 'Ad 2: Please enter the Gmail of this ad account.' }).press('Enter');
  await expect(page.getByLabel('Gmail').nth(1)).toBeFocused();
  // What was mistyped is not called missing.
  await expect(page.getByRole('link', { name: /^Ad 3: Please enter a whole e-mail address/ })).toBeVisible();
  await context.close();
});

test('on a phone a pay link is copied from its card, and nothing unseen takes the focus', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal, {
    look: { ...phone, permissions: ['clipboard-read', 'clipboard-write'] },
  });
  const data = { firstName: 'Jo', lastName: 'Payer', emailId: 'jo@example.com', country: 'DE', money: 40 };
  await ok(context.request.post('/kimi/create-paylink-individual', { data }));
  await page.goto('/kimi/wallet/paylink');
  await page.getByRole('button', { name: /^Copy link PL-/ }).tap();
  await expect(toastOn(page, /\/pay\//)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/pay/');
  for (const head of await page.locator('thead button').all()) await expect(head).toBeHidden();
  await context.close();
});

test('zoomed to four times, the field that is typed in is never under what stays in place', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal, {
    dollars: 100,
    look: { viewport: { width: 320, height: 256 } },
  });
  await page.goto('/google/accountManage/applyAd');
  await page.getByLabel('Number of ads').fill('4');
  await page.getByLabel('Same deposit').selectOption('=500');
  await expect(page.getByText('Your wallet balance is insufficient')).toBeAttached();
  for (const label of ['Gmail', 'Deposit', 'Time zone']) {
    const field = page.getByLabel(label, { exact: true }).nth(1);
    await field.focus();
    expect(await field.evaluate(isOnTop), label).toBe(true);
  }
  await context.close();
});

test('an amount is typed as soon as the window of adding money is there', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal);
  await page.goto('/kimi/wallet/addmoney-table');
  await page.getByRole('button', { name: 'Add Money Here' }).first().click();
  await expect(page.getByLabel('Amount in US dollars')).toBeFocused();
  await page.keyboard.type('200');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'I have sent it' })).toBeVisible();
  // Whoever comes back from their wallet app finds the step they left.
  await page.reload();
  await expect(page.getByRole('button', { name: 'I have sent it' })).toBeVisible();
  await context.close();
});

test('the first steps stand in their order, say what is in review, and go when all are done', async ({
  browser,
  portal,
}) => {
  const { context, page, email } = await newClient(browser, portal);
  const admin = await adminOf(browser, portal);
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: 'Your first steps' });
  const step = (n: number) => steps.getByRole('listitem').nth(n);
  await expect(steps.getByRole('heading', { level: 3 })).toHaveText([
    'Confirm your e-mail address',
    'Add money',
    'Order your first ad account',
  ]);
  await expect(step(1).getByRole('link', { name: 'Add Money' })).toBeVisible();
  const applyId = await topUp(context.request, 100);
  await page.reload();
  await expect(step(1)).toContainText('In review');
  await expect(step(2).getByRole('link', { name: 'Order Google' })).toBeVisible();
  await ok(admin.request.put(`/approve-transaction?id=${applyId}&action=approve`, { data: {} }));
  await expect(step(1)).toContainText('Done');
  await openAccounts(context, admin, [0]);
  // What is left of the list is the one step that is open.
  await expect(steps).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Confirm your e-mail address' })).toBeVisible();
  await expect.poll(async () => (await portal.mailsTo(email)).length).toBeGreaterThan(0);
  const [, otp] = /^\s*(\d{6})\s*$/m.exec((await portal.mailsTo(email))[0]!)!;
  await page.getByRole('textbox', { name: 'OTP' }).fill(otp!);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your e-mail address' })).toBeHidden();
  await Promise.all([context.close(), admin.close()]);
});

function isOnTop(field: Element): boolean {
  const { left, top, width, height } = field.getBoundingClientRect();
  return [top + 2, top + height - 2].every((y) => field.contains(document.elementFromPoint(left + width / 2, y)));
}

test('on a phone the summary at the foot covers no field while it grows', async ({ browser, portal }) => {
  const { page, context, admin } = await newBuyer(browser, portal, 130);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/google/finance/googleads-deposite');
  for (let row = 2; row <= 5; row++) await page.getByRole('button', { name: 'Add a row' }).click();
  const money = page.getByLabel('Money').last();
  const gap = async () => {
    const [field, foot] = [(await money.boundingBox())!, (await page.locator('aside').last().boundingBox())!];
    return Math.round(foot.y - field.y - field.height);
  };
  // With all its lines shown it is at its highest.
  await page.getByRole('button', { name: 'Summary' }).click();
  await money.focus();
  await money.pressSequentially('59000');
  await expect(page.getByText('Insufficient wallet balance.')).toBeVisible();
  await expect.poll(gap).toBeGreaterThan(0);
  await Promise.all([context.close(), admin.close()]);
});
