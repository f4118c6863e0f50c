/** A correction after a lost answer makes nothing a second time before the person has said so. */
import type { Locator, Page, Route } from '@playwright/test';
import {
  adminOf,
  arrived,
  confirmAddress,
  hash,
  hold,
  loses,
  lost,
  newBuyer,
  newClient,
  ok,
  openAccounts,
  password,
  toastOn,
  toTransfer,
  vanishes,
} from './people.ts';
import { expect, test } from './portal.ts';

const order = '/google/accountManage/accountList/creategoogleads';

/** An order that is sent just now comes to nothing, and that is answered. */
async function isRefused(page: Page, send: Locator): Promise<void> {
  const busy = { status: 429, json: { code: 'limit.reached', message: 'Please wait a moment.' } };
  await page.route('**/create-google-ads', (route) => route.fulfill(busy), { times: 1 });
  await send.click();
  await expect(page.getByRole('form').getByText(busy.json.message)).toBeVisible();
}

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
  await isRefused(page, send);
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

/** The order is paid, and the page neither counts the empty wallet nor says that the order failed. */
async function mayHaveArrived(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: 'See whether it has arrived' })).toBeVisible();
  await expect(page.getByRole('banner').getByText('$0.00')).toBeVisible();
  await expect(page.getByText(/balance is (low|insufficient)/)).toHaveCount(0);
}

const answers = {
  'was lost': vanishes,
  'came of a proxy @long': (route: Route) => route.fulfill({ status: 502, body: 'Bad Gateway' }),
  'broke off @long': (route: Route) => route.fulfill({ contentType: 'application/json', body: '{"message":"Ads' }),
  'would have come after a reload @long': async (route: Route) => void route.request().frame().page().reload(),
};

for (const [what, answer] of Object.entries(answers))
  test(`an order that took the whole wallet asks for no more money where its answer ${what}`, async ({
    browser,
    portal,
  }) => {
    const { context, page } = await newClient(browser, portal, { dollars: 30 });
    await page.goto(order);
    await page.getByLabel('Gmail').fill('first@gmail.com');
    const send = page.getByRole('button', { name: 'Create ads' });
    await loses(page, '**/create-google-ads', undefined, answer);
    await send.click();
    await mayHaveArrived(page);
    // Neither a refusal of the next try nor a reload says what became of the first.
    await isRefused(page, send);
    await mayHaveArrived(page);
    await page.reload();
    await mayHaveArrived(page);
    await send.click();
    await expect(page.getByRole('heading', { name: 'Your order is in review' })).toBeVisible();
    expect((await ok(context.request.get('/get-google-ads')))['total']).toBe(1);
    // The next one is another one.
    await page.goto(order);
    await expect(page.getByText(/balance is (low|insufficient)/).first()).toBeVisible();
    await context.close();
  });

