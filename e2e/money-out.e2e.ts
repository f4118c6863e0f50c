/** Money on its way out of the wallet and back, as a client and an admin meet it in a browser. */
import type { Browser } from '@playwright/test';
import { busyFactor } from '#server/busy.testing.server.ts';
import {
  adminOf,
  breaks,
  confirmAddress,
  failing,
  newClient,
  ok,
  openAccounts,
  password,
  toastOn,
  vanishes,
} from './people.ts';
import { expect, test, type Portal } from './portal.ts';

const order = '/google/accountManage/accountList/creategoogleads';
const deposit = '/google/finance/googleads-deposite';
const records = '/google/finance/googleads-depositerecord';
const refund = '/google/aftersale/refund';

/** A client with 1,000 dollars topped up, of which `deposits` lie in Google accounts of their own. */
async function clientWithAccounts(browser: Browser, portal: Portal, deposits: readonly number[]) {
  const { context: client, email } = await newClient(browser, portal, {
    dollars: 1_000,
    look: { acceptDownloads: true },
  });
  const admin = await adminOf(browser, portal);
  return { client, admin, email, adsIds: deposits.length === 0 ? [] : await openAccounts(client, admin, deposits) };
}

test('two deposits are made in one go, one is rejected with a remark, the other lands in the account @long', async ({
  browser,
  portal,
}) => {
  const { client, admin, adsIds } = await clientWithAccounts(browser, portal, [100, 50]);
  const page = await client.newPage();
  await page.goto(deposit);
  const send = page.getByRole('button', { name: 'Deposit', exact: true });
  await send.click();
  await expect(page.getByRole('alert')).toContainText('Please ensure both adsId and money are provided.');
  await page.getByRole('button', { name: /Remove/ }).click();
  await expect(toastOn(page, 'At least one row is required!')).toBeVisible();

  await page.getByRole('button', { name: 'Add a row' }).click();
  await page.getByLabel('Ads ID').nth(0).selectOption(adsIds[0]!);
  await page.getByLabel('Money').nth(0).fill('40,10');
  await page.getByLabel('Ads ID').nth(1).selectOption(adsIds[1]!);
  await page.getByLabel('Money').nth(1).fill('5000');
  await expect(page.getByText('Insufficient wallet balance. Please recharge.')).toBeVisible();
  await expect(send).toBeDisabled();
  await page.getByLabel('Money').nth(1).fill('10');
  const summary = page.getByRole('region', { name: 'Summary' });
  for (const sum of ['$50.10', '$7.52', '$57.62']) await expect(summary).toContainText(sum);
  await page.reload();
  await expect(page.getByLabel('Money').nth(0)).toHaveValue('40.10');
  await send.dblclick();
  await expect(page.getByRole('heading', { name: 'Deposit added successfully!' })).toBeVisible();
  await expect(page.getByText('$57.62 is held until the deposits are decided.')).toBeVisible();
  const { deposits, total } = await (await client.request.get('/kimi/get-Google-adDeposit')).json();
  expect(total).toBe(2);

  const desk = await admin.newPage();
  await desk.goto('/admin/AdsDeposite/PendingAdsGoogleDeposite');
  const [second, first] = deposits as { applyId: string }[];
  await desk.getByRole('button', { name: `Approve ${first!.applyId}` }).click();
  // The input opens in the row.
  const dialog = desk.locator('tbody form');
  await expect(dialog).toContainText('$40.10');
  await expect(dialog).toContainText('Ana Lima');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog).toContainText('Please enter a valid input.');
  await dialog.getByLabel('Transaction ID').fill('G-1');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(desk, 'Deposit approved successfully!')).toBeVisible();
  await desk.getByRole('button', { name: `Reject ${second!.applyId}` }).click();
  await dialog.getByLabel('Remark for the client').fill('This account is paused.');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(desk, 'Deposit rejected successfully!')).toBeVisible();
  await desk.getByRole('heading', { level: 1 }).click();
  await expect(desk.getByText(second!.applyId)).toHaveCount(0);
  await desk.goto('/admin/AdsDeposite/CompleteAdsGoogleDeposite');
  await expect(desk.getByRole('row', { name: new RegExp(first!.applyId) })).toContainText('Completed');

  await page.getByRole('link', { name: 'Deposit records' }).first().click();
  await expect(page.getByRole('row', { name: new RegExp(first!.applyId) })).toContainText('Completed');
  await expect(page.getByRole('row', { name: new RegExp(second!.applyId) })).toContainText('This account is paused.');
  await page.getByLabel('Filter by State').selectOption('Rejected');
  await expect(page.getByText(first!.applyId)).toHaveCount(0);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('googleDepositList.xlsx');
  await expect(toastOn(page, 'Excel file has been downloaded.')).toBeVisible();
  await page.getByRole('link', { name: `Send ${second!.applyId} again, filled in` }).click();
  await expect(page.getByRole('combobox', { name: 'Ads ID' })).toHaveValue(adsIds[1]!);
  await expect(page.getByRole('textbox', { name: 'Money' })).toHaveValue('10.00');
  await client.close();
  await admin.close();
});

