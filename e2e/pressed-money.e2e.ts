/**
 * What moves money and is pressed in no other journey, pressed until whoever it is about sees what came of it: a call
 * that no page can send is green in every test of the server.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { daysOfMonth } from '#kernel/days.ts';
import { busyFactor } from '#server/busy.testing.server.ts';
import { monthAgo } from '#spend/spend.testing.server.ts';
import { spawnPortal, type SpawnedPortal } from '../scripts/portal.ts';
import { adminOf, confirmAddress, newAdmin, newClient, ok, openAccounts, password, toastOn, topUp } from './people.ts';
import { expect, mailsTo, test as base, type Portal } from './portal.ts';

const sql = join(import.meta.dirname, '../scripts/sql.ts');
const admin = { email: 'admin@agency.example', password: 'the first admin 1' };
const own = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';

/** The last journey leaves the second pair of eyes on, so that this portal is of this file alone. */
const test = base.extend<object, { started: SpawnedPortal; portal: Portal }>({
  started: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern.
    async ({}, give) => {
      const started = await spawnPortal({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password });
      await give(started);
      await started.close();
    },
    { scope: 'worker', timeout: 60_000 * busyFactor() },
  ],
  portal: [
    async ({ started: { address, dataDir } }, give) =>
      give({ address, admin, mailsTo: (email) => mailsTo(join(dataDir, 'mail'), email) }),
    { scope: 'worker' },
  ],
});

/** As an operator does it: nothing in a portal makes an ad account older than it is. */
async function runSql(DATA_DIR: string, statement: string): Promise<void> {
  await promisify(execFile)(process.execPath, [sql, statement], { env: { ...process.env, DATA_DIR } });
}

/** The client's money, as it stands above every page of theirs. */
async function hasNow(page: Page, wallet: string, held?: string): Promise<void> {
  const banner = page.getByRole('banner');
  await expect(banner.getByText(wallet, { exact: true })).toBeVisible();
  await expect(banner.getByText(/ held$/)).toHaveText(held === undefined ? [] : [`${held} held`]);
}