test('a correction is made at once where the first try was refused, whose answer was lost @long', async ({
  browser,
  portal,
}) => {
  const { context, page, admin } = await newBuyer(browser, portal);
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

test('another amount than the one without an answer is held against the wallet, and that one is not @long', async ({
  browser,
  portal,
}) => {
  const { context, page, admin } = await newBuyer(browser, portal, 130);
  await page.goto('/google/finance/googleads-deposite');
  const money = page.getByLabel('Money');
  const send = page.getByRole('button', { name: 'Deposit', exact: true });
  const short = page.getByText('Insufficient wallet balance.');
  // It takes more than half of the wallet: what is left would not pay for it once more.
  await money.fill('60');
  await loses(page, '**/create-google-adDeposit');
  await send.click();
  await expect(lost(page)).toBeVisible();
  for (const isAnew of [false, true]) {
    if (isAnew) await page.reload();
    await money.fill('59000');
    await expect(short).toBeVisible();
    await expect(send).toBeDisabled();
    await money.fill('60');
    await expect(short).toHaveCount(0);
    await expect(send).toBeEnabled();
  }
  await send.click();
  await expect(toastOn(page, 'Your first try had arrived. It was not made a second time.')).toBeVisible();
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

test('a correction whose answer was lost is made once, also in a window that is opened anew @long', async ({
  browser,
  portal,
}) => {
  const { context, userId } = await newClient(browser, portal, { dollars: 100, name: 'Ana Corrected' });
  const wallet = async () => (await ok(context.request.get('/kimi/get-wallet-of-user')))['users'];
  const admin = await adminOf(browser, portal);
  const desk = await admin.newPage();
  await desk.goto(`/admin/users/${userId}`);
  const open = desk.getByRole('button', { name: 'Correct wallet' });
  const dialog = desk.getByRole('dialog');
  const amount = dialog.getByRole('textbox', { name: 'Amount' });
  const give = (dollars: string) => dialog.getByRole('button', { name: `Give ${dollars} to Ana Corrected` });
  await open.click();
  await amount.fill('50');
  await dialog.getByRole('button', { name: 'For the delay of your request.' }).click();
  await loses(desk, '**/kimi/apply-correction');
  await give('$50.00').click();
  await expect(lost(desk)).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await open.click();
  await expect(amount).toHaveValue('50');
  await amount.fill('60');
  await give('$60.00').click();
  await expect(arrived(desk)).toBeVisible();
  await amount.fill('50');
  // What is under way is waited for.
  const letGo = await hold(desk, '**/kimi/apply-correction');
  await give('$50.00').click();
  await desk.keyboard.press('Escape');
  await expect(amount).toBeVisible();
  letGo();
  await expect(toastOn(desk, 'Goodwill given successfully!')).toBeVisible();
  await expect(toastOn(desk, 'Your first try had arrived. It was not made a second time.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await wallet()).toMatchObject({ wallet: 150 });
  // The next one is another one, and begins with nothing.
  await open.click();
  await expect(amount).toHaveValue('');
  await amount.fill('5');
  await dialog.getByRole('button', { name: 'For the delay of your request.' }).click();
  await give('$5.00').click();
  await expect(dialog).toHaveCount(0);
  expect(await wallet()).toMatchObject({ wallet: 155 });
  await Promise.all([context.close(), admin.close()]);
});

test('a withdrawal whose answer was lost is asked for once, also by who comes back to the page @long', async ({
  browser,
  portal,
}) => {
  const { context, page, email } = await newClient(browser, portal, { dollars: 500 });
  const admin = await adminOf(browser, portal);
  await confirmAddress(context.request, portal, email);
  const asked = async () => (await ok(context.request.get('/kimi/get-withdrawals')))['withdrawals'];
  const send = async () => {
    await page.getByRole('textbox', { name: 'Your password' }).fill(password);
    await page.getByRole('button', { name: 'Ask for withdrawal' }).click();
    await page.getByRole('button', { name: 'Yes, withdraw' }).click();
  };
  const ask = async (dollars: string) => {
    await page.getByRole('textbox', { name: 'Your USDT address' }).fill('TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL');
    await page.getByRole('textbox', { name: 'Amount' }).fill(dollars);
    await send();
  };
  await page.goto('/kimi/wallet/withdraw');
  await loses(page, '**/apply-withdrawal');
  await ask('50');
  await expect(lost(page)).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify(sessionStorage));
  expect(kept).not.toMatch(/TNPeeaa|a long enough secret/);
  await page.goto('/kimi/wallet/withdraw');
  await ask('60');
  await expect(arrived(page)).toBeVisible();

  // Who has left before the answer comes reads it wherever they are.
  const letGo = await hold(page, '**/apply-withdrawal');
  await send();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('textbox', { name: 'Your USDT address' })).toHaveCount(0);
  letGo();
  await expect(toastOn(page, /^Your first try has arrived/)).toBeVisible();

  const [{ applyId }] = (await asked()) as [{ applyId: string }];
  const data = { remarks: 'Not now.' };
  await ok(admin.request.put(`/kimi/approve-withdrawal?applyId=${applyId}&action=reject`, { data }));
  await page.goto('/kimi/wallet/withdraw');
  // Asked for once more, it comes once more; neither is kept in an address of the browser's history.
  const amount = page.getByRole('textbox', { name: 'Amount' });
  for (const typed of ['60', '70']) {
    await amount.fill(typed);
    await page.getByRole('link', { name: /^Send .* again/ }).click();
    await expect(amount).toHaveValue('50.00');
    await expect(page).toHaveURL(/\/kimi\/wallet\/withdraw$/);
  }
  // It is the try without an answer once more, until that is answered.
  await send();
  await expect(toastOn(page, 'Your first try had arrived. It was not made a second time.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your withdrawal was rejected' })).toBeVisible();
  await page.getByRole('link', { name: /^Send .* again/ }).click();
  await send();
  await expect(page.getByRole('heading', { name: 'Your withdrawal is in review' })).toBeVisible();
  expect(await asked()).toMatchObject([{ amount: 50 }, { amount: 50 }]);
  await Promise.all([context.close(), admin.close()]);
});

test('what the first try has used or taken itself is no reason against sending it again @long', async ({
  browser,
  portal,
}) => {
  const { context, page, userId } = await newClient(browser, portal, { dollars: 130, name: 'Ana Twice' });
  const dialog = await toTransfer(page, '250');
  let letGo = () => {};
  const sent = new Promise<void>((done) => (letGo = done));
  // Whether it is used is answered after it was sent, however often that is asked.
  await page.route('**/kimi/check-transaction-id?*', async (route) => {
    await sent;
    await route.continue().catch(() => {});
  });
  await loses(page, '**/add-money');
  await dialog.getByRole('textbox', { name: 'Transaction ID' }).fill(hash());
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(lost(page)).toBeVisible();
  const judged = page.waitForResponse((answer) => answer.url().includes('check-transaction-id'));
  letGo();
  expect(await (await judged).json()).toMatchObject({ used: true });
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('In review')).toBeVisible();

  const admin = await adminOf(browser, portal);
  await openAccounts(context, admin, [50]);
  const desk = await admin.newPage();
  await desk.goto(`/admin/users/${userId}`);
  await desk.getByRole('button', { name: 'Correct wallet' }).click();
  const window = desk.getByRole('dialog');
  const amount = window.getByRole('textbox', { name: 'Amount' });
  await window.getByText('Penalty', { exact: true }).click();
  await amount.fill('30');
  await window.getByLabel('Reason').fill('It was paid twice.');
  await loses(desk, '**/kimi/apply-correction');
  const take = window.getByRole('button', { name: 'Take $30.00 from Ana Twice' });
  await take.click();
  await expect(lost(desk)).toBeVisible();
  await expect(window.getByText(/holds less/)).toHaveCount(0);
  await take.click();
  await expect(window).toHaveCount(0);

  const { accounts } = await ok(context.request.get('/kimi/get-ad-accounts'));
  const [{ _id: id }] = accounts as unknown as [{ _id: string }];
  await desk.goto(`/accounts/${id}`);
  await desk.getByRole('button', { name: 'Refund', exact: true }).click();
  await amount.fill('30');
  await window.getByLabel('Reason, which the client reads').fill('Nobody uses this money.');
  await loses(desk, '**/kimi/begin-refund');
  await window.getByRole('button', { name: 'Begin the refund' }).click();
  await expect(lost(desk)).toBeVisible();
  await window.getByRole('button', { name: 'Begin the refund' }).click();
  await expect(window).toHaveCount(0);
  await Promise.all([context.close(), admin.close()]);
});
