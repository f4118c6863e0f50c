/** Rows of a form as they are pasted, hidden, taken out and sent once more. */
import { adminOf, listening, newBuyer, newClient, ok, openAccounts, orderAccounts, paste } from './people.ts';
import { expect, test } from './portal.ts';

const order = '/google/accountManage/accountList/creategoogleads';
const list = '/google/accountManage/accountList';

const lines = (many: number) => Array.from({ length: many }, (_, n) => `buyer${n}@gmail.com`);

test('what is chosen for all rows leaves those alone that a lower number hides', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal, { dollars: 900 });
  await page.goto(order);
  await paste(page, lines(10));
  await page.getByLabel('Number of ads').fill('5');
  await page.getByLabel('Same deposit').selectOption('=50');
  await page.getByLabel('Number of ads').fill('10');
  for (const [place, deposit] of ['50', '50', '50', '50', '50', '0', '0', '0', '0', '0'].entries()) {
    await expect(page.getByLabel('Gmail').nth(place)).toHaveValue(`buyer${place}@gmail.com`);
    await expect(page.getByLabel('Deposit', { exact: true }).nth(place)).toHaveValue(deposit);
  }
  // More than there may be stands while it is typed, and is said once the field is left.
  const number = page.getByLabel('Number of ads');
  await number.selectText();
  await page.keyboard.type('12');
  await expect(number).toHaveValue('12');
  await page.keyboard.press('Tab');
  await expect(number).toHaveValue('10');
  await expect(page.getByText('At most 10.')).toBeVisible();
  await number.focus();
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await expect(number).toHaveValue('1');
  await expect(page.getByText('At least 1.')).toBeVisible();
  await context.close();
});

test('a pasted time zone is found however it is written, and one that is none is not sent @long', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal, { dollars: 900 });
  await page.goto(order);
  const zones = ['GMT+8', 'UTC+01:00', '(GMT+09:00) Seoul', 'Mars'];
  await paste(
    page,
    zones.map((zone, n) => `buyer${n}@gmail.com\t50\t${zone}`),
  );
  const field = page.getByLabel('Time zone', { exact: true });
  const shown = (row: number) => field.nth(row).locator('option:checked');
  await expect(shown(0)).toHaveText('(GMT+08:00) Shanghai');
  await expect(shown(1)).toHaveText('(GMT+01:00) Berlin');
  await expect(shown(2)).toHaveText('(GMT+09:00) Seoul');
  await expect(shown(3)).toHaveText('Mars (not offered)');
  await page.getByRole('button', { name: 'Create ads' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Ad 4: Please choose the time zone from the list.',
  ]);
  await expect(field.nth(3)).toHaveAttribute('aria-invalid', 'true');
  await field.nth(3).selectOption('Asia/Tokyo');
  await page.getByRole('button', { name: 'Create ads' }).click();
  await expect(page.getByRole('heading', { name: 'Your order is in review' })).toBeVisible();
  const { ads } = await ok(context.request.get('/get-google-ads'));
  const [{ adsDetails }] = ads as [{ adsDetails: { timezone: string }[] }];
  expect(adsDetails.map(({ timezone }) => timezone)).toEqual([
    'Asia/Shanghai',
    'Europe/Berlin',
    'Asia/Seoul',
    'Asia/Tokyo',
  ]);
  await context.close();
});

test('pasted lines for which there is no room are said and seen @long', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal);
  await page.goto(order);
  const heard = await listening(page);
  await paste(page, lines(12));
  await expect(page.getByLabel('Gmail')).toHaveCount(10);
  const said = '10 of 12 lines were taken. At most 10 can be sent at once.';
  await expect(page.getByRole('form').getByText(said)).toBeVisible();
  await heard(said);
  await paste(page, lines(10));
  await expect(page.getByRole('form').getByText(said)).toHaveCount(0);

  await page.goto('/facebook/accountManage/createaccount');
  const urls = Array.from({ length: 52 }, (_, n) => `facebook.com/${n}`);
  await paste(page, urls, page.getByLabel('Page URL 1'));
  await expect(page.getByLabel(/^Page URL/)).toHaveCount(50);
  await expect(page.getByRole('form').getByText('50 of 52 lines were taken.')).toBeVisible();
  await context.close();
});

