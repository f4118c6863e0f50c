/** What walks through the screens found, small things one by one, and that they stay mended. */
import {
  adminOf,
  confirmAddress,
  hash,
  newBuyer,
  newClient,
  ok,
  openAccounts,
  password,
  setNetwork,
  toastOn,
  topUp,
  toTransfer,
} from './people.ts';
import { expect, test } from './portal.ts';

const phone = { width: 375, height: 812 };

test('the page of an ad account is short on a phone, where what is wanted is opened, and whole at a desk', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal, { dollars: 500 });
  const admin = await adminOf(browser, portal);
  const [adsId = ''] = await openAccounts(context, admin, [100]);
  const { accounts } = await ok(context.request.get('/kimi/get-ad-accounts'));
  const at = `/accounts/${(accounts as unknown as { _id: string }[])[0]!._id}`;
  await page.setViewportSize(phone);
  await page.goto(at);
  await expect(page.getByRole('heading', { level: 1, name: adsId })).toBeVisible();
  const refill = page.getByRole('region', { name: 'Automatic refill' });
  await expect(refill.getByRole('heading')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1_900);
  await expect(page.getByRole('button', { name: 'Set a rule' })).toHaveCount(0);
  await refill.getByRole('heading').click();
  await expect(page.getByRole('button', { name: 'Set a rule' })).toBeVisible();
  await page.getByRole('heading', { name: 'Messages' }).click();
  await expect(page.getByLabel('Message to support')).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at);
  for (const text of ['The latest 50, newest first.', 'There is no rule for this account.', 'No messages yet.'])
    await expect(page.getByText(text)).toBeVisible();
  await Promise.all([context.close(), admin.close()]);
});