/** Presses a button in the window that is open, which closes with it. */
async function agree(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Corrects the wallet on the page of its client, with a ready sentence for the reason. */
async function correct(desk: Page, kind: 'Goodwill' | 'Penalty', amount: string, because: string): Promise<void> {
  await desk.getByRole('button', { name: 'Correct wallet' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByText(kind, { exact: true }).click();
  await expect(dialog.getByRole('radio', { name: kind })).toBeChecked();
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await dialog.getByRole('button', { name: because }).click();
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue(because);
}

/** What a client pays, on the page of that client. */
async function setPrices(desk: Page, fee: string, rate: string, why: string): Promise<void> {
  await desk.getByLabel('Opening fee').fill(fee);
  await desk.getByLabel('Top-up fee, %').fill(rate);
  await desk.getByRole('button', { name: 'Save prices' }).click();
  await desk.getByRole('dialog').getByLabel('Why').fill(why);
  await agree(desk, 'Save prices');
}

async function withdraw(request: APIRequestContext, amount: number): Promise<string> {
  const data = { amount, networkName: 'TRC20', networkAddress: own, password };
  const { withdrawal } = await ok(request.post('/kimi/apply-withdrawal', { data }));
  return (withdrawal as { applyId: string }).applyId;
}

test("goodwill, a penalty and prices of one's own reach their client at once @long", async ({ browser, portal }) => {
  const { context, page, userId } = await newClient(browser, portal, { dollars: 100, name: 'Ana Corrected' });
  await page.goto('/google/accountManage/applyAd');
  await hasNow(page, '$100.00');
  const admin = await adminOf(browser, portal);
  const desk = await admin.newPage();
  await desk.goto(`/admin/users/${userId}`);

  await correct(desk, 'Goodwill', '25.5', 'For the delay of your request.');
  await agree(desk, 'Give $25.50 to Ana Corrected');
  await expect(toastOn(desk, 'Goodwill given successfully!')).toBeVisible();
  await hasNow(page, '$125.50');
  await correct(desk, 'Penalty', '5,25', 'Chargeback on a platform invoice.');
  await agree(desk, 'Take $5.25 from Ana Corrected');
  await expect(toastOn(desk, 'Penalty taken successfully!')).toBeVisible();
  await hasNow(page, '$120.25');
  await expect(desk.getByRole('main').getByText('$120.25', { exact: true })).toBeVisible();

  const prices = desk.getByRole('list', { name: 'Prices so far' }).getByRole('listitem');
  await setPrices(desk, '7', '12', 'Loads much.');
  await expect(page.getByText('Top-up fee (12%)').first()).toBeVisible();
  await expect(prices).toHaveText([/^Opening fee \$7\.00, top-up fee 12%/]);
  await setPrices(desk, '', '', 'Loads little.');
  await expect(page.getByText('Top-up fee (15%)').first()).toBeVisible();
  await expect(prices.filter({ hasText: 'Loads little.' })).toContainText('Opening fee as everybody, top-up fee as');
  await Promise.all([context.close(), admin.close()]);
});

test('prices that change under an open order are seen before anything is paid @long', async ({ browser, portal }) => {
  const { context, page, userId } = await newClient(browser, portal, { dollars: 500 });
  const admin = await adminOf(browser, portal);
  // As where the line to the server is down for a moment: no hint tells the page.
  await page.route('**/kimi/events**', (route) => route.abort());
  await page.goto('/google/accountManage/accountList/creategoogleads');
  await page.getByLabel('Gmail').fill('buyer@gmail.com');
  await page.getByLabel('Deposit').selectOption('100');
  const summary = page.getByRole('region', { name: 'Cost summary' });
  await expect(summary).toContainText('$145.00');
  const prices = { userId, openingFee: 40, topUpBasisPoints: 2000, reason: 'Loads little.' };
  await ok(admin.request.put('/kimi/set-client-prices', { data: prices }));
  await page.getByRole('button', { name: 'Create ads' }).click();
  const refused = 'Prices have changed: this is $160.00 in total now, not $145.00. Nothing was sent.';
  await expect(page.getByRole('alert').getByText(refused).first()).toBeVisible();
  await expect(summary).toContainText('$160.00');
  await hasNow(page, '$500.00');
  await expect(page.getByLabel('Gmail')).toHaveValue('buyer@gmail.com');
  await page.getByRole('button', { name: 'Create ads' }).click();
  await expect(page.getByRole('heading', { name: 'Your order is in review' })).toBeVisible();
  await hasNow(page, '$340.00', '$160.00');
  await Promise.all([context.close(), admin.close()]);
});

test('a refund says what comes back of the fee before it is asked for, also once nothing does any more @long', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal, { dollars: 145 });
  const admin = await adminOf(browser, portal);
  await openAccounts(context, admin, [100]);
  const gives = (refundsReturnFee: boolean) =>
    ok(admin.request.put('/kimi/update-settings', { data: { refundsReturnFee } }));
  await gives(true);
  await page.goto('/google/aftersale/refund');
  await page.getByRole('textbox', { name: 'Amount' }).fill('100');
  const summary = page.getByRole('region', { name: 'What you get' });
  await expect(summary).toContainText('$115.00');
  await gives(false);
  const apply = page.getByRole('button', { name: 'Apply for refund' });
  await apply.click();
  const refused = 'Prices have changed: this is $100.00 in total now, not $115.00. Nothing was sent.';
  await expect(page.getByRole('alert').getByText(refused).first()).toBeVisible();
  await expect(summary).not.toContainText('$115.00');
  expect((await ok(context.request.get('/kimi/refund-Details?adType=Google')))['total']).toBe(0);
  await apply.click();
  await expect(page.getByRole('heading', { name: 'Your refund is in review' })).toBeVisible();
  await gives(true);
  await Promise.all([context.close(), admin.close()]);
});

test('a client keeps a book of addresses, and takes what was asked for back @long', async ({ browser, portal }) => {
  const { context, page, email } = await newClient(browser, portal, { dollars: 300 });
  await confirmAddress(context.request, portal, email);
  await page.goto('/kimi/wallet/withdraw');
  const book = page.getByRole('region', { name: 'Your withdrawal addresses' });
  const empty = book.getByText('No address yet. The addresses you withdraw to are kept here.');
  const dialog = page.getByRole('dialog');
  await expect(empty).toBeVisible();
  await book.getByRole('button', { name: 'Add address' }).click();
  await dialog.getByLabel('Label').fill('Exchange');
  await dialog.getByLabel('Your USDT address').fill(own);
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password);
  await agree(page, 'Add address');
  await expect(toastOn(page, 'Address added.')).toBeVisible();
  await expect(book.getByRole('listitem')).toContainText('Exchange');

  await book.getByRole('button', { name: 'Rename Exchange · TRC20 · TLa2f6…5wYjU7' }).click();
  await dialog.getByLabel('Label').fill('Cold wallet');
  await agree(page, 'Rename');
  await expect(toastOn(page, 'Address renamed.')).toBeVisible();
  await expect(book.getByRole('listitem')).toContainText('Cold wallet');
  await expect(page.getByLabel('Saved address')).toContainText('Cold wallet · TRC20');
  await book.getByRole('button', { name: /^Remove Cold wallet/ }).click();
  await agree(page, 'Remove');
  await expect(toastOn(page, 'Address removed.')).toBeVisible();
  await expect(empty).toBeVisible();

  const asked = await withdraw(context.request, 55);
  await hasNow(page, '$245.00', '$55.00');
  await page.getByRole('button', { name: `Take it back: ${asked}` }).click();
  await agree(page, 'Take it back');
  await expect(toastOn(page, 'You took your request back.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: asked })).toContainText('Cancelled');
  await hasNow(page, '$300.00');

  const paid = await topUp(context.request, 61);
  await page.goto('/kimi/wallet/addmoney-table');
  const row = page.getByRole('row').filter({ hasText: paid });
  await row.getByRole('button', { name: /^Show more of/ }).click();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(dialog).toContainText('If you have sent the money already, do not take the request back');
  await agree(page, 'Take it back');
  await expect(toastOn(page, 'You took your request back.')).toBeVisible();
  await expect(row).toContainText('Cancelled');
  await expect(page.getByRole('button', { name: 'Take it back' })).toHaveCount(0);
  await context.close();
});

/** A client with one Google account of $100, the address of its page, and an admin. */
async function withAccount(browser: Browser, portal: Portal) {
  const client = await newClient(browser, portal, { dollars: 200 });
  const admin = await adminOf(browser, portal);
  const [adsId = ''] = await openAccounts(client.context, admin, [100]);
  const { accounts } = await ok(client.context.request.get('/kimi/get-ad-accounts'));
  return { ...client, admin, adsId, at: `/accounts/${(accounts as { _id: string }[])[0]!._id}` };
}

test('a client sets a rule that refills an account, and stops it @long', async ({ browser, portal }) => {
  const { context, page, admin, email, at } = await withAccount(browser, portal);
  await confirmAddress(context.request, portal, email);
  await page.goto(at);
  const refill = page.getByRole('region', { name: 'Automatic refill' });
  await refill.getByRole('button', { name: 'Set a rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('When fewer days are left than').fill('5');
  await dialog.getByLabel('Put in').fill('50,5');
  await dialog.getByLabel('At most per day').fill('101');
  await dialog.getByLabel('Leave in the wallet').fill('20');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password);
  await agree(page, 'Set the rule');
  await expect(toastOn(page, 'The rule is set.')).toBeVisible();
  await expect(refill).toContainText('Below 5 days left, put in $50.50. All refills together: at most $101.00 a day.');
  await expect(refill).toContainText('Always left in the wallet: $20.00.');
  await expect(refill).toContainText('Set by Ana Lima.');
  await refill.getByRole('button', { name: 'Stop it' }).click();
  await expect(toastOn(page, 'The rule is stopped.')).toBeVisible();
  await expect(refill).toContainText('The rule was stopped.');
  await expect(refill.getByRole('button')).toHaveText(['Change the rule']);
  await Promise.all([context.close(), admin.close()]);
});

/** Chooses a report, looks at the difference, and keeps its two days. */
async function importFile(desk: Page, name: string, rows: readonly string[], difference: string): Promise<void> {
  const [chooser] = await Promise.all([
    desk.waitForEvent('filechooser'),
    desk.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  const buffer = Buffer.from(['Day,Customer ID,Currency code,Cost', ...rows, ''].join('\n'));
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer });
  await expect(desk.getByText(`Chosen: ${name}`)).toBeVisible();
  await desk.getByRole('button', { name: 'Show the difference' }).click();
  await expect(desk.getByRole('heading', { name: /^2 new and 0 changed days would be kept/ })).toBeVisible();
  await expect(desk.getByRole('group', { name: 'Days of this file' })).toContainText(difference);
  await desk.getByRole('button', { name: 'Keep 2 days' }).click();
  await expect(desk.getByRole('heading', { name: /^2 new and 0 changed days were kept/ })).toBeVisible();
}

test('spend is imported, undone, imported anew and settled @long', async ({ browser, portal, started }) => {
  const { context, page, admin, adsId, at } = await withAccount(browser, portal);
  // A month that no platform changes any more, in which the account was there on two days.
  const month = monthAgo(2);
  const [opened = '', last = ''] = daysOfMonth(month).slice(-2);
  const older = `update ad_accounts set opened_at = '${opened}T12:00Z' where ads_id = '${adsId}'`;
  await runSql(started.dataDir, older);
  const rows = (...costs: string[]) => [opened, last].map((day, n) => `${day},${adsId},USD,${costs[n]}`);
  const spent = page
    .getByRole('main')
    .locator('dl > div')
    .filter({ hasText: /^Spent/ });
  const desk = await admin.newPage();
  await desk.goto('/admin/accounts/spend');
  await importFile(desk, 'wrong.csv', rows('10.00', '35.67'), '$35.67');
  await page.goto(at);
  await expect(spent).toHaveText('Spent$45.67');

  const wrong = desk.getByRole('group', { name: 'Imports' }).getByRole('row').filter({ hasText: 'wrong.csv' });
  await expect(wrong).toContainText('2 days of 1 account');
  await wrong.getByRole('button', { name: 'Undo wrong.csv' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'The report was not complete.' }).click();
  await agree(desk, 'Undo');
  await expect(toastOn(desk, /^The import is undone: 2 days changed\. Of 2 of them nothing is known/)).toBeVisible();
  await expect(wrong).toContainText('Undone by');
  await page.reload();
  await expect(spent).toHaveText('SpentUnknown');
  await importFile(desk, 'right.csv', rows('0', '40.12'), '$40.12');

  await desk.getByRole('main').getByRole('link', { name: 'Settle a month' }).click();
  await desk.getByLabel('Month', { exact: true }).selectOption(month);
  await desk.getByRole('button', { name: 'Show what can be settled' }).click();
  const account = desk.getByRole('group', { name: 'Accounts' }).getByRole('row').filter({ hasText: adsId });
  await expect(desk.getByRole('heading', { name: '1 account with $40.12 can be settled.' })).toBeVisible();
  await expect(account).toContainText('Can be settled');
  const balance = page.getByRole('region', { name: 'Balance', exact: true }).getByRole('paragraph').first();
  await expect(balance).toHaveText('$100.00');
  await desk.getByRole('button', { name: 'Settle 1 account' }).click();
  await expect(desk.getByRole('heading', { name: '1 account with $40.12 was settled.' })).toBeVisible();
  await expect(account.getByRole('link', { name: /^ST-/ })).toBeVisible();
  // Its client has the page open.
  await expect(balance).toHaveText('$59.88');
  await expect(spent).toHaveText('Spent$40.12');
  await Promise.all([context.close(), admin.close()]);
});

test('where two agree, payouts are given back and a penalty waits @long', async ({ browser, portal }) => {
  const { context, page, email, userId } = await newClient(browser, portal, { dollars: 500, name: 'Ana Paid' });
  await confirmAddress(context.request, portal, email);
  const first = await adminOf(browser, portal);
  const second = await newAdmin(browser, portal, first, { name: 'Wei' });
  const { settings } = await (await first.request.get('/kimi/get-settings')).json();
  const secondPair = { ...settings.secondPair, on: true, withdrawalsAbove: 10 };
  await ok(first.request.put('/kimi/update-settings', { data: { ...settings, payoutWaitHours: 0, secondPair } }));
  const agreed = await withdraw(context.request, 120);
  const waiting = await withdraw(context.request, 80);
  await ok(first.request.put(`/kimi/approve-withdrawal?applyId=${agreed}&action=approve`, { data: {} }));
  await ok(second.request.put(`/kimi/confirm-action?id=${agreed}`, { data: {} }));
  await page.goto('/kimi/wallet/withdraw');
  await hasNow(page, '$300.00', '$200.00');

  const desk = await first.newPage();
  await desk.goto('/admin/withdrawals/to-pay');
  await desk.getByRole('button', { name: `Take ${agreed} back` }).click();
  await expect(desk.getByRole('dialog')).toContainText('$120.00 goes back to the wallet of Ana Paid');
  await desk.getByRole('dialog').getByLabel('Reason for rejection').fill('This is no address of yours.');
  await agree(desk, 'Take back');
  await expect(toastOn(desk, 'Withdrawal rejected successfully!')).toBeVisible();
  await hasNow(page, '$420.00', '$80.00');
  await expect(page.getByRole('row').filter({ hasText: agreed })).toContainText('This is no address of yours.');

  await desk.goto('/admin/withdrawals/pending');
  await desk.getByRole('button', { name: `Reject ${waiting}` }).click();
  await desk.getByLabel('Reason for rejection').fill('Nor is this one.');
  await desk.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(desk, 'Withdrawal rejected successfully!')).toBeVisible();
  await hasNow(page, '$500.00');
  await expect(page.getByRole('row').filter({ hasText: waiting })).toContainText('Nor is this one.');

  await desk.goto(`/admin/users/${userId}`);
  await correct(desk, 'Penalty', '30', 'Chargeback on a platform invoice.');
  await agree(desk, 'Take $30.00 from Ana Paid');
  await expect(toastOn(desk, 'Another admin has to confirm this.')).toBeVisible();
  const other = await second.newPage();
  await other.goto('/admin/proposals');
  const mine = other.getByRole('region', { name: 'For you to decide' }).getByRole('listitem');
  await expect(mine).toContainText('Chargeback on a platform invoice.');
  await hasNow(page, '$500.00');
  await mine.getByRole('button', { name: 'Confirm' }).click();
  await agree(other, 'Confirm');
  await hasNow(page, '$470.00');

  // What a colleague proposes takes no window away under whoever is about to say that it was paid.
  const late = await withdraw(context.request, 60);
  await ok(first.request.put(`/kimi/approve-withdrawal?applyId=${late}&action=approve`, { data: {} }));
  await ok(second.request.put(`/kimi/confirm-action?id=${late}`, { data: {} }));
  await ok(first.request.put('/kimi/update-settings', { data: { payoutWaitHours: 24 } }));
  await desk.goto('/admin/withdrawals/to-pay');
  await desk.getByRole('button', { name: `Mark ${late} as paid` }).click();
  const window = desk.getByRole('dialog');
  const id = window.getByLabel('Transaction ID of your payment');
  await id.fill('f'.repeat(64));
  const heard = desk.waitForResponse('**/kimi/get-withdrawals-to-pay*');
  const data = { transactionId: 'e'.repeat(64), letPass: 'They called.' };
  await ok(second.request.put(`/kimi/pay-withdrawal?applyId=${late}`, { data }));
  await heard;
  // What the colleague has named is said there, and no second payment takes its place.
  await expect(window).toContainText('Wei says that this was paid');
  await window.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(window.getByRole('alert').first()).toContainText('confirm or discard that first');
  await expect(id).toHaveValue('f'.repeat(64));
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('row').filter({ hasText: late })).toContainText('Proposed by Wei');
  await Promise.all([first, second, context].map((each) => each.close()));
});