test('a refund says beforehand what comes back, and a second one can be taken back', async ({ browser, portal }) => {
  const { client, admin, adsIds } = await clientWithAccounts(browser, portal, [100]);
  const page = await client.newPage();
  await page.clock.install();
  await page.goto(refund);
  const apply = page.getByRole('button', { name: 'Apply for refund' });
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await apply.click();
  await expect(page.getByRole('alert')).toContainText('Please fill in both fields.');
  await amount.fill('100.01');
  await expect(page.getByText('This is more than is left in the ad account: $100.00.').first()).toBeVisible();
  await expect(apply).toBeDisabled();
  const comes = page.getByRole('region', { name: 'What you get' });
  await expect(comes).not.toContainText('−$');
  await amount.fill('33.33');
  for (const sum of ['$33.33', '$4.99', '$38.32', '$66.67']) await expect(comes).toContainText(sum);
  await apply.dblclick();
  await expect(toastOn(page, 'Refund applied successfully!')).toBeVisible();
  await page.clock.fastForward(3_000);
  await expect(toastOn(page, 'Refund applied successfully!')).toHaveCount(0, { timeout: 1_900 * busyFactor() });
  // A receipt with what comes next, which a reload shows again.
  await expect(page).toHaveURL(/\?placed=RF-/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your refund is in review' })).toBeVisible();
  const row = page.getByRole('row', { name: /RF-/ });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('$66.67');
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(toastOn(page, 'The file has been downloaded.')).toBeVisible();
  await page.clock.fastForward(3_000);
  await expect(toastOn(page, 'The file has been downloaded.')).toHaveCount(0, { timeout: 1_900 * busyFactor() });

  const desk = await admin.newPage();
  await desk.goto(`/admin/refund/pendingrefund?q=${adsIds[0]}`);
  await desk.getByRole('button', { name: /^Approve RF/ }).click();
  await desk.getByRole('button', { name: 'Submit' }).click();
  await expect(desk.getByText('Please enter a transaction ID.')).toBeVisible();
  await desk.keyboard.press('Escape');
  await desk.getByRole('button', { name: /^Reject RF/ }).click();
  await desk.getByRole('button', { name: 'Submit' }).click();
  await expect(desk.getByText('Please enter a reason for rejection.')).toBeVisible();
  await desk.keyboard.press('Escape');
  await desk.getByRole('button', { name: /^Approve RF/ }).click();
  await desk.getByLabel('Transaction ID').fill('BACK-1');
  await desk.keyboard.press('Enter');
  await expect(toastOn(desk, 'Refund approved successfully!')).toBeVisible();
  await desk.getByRole('heading', { level: 1 }).click();
  await expect(
    desk.getByText('No refund details available.').or(desk.getByText('Nothing matches this search.')),
  ).toBeVisible();
  // The balance changes by itself: 1,000 less 145 for the order, and 38.32 back.
  await expect(page.getByRole('banner').getByText('$893.32')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your refund is in your wallet' })).toBeVisible();

  await page.getByRole('link', { name: 'Ask for another refund' }).click();
  await page.getByLabel('Ad account').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Everything' }).click();
  const note = page.getByLabel('Note (optional)');
  await note.fill('For our other shop.');
  await apply.click();
  await expect(page.getByRole('row', { name: /RF-/ })).toHaveCount(2);
  await page.getByRole('button', { name: /^Take it back: RF/ }).click();
  const question = page.getByRole('dialog');
  const agree = question.getByRole('button', { name: 'Take it back' });
  // What is refused, the question says, and nothing else says it again.
  const refused = 'The request could not be taken back. Please try again.';
  await page.route('**/kimi/cancel-request*', breaks, { times: 1 });
  await agree.click();
  await expect(question.getByRole('alert')).toHaveText(refused);
  await expect(toastOn(page, refused)).toHaveCount(0);
  await agree.click();
  await expect(toastOn(page, 'You took your request back.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Cancelled/ })).toHaveCount(1);
  await page.getByRole('link', { name: 'Ask for another refund' }).click();
  await note.fill('Half of an');
  await page.getByRole('link', { name: /^Send RF.* again/ }).click();
  await expect(amount).toHaveValue('66.67');
  await expect(note).toHaveValue('For our other shop.');
  await client.close();
  await admin.close();
});

test('a withdrawal needs a verified address, the password and a right checksum, and stands in the statement', async ({
  browser,
  portal,
}) => {
  const { client, admin, email } = await clientWithAccounts(browser, portal, []);
  const page = await client.newPage();
  await page.goto('/kimi/wallet/withdraw');
  await expect(page.getByText('Confirm your e-mail address first')).toBeVisible();
  await confirmAddress(client.request, portal, email);
  await page.reload();
  // Else a password manager takes the address before the password for the name, and fills it in the next time.
  await expect(page.locator('form [autocomplete="username"]')).toHaveValue(email);
  await page.getByRole('textbox', { name: 'Amount' }).fill('250');
  const address = page.getByRole('textbox', { name: 'Your USDT address' });
  await address.fill('TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeM');
  await expect(page.getByText(/its checksum has to fit/).first()).toBeVisible();
  await address.fill('TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL');
  await expect(page.getByText('The address is typed correctly.')).toBeVisible();
  const secret = page.getByRole('textbox', { name: 'Your password' });
  await secret.fill('not it');
  await page.getByRole('button', { name: 'Ask for withdrawal' }).click();
  await expect(page.getByRole('dialog')).toContainText('$250.00');
  await page.getByRole('button', { name: 'Yes, withdraw' }).click();
  await expect(page.getByRole('alert').first()).toContainText('This is not your current password.');
  await expect(secret).toHaveValue('');
  await expect(address).toHaveValue('TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL');
  await secret.fill(password);
  await page.getByRole('button', { name: 'Ask for withdrawal' }).click();
  await expect(page.getByRole('dialog')).toContainText('$250.00');
  await page.getByRole('button', { name: 'Yes, withdraw' }).click();
  await expect(toastOn(page, 'Withdrawal applied successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your withdrawal is in review' })).toBeVisible();
  await expect(page.getByRole('table').getByText('Can be paid from')).toBeVisible();

  const desk = await admin.newPage();
  await desk.goto('/admin/withdrawals/pending');
  const row = desk.getByRole('row', { name: /Ana Lima/ }).first();
  await expect(row).toContainText('The first money came in less than 72 hours before.');
  await row.getByRole('button', { name: /^Approve WD/ }).click();
  await expect(desk.locator('tbody form')).toContainText('TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL');
  await desk.getByLabel('Transaction ID of your payment').fill('f00d');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('alert')).toContainText('To pay it earlier, please say why it may pass.');
  await desk.getByLabel('Why it is paid before its wait is over').fill('She called from the number we know.');
  await desk.keyboard.press('Enter');
  await expect(toastOn(desk, 'Withdrawal approved successfully!')).toBeVisible();

  await page.goto('/kimi/wallet/statement');
  const lines = page.getByRole('table').getByRole('row');
  await expect(lines.nth(1)).toContainText('−$250.00');
  await expect(lines.nth(1)).toContainText('$750.00');
  await expect(lines.nth(2)).toContainText('Top-up');
  await page.getByLabel('Filter by Kind').selectOption('topup');
  await expect(lines).toHaveCount(2);
  await page.getByRole('button', { name: 'Last month' }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01/);
  await expect(page.getByText('Days are counted in Asia/Shanghai. The first and the last are included.')).toBeVisible();
  await page.getByRole('button', { name: 'All days' }).click();
  for (const [format, ending] of [
    ['Excel', 'xlsx'],
    ['PDF', 'pdf'],
  ]) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Export as ${format}` }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`statement.${ending}`);
    await expect(toastOn(page, `${format} file has been downloaded.`)).toBeVisible();
  }
  await client.close();
  await admin.close();
});

test('the refund page promises a share of the fee only where the agency gives it back @long', async ({
  browser,
  portal,
}) => {
  const { client, admin } = await clientWithAccounts(browser, portal, [15]);
  const page = await client.newPage();
  const gives = async (refundsReturnFee: boolean) => {
    await ok(admin.request.put('/kimi/update-settings', { data: { refundsReturnFee } }));
    await page.goto(refund);
  };
  await gives(true);
  await expect(page.getByText('back to your wallet, with its share of the top-up fee.')).toBeVisible();
  await gives(false);
  await expect(page.getByText('The top-up fee is not refunded.')).toBeVisible();
  await expect(page.getByText('back to your wallet.')).toBeVisible();
  await expect(page.getByText('with its share of the top-up fee')).toHaveCount(0);
  await gives(true);
  await Promise.all([client.close(), admin.close()]);
});

test('on a phone an opened summary says what becomes of the money @long', async ({ browser, portal }) => {
  const { client, admin, email } = await clientWithAccounts(browser, portal, [15]);
  await confirmAddress(client.request, portal, email);
  const page = await client.newPage();
  await page.setViewportSize({ width: 375, height: 812 });
  for (const [address, title, sentence] of [
    [order, 'Cost summary', 'If the order is rejected, all of it comes back.'],
    [deposit, 'Summary', 'The fee is charged on each row, rounded to the cent.'],
    [refund, 'What you get', 'half of the fee comes back too.'],
    ['/kimi/wallet/withdraw', 'Summary', 'The money is held until it is sent.'],
  ] as const) {
    await page.goto(address);
    const said = page.getByRole('region', { name: title }).getByText(sentence);
    await expect(page.getByRole('button', { name: title })).toBeVisible();
    await expect(said).toBeHidden();
    await page.getByRole('button', { name: title }).click();
    await expect(said).toBeVisible();
  }
  await Promise.all([client.close(), admin.close()]);
});

test('what is empty and what failed is said in the sentences of its page @long', async ({ browser, portal }) => {
  const { client, admin, adsIds } = await clientWithAccounts(browser, portal, [15]);
  const page = await client.newPage();
  await page.goto(refund);
  await expect(page.getByText('No refund details available.')).toBeVisible();

  await failing(page, '**/get-Google-adDeposit*', breaks);
  await page.goto(records);
  await expect(page.getByText('Failed to fetch deposit data.')).toBeVisible();
  await page.unroute('**/get-Google-adDeposit*');
  await failing(page, '**/get-Google-adDeposit*', vanishes);
  await page.reload();
  await expect(page.getByText('An error occurred while fetching deposit data.')).toBeVisible();
  await page.unroute('**/get-Google-adDeposit*');
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect(page.getByText('You have made no deposits yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0);
  await client.request.post('/kimi/create-google-adDeposit', { data: { adsId: adsIds[0], money: 3 } });
  await page.route('**/export-googlead-deposit*', (route) => route.abort());
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(toastOn(page, 'An error occurred while exporting data.')).toBeVisible();

  await failing(page, '**/refund-Details*', breaks);
  await page.goto(refund);
  await expect(page.getByText('Failed to fetch refund details.')).toBeVisible();
  await page.unroute('**/refund-Details*');
  await failing(page, '**/refund-Details*', vanishes);
  await page.reload();
  await expect(page.getByText('An error occurred while fetching refund data.')).toBeVisible();
  await page.unroute('**/refund-Details*');
  for (const [how, sentence] of [
    [breaks, 'Failed to apply refund.'],
    [vanishes, 'An error occurred while applying the refund.'],
  ] as const) {
    await page.route('**/apply-refund', how);
    await page.getByRole('textbox', { name: 'Amount' }).fill('1');
    await page.getByRole('button', { name: 'Apply for refund' }).click();
    await expect(toastOn(page, sentence)).toBeVisible();
    await page.unroute('**/apply-refund');
  }
  await failing(page, '**/get-ads-id*', breaks);
  await page.goto(deposit);
  await expect(page.getByText('Failed to fetch ads IDs.')).toBeVisible();
  await page.unroute('**/get-ads-id*');
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await page.route('**/create-google-adDeposit', breaks);
  await page.getByLabel('Money').fill('5');
  await page.getByRole('button', { name: 'Deposit', exact: true }).click();
  await expect(toastOn(page, 'Failed to process deposit. Please try again.')).toBeVisible();

  const desk = await admin.newPage();
  await failing(desk, '**/get-pending-bing-adDeposit*', breaks);
  await desk.goto('/admin/AdsDeposite/PendingAdsBingDeposite');
  await expect(desk.getByText('Failed to fetch deposits.')).toBeVisible();
  await desk.unroute('**/get-pending-bing-adDeposit*');
  await desk.getByRole('button', { name: 'Retry' }).first().click();
  await expect(desk.getByText('No pending deposits found.')).toBeVisible();
  await desk.goto('/admin/AdsDeposite/CompleteAdsFacebookDeposite');
  await expect(desk.getByText('No completed deposits found.')).toBeVisible();
  await failing(desk, '**/refund-Details-for-admin*', breaks);
  await desk.goto('/admin/refund/pendingrefund');
  await expect(desk.getByText('Failed to fetch refund data.')).toBeVisible();

  for (const [how, sentence] of [
    [breaks, 'Failed to update deposit status.'],
    [vanishes, 'Error updating deposit status.'],
  ] as const) {
    await desk.goto(`/admin/AdsDeposite/PendingAdsGoogleDeposite?q=${adsIds[0]}`);
    await desk.route('**/approve-deposit*', how);
    await desk.getByRole('button', { name: /^Approve DP/ }).click();
    await desk.getByLabel('Transaction ID').fill('x');
    await desk.keyboard.press('Enter');
    await expect(desk.locator('tbody form')).toContainText(sentence);
    await desk.unroute('**/approve-deposit*');
  }
  await client.close();
  await admin.close();
});