test('what is wrong stays with its row, and goes with it or with what is pasted over it @long', async ({
  browser,
  portal,
}) => {
  const { context, page, admin } = await newBuyer(browser, portal);
  await page.goto('/google/finance/googleads-deposite');
  await page.getByLabel('Money').fill('20');
  for (const row of [1, 2, 3]) {
    await page.getByRole('button', { name: 'Add a row' }).click();
    await page.getByLabel('Ads ID').nth(row).selectOption({ index: 1 });
  }
  await page.getByLabel('Money').nth(2).fill('30');
  await page.getByRole('button', { name: 'Deposit', exact: true }).click();
  const wrong = page.getByRole('alert').getByRole('link');
  await expect(wrong).toHaveText([/^Deposit 2: /, /^Deposit 4: /]);
  await page.getByRole('button', { name: 'Remove Deposit 1' }).click();
  await expect(wrong).toHaveText([/^Deposit 1: /, /^Deposit 3: /]);
  await expect(page.getByLabel('Money').nth(0)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Money').nth(1)).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Remove Deposit 1' }).click();
  await expect(wrong).toHaveText([/^Deposit 2: /]);

  await page.goto(order);
  await page.getByLabel('Number of ads').fill('3');
  await page.getByLabel('Gmail').nth(0).fill('buyer0@gmail.com');
  await page.getByRole('button', { name: 'Create ads' }).click();
  await expect(wrong).toHaveText([/^Ad 2: /, /^Ad 3: /]);
  await paste(page, lines(2));
  await expect(wrong).toHaveText([/^Ad 3: /]);
  await Promise.all([context.close(), admin.close()]);
});

test('an order is sent again only over one that was begun where somebody says so @long', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal, { dollars: 500 });
  const admin = await adminOf(browser, portal);
  const applyId = await orderAccounts(context, [15]);
  const data = { remarks: 'No such address.' };
  await ok(admin.request.put(`/approve-googleAd?id=${applyId}&action=reject`, { data }));
  await page.goto(order);
  await page.getByLabel('Gmail').fill('begun@gmail.com');
  await page.goto(list);
  const again = page.getByRole('row').filter({ hasText: applyId }).getByRole('button', { name: 'Send again' });
  await again.click();
  const dialog = page.getByRole('dialog', { name: 'Replace the order you have begun?' });
  // A press in the window is none on the row behind it, which would open.
  await dialog.getByRole('heading').click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(order);
  await expect(page.getByLabel('Gmail')).toHaveValue('begun@gmail.com');
  await page.goto(list);
  await again.click();
  await dialog.getByRole('button', { name: 'Replace it' }).click();
  await expect(page.getByLabel('Gmail')).toHaveValue('ana@gmail.com');
  // What is there already is no loss.
  await page.goto(list);
  await again.click();
  await expect(page.getByLabel('Gmail')).toHaveValue('ana@gmail.com');
  await Promise.all([context.close(), admin.close()]);
});