test('who slips in a Gmail is asked, before anything is sent, and takes what was meant or keeps their own', async ({
  browser,
  portal,
}) => {
  const { context, page, admin } = await newBuyer(browser, portal);
  await page.goto('/google/accountManage/accountList');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const window = page.getByRole('dialog');
  const gmail = window.getByRole('textbox', { name: 'Gmail' });
  const question = window.getByRole('group', { name: 'Did you mean chiara@gmail.com?' });
  await expect(gmail).toBeFocused();
  await page.keyboard.type('chiara@gmial.com');
  await expect(question).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(window.getByRole('button', { name: 'Yes, use it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(gmail).toHaveValue('chiara@gmail.com');
  await expect(gmail).toBeFocused();
  await expect(question).toHaveCount(0);

  await gmail.fill('chiara@gmail.co');
  await gmail.blur();
  await window.getByRole('button', { name: 'No, keep mine' }).click();
  await expect(question).toHaveCount(0);
  await window.getByRole('button', { name: 'Send request' }).click();
  await expect(toastOn(page, 'Email request sent successfully!')).toBeVisible();
  const { shares } = await ok(context.request.get('/kimi/get-share-log'));
  expect(shares).toMatchObject([{ emailId: 'chiara@gmail.co' }]);

  // The same where accounts are ordered: nothing is sent while it is asked.
  await page.goto('/google/accountManage/applyAd');
  await page.getByRole('textbox', { name: 'Gmail' }).first().fill('chiara@gnail.com');
  await page.getByRole('textbox', { name: 'Gmail' }).first().press('Enter');
  await expect(page.getByRole('button', { name: 'Yes, use it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Gmail' }).first()).toHaveValue('chiara@gmail.com');
  await Promise.all([context.close(), admin.close()]);
});

test('the window of many decisions keeps its button in sight, however much is left out', async ({
  browser,
  portal,
}) => {
  const admin = await adminOf(browser, portal);
  const { context, name, userId } = await newClient(browser, portal, { name: `Odd ${Date.now()}` });
  for (let n = 1; n <= 12; n += 1) await topUp(context.request, n);
  // Which makes whoever decides look at each.
  await ok(admin.request.put('/kimi/disable-user', { data: { userId, reason: 'It looks stolen.' } }));
  const page = await admin.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/admin/queue?q=${encodeURIComponent(name)}`);
  const boxes = page.getByRole('checkbox', { name: /^Select TU-/ });
  await expect(boxes).toHaveCount(12);
  for (const box of await boxes.all()) await box.check();
  await page.getByText('12 selected, $78.00').locator('..').getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Sign-in is disabled for this client.')).toHaveCount(12);
  const send = dialog.getByRole('button', { name: /^Approve 0 requests/ });
  await expect(send).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(phone);
  await expect(send).toBeInViewport({ ratio: 1 });
  await Promise.all([context.close(), admin.close()]);
});

test('the page of a client says once what is the same of two withdrawals, and is short on a phone', async ({
  browser,
  portal,
}) => {
  const admin = await adminOf(browser, portal);
  const { context, email, userId } = await newClient(browser, portal, { dollars: 300 });
  await confirmAddress(context.request, portal, email);
  const to = { networkName: 'TRC20', networkAddress: 'TY2vSS32yNiWm21bQgTWp5mVryNQoVRGqk', password };
  const ids: string[] = [];
  for (const amount of [20, 30]) {
    const { withdrawal } = await ok(context.request.post('/kimi/apply-withdrawal', { data: { amount, ...to } }));
    ids.push((withdrawal as { applyId: string }).applyId);
  }
  const page = await admin.newPage();
  await page.goto(`/admin/users/${userId}`);
  const fact = page.getByText('The first money came in less than 72 hours before.');
  await expect(fact).toHaveCount(1);
  for (const id of ids) await expect(fact.getByRole('link', { name: id })).toBeVisible();

  // What is wanted there is opened.
  await page.setViewportSize(phone);
  await page.reload();
  await expect(fact).toBeVisible();
  await expect(page.getByText('Country', { exact: true })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1_800);
  await page.getByRole('heading', { name: 'Contact' }).click();
  await expect(page.getByText('Country', { exact: true })).toBeVisible();
  await Promise.all([context.close(), admin.close()]);
});

test('on a phone what makes one look twice stands above the verdict, and its button in sight', async ({
  browser,
  portal,
}) => {
  const { context, page: own, userId } = await newClient(browser, portal);
  const applyId = await topUp(context.request, 61);
  await own.goto(`/messages/${applyId}`);
  await own.getByLabel('Message to support').fill('I paid twice, please look.');
  await own.getByRole('button', { name: 'Send message' }).click();
  await expect(toastOn(own, 'Your message was sent.')).toBeVisible();
  const admin = await adminOf(browser, portal);
  await ok(admin.request.put('/kimi/disable-user', { data: { userId, reason: 'It looks stolen.' } }));
  const page = await admin.newPage();
  await page.setViewportSize(phone);
  await page.goto(`/admin/queue?q=${applyId}`);
  await page.getByRole('button', { name: new RegExp(applyId) }).click();
  const detail = page.getByRole('region', { name: 'The request in focus' });
  const bar = detail.getByRole('button', { name: 'Approve' });
  await expect(bar).toBeInViewport({ ratio: 1 });
  for (const said of ['Sign-in is disabled for this client.', 'I paid twice, please look.']) {
    await expect(detail.getByText(said)).toBeInViewport({ ratio: 1 });
    const [above, below] = [await detail.getByText(said).boundingBox(), await bar.boundingBox()];
    expect(above!.y + above!.height).toBeLessThan(below!.y);
  }
  await detail.getByRole('button', { name: 'Reject' }).click();
  await detail.getByRole('button', { name: /went to another address/ }).scrollIntoViewIfNeeded();
  await detail.getByRole('button', { name: /^The amount that arrived differs/ }).click();
  await expect(detail.getByRole('button', { name: /^Reject \$61\.00/ })).toBeInViewport({ ratio: 1 });
  await Promise.all([context.close(), admin.close()]);
});

test('a link to one withdrawal shows it, below the form of another one, on a phone', async ({ browser, portal }) => {
  const { context, page, email } = await newClient(browser, portal, { dollars: 90 });
  await confirmAddress(context.request, portal, email);
  const to = { networkName: 'TRC20', networkAddress: 'TY2vSS32yNiWm21bQgTWp5mVryNQoVRGqk', password };
  const { withdrawal } = await ok(context.request.post('/kimi/apply-withdrawal', { data: { amount: 20, ...to } }));
  const { applyId } = withdrawal as { applyId: string };
  await page.setViewportSize(phone);
  await page.goto(`/kimi/wallet/withdraw?q=${applyId}&open=true`);
  await expect(page.getByRole('row').filter({ hasText: applyId })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Submitted')).toBeInViewport();
  await context.close();
});

test('a press in the moment before the result is drawn makes no second order', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal, { dollars: 1_000 });
  await page.goto('/google/accountManage/accountList/creategoogleads');
  await page.getByLabel('Gmail').fill('buyer@gmail.com');
  const create = page.getByRole('button', { name: 'Create ads' });
  // A slow phone draws the result in steps; whoever presses as soon as the button lets them, presses in between.
  await create.evaluate((button: HTMLButtonElement) => {
    let busy = false;
    new MutationObserver(() => {
      const now = button.dataset['loading'] !== undefined;
      if (busy && !now) setTimeout(() => button.click());
      busy = now;
    }).observe(button, { attributes: true });
  });
  await create.click();
  await expect(page.getByRole('heading', { name: 'Your order is in review' })).toBeVisible();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const { total } = await ok(context.request.get('/get-google-ads'));
  expect(total).toBe(1);
  await context.close();
});

test('a top-up that is rejected while one looks at it is sent again from there', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal, {});
  const admin = await adminOf(browser, portal);
  await setNetwork(admin, portal, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  const dialog = await toTransfer(page, '60');
  const wrong = hash().slice(1);
  const hint = 'This looks like a transaction hash with a missing, extra or wrong character. Please copy it again.';
  await dialog.getByLabel('Transaction ID').fill(wrong);
  await expect(dialog.getByText(hint)).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  // Once in the summary and once at the field.
  await expect(dialog.getByText(hint)).toHaveCount(2);
  await dialog.getByLabel('Transaction ID').fill(hash());
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText('Thank you, we are looking for your transfer')).toBeVisible();
  const { transactions } = (await ok(context.request.get('/get-transaction-details-of-user'))) as unknown as {
    transactions: { applyId: string }[];
  };
  const { applyId } = transactions[0]!;
  const data = { remarks: 'Nothing arrived.' };
  await ok(admin.request.put(`/approve-transaction?id=${applyId}&action=reject`, { data }));
  await expect(dialog.getByText('Your top-up was rejected')).toBeVisible();
  await dialog.getByRole('link', { name: 'Send again' }).click();
  await expect(page.getByRole('dialog', { name: `Send ${applyId} again` })).toBeVisible();
  await expect(dialog.getByLabel('Amount in US dollars')).toHaveValue('60.00');
  await Promise.all([context.close(), admin.close()]);
});

test('what was wrong with a form is no longer said once it is sent again', async ({ browser, portal }) => {
  const { context, page, email } = await newClient(browser, portal, { dollars: 80 });
  const admin = await adminOf(browser, portal);
  const ours = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  await setNetwork(admin, portal, ours);
  await confirmAddress(context.request, portal, email);
  await page.goto('/kimi/wallet/withdraw');
  const ask = async (to: string, secret: string) => {
    await page.getByLabel('Your USDT address').fill(to);
    await page.getByRole('textbox', { name: 'Your password' }).fill(secret);
    await page.getByRole('button', { name: 'Ask for withdrawal' }).click();
    await page.getByRole('button', { name: 'Yes, withdraw' }).click();
  };
  await page.getByRole('textbox', { name: 'Amount' }).fill('50');
  await ask(ours, password);
  const first = toastOn(page, /This is an address of ours/);
  await expect(first).toBeVisible();
  await ask('TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', `not ${password}`);
  await expect(toastOn(page, 'This is not your current password.')).toBeVisible();
  await expect(first).toHaveCount(0);
  await Promise.all([context.close(), admin.close()]);
});

test('on a phone the menu closes for the page one is on, too', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal, { look: { viewport: phone } });
  await page.goto('/dashboard');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  for (let time = 0; time < 2; time++) {
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await menu.getByRole('link', { name: '2FA Tool' }).click();
    await expect(menu).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: '2FA Tool' })).toBeVisible();
  }
  await context.close();
});

test('what is new at once is called decided only if it was', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal, { dollars: 200 });
  const admin = await adminOf(browser, portal);
  await openAccounts(context, admin, [15, 15]);
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: /^Notices/ })).toBeVisible();
  // Both are written before the bell asks.
  let letGo = () => {};
  const free = new Promise<void>((done) => (letGo = done));
  await page.route('**/kimi/get-notices*', async (route) => (await free, await route.continue()));
  const { accounts } = await ok(context.request.get('/kimi/get-ad-accounts'));
  for (const { _id } of accounts as unknown as { _id: string }[]) {
    const data = { state: 'Suspended', reason: 'The platform asks for a proof.' };
    await ok(admin.request.put(`/kimi/account-state?id=${_id}`, { data }));
  }
  letGo();
  await expect(toastOn(page, '2 new notices')).toBeVisible();
  await Promise.all([context.close(), admin.close()]);
});