test('an order that is looked at is as it is now @long', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal, { dollars: 500 });
  const admin = await adminOf(browser, portal);
  const applyId = await orderAccounts(context, [15]);
  // Of a list of what waits, it is gone as soon as it is decided.
  await page.goto(`${list}?state=Pending`);
  await page.getByRole('button', { name: `Details of ${applyId}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Take it back' })).toBeVisible();
  const approved = { data: { adsId: `N-${applyId}` } };
  await ok(admin.request.put(`/approve-googleAd?id=${applyId}&action=approve`, approved));
  await expect(dialog.getByText('Your ad accounts are open.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Take it back' })).toHaveCount(0);
  await Promise.all([context.close(), admin.close()]);
});

test('the receipt of deposits is as they are now, also after a reload @long', async ({ browser, portal }) => {
  const {
    context,
    page,
    admin,
    adsIds: [adsId],
  } = await newBuyer(browser, portal);
  await page.goto('/google/finance/googleads-deposite');
  await page.getByLabel('Ads ID').selectOption(adsId!);
  await page.getByLabel('Money').fill('20');
  await page.getByRole('button', { name: 'Add a row' }).click();
  await page.getByLabel('Ads ID').nth(1).selectOption(adsId!);
  await page.getByLabel('Money').nth(1).fill('10');
  await page.getByRole('button', { name: 'Deposit', exact: true }).click();
  await expect(page.getByText('$34.50 is held until the deposits are decided.')).toBeVisible();
  const { deposits } = await ok(context.request.get('/kimi/get-Google-adDeposit'));
  const [second, first] = deposits as { applyId: string }[];
  const row = (of: typeof first) => page.getByRole('listitem').filter({ hasText: of!.applyId });
  const judge = (of: typeof first, action: string, verdict: object) =>
    ok(
      admin.request.put(`/kimi/approve-deposit?adsId=${adsId}&adType=Google&applyId=${of!.applyId}&action=${action}`, {
        data: verdict,
      }),
    );
  await judge(first, 'approve', { transactionId: 'L-1' });
  await expect(row(first)).toContainText('Completed');
  await page.reload();
  await expect(row(first)).toContainText('Completed');
  await expect(row(second)).toContainText('Pending');
  await expect(page.getByText('$11.50 is held until the deposits are decided.')).toBeVisible();
  await judge(second, 'reject', { remarks: 'Not now.' });
  await expect(page.getByRole('heading', { name: 'Your deposits are decided' })).toBeVisible();
  await expect(row(second)).toContainText(/Not now\.\s*\$11\.50 went back to your wallet\./);
  await page.getByRole('link', { name: 'Make another deposit' }).click();
  await expect(page.getByLabel('Money')).toHaveValue('');
  await Promise.all([context.close(), admin.close()]);
});

test('what is sent again is filled in once: what was typed since stays after a reload @long', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal, { dollars: 500 });
  const admin = await adminOf(browser, portal);
  const [adsId] = await openAccounts(context, admin, [100]);
  const data = { remarks: 'Not now.' };
  const reject = (call: string, applyId: unknown) =>
    ok(admin.request.put(`${call}?adsId=${adsId}&adType=Google&applyId=${applyId}&action=reject`, { data }));
  const deposits = [{ adsId, money: 100 }];
  await ok(context.request.post('/kimi/create-google-adDeposit', { data: { adType: 'Google', deposits } }));
  const made = (await ok(context.request.get('/kimi/get-Google-adDeposit')))['deposits'] as { applyId: string }[];
  await reject('/kimi/approve-deposit', made[0]!.applyId);
  const refund = { adsId, amount: 100, adType: 'Google', remarks: '' };
  const asked = await ok(context.request.post('/kimi/apply-refund', { data: refund }));
  await reject('/kimi/approve-refund-by-admin', (asked['refund'] as { applyId: string }).applyId);
  const again = page.getByRole('link', { name: /^Send .* again/ });
  for (const [from, name] of [
    ['/google/finance/googleads-depositerecord', 'Money'],
    ['/google/aftersale/refund', 'Amount'],
  ] as const) {
    await page.goto(from);
    await again.click();
    const typed = page.getByRole('textbox', { name });
    await expect(typed).toHaveValue('100.00');
    await typed.fill('80');
    await page.reload();
    await expect(typed).toHaveValue('80');
    await page.goto('/dashboard');
    await page.goBack();
    await expect(typed).toHaveValue('80');
    // Asked for once more, it comes once more.
    await page.goto(from);
    await again.click();
    await expect(typed.last()).toHaveValue('100.00');
  }
  await Promise.all([context.close(), admin.close()]);
});

test('what is wrong is said no more once its row or its part of the form is not asked for @long', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal, { dollars: 500 });
  const wrong = page.getByRole('alert').getByRole('link');
  const send = page.getByRole('button', { name: 'Create ads' });
  await page.goto(order);
  await paste(page, lines(9));
  await page.getByLabel('Number of ads').fill('10');
  await send.click();
  await expect(wrong).toHaveText([/^Ad 10: /]);
  await page.getByLabel('Number of ads').fill('9');
  await expect(wrong).toHaveCount(0);
  // It is judged anew once it is asked for again.
  await page.getByLabel('Number of ads').fill('10');
  await send.click();
  await expect(wrong).toHaveText([/^Ad 10: /]);

  await page.goto('/facebook/accountManage/createaccount');
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  await page.getByLabel('Domain 1').fill('shop.example.com');
  await page.getByLabel('Number of domains').fill('2');
  await send.click();
  await expect(wrong.filter({ hasText: /^Domain 2: / })).toBeVisible();
  const others = (await wrong.count()) - 1;
  expect(others).toBeGreaterThan(0);
  await page.getByRole('radio', { name: 'Yes', exact: true }).check();
  await expect(wrong.filter({ hasText: /^Domain 2: / })).toHaveCount(0);
  await expect(wrong).toHaveCount(others);
  const noApp = wrong.filter({ hasText: /app/i });
  await page.getByRole('radio', { name: 'App', exact: true }).check();
  await send.click();
  await expect(noApp).toBeVisible();
  await page.getByRole('radio', { name: 'Domain', exact: true }).check();
  await expect(noApp).toHaveCount(0);
  await context.close();
});
