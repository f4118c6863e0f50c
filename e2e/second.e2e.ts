/** The second pair of eyes: one inbox of everything that waits for another admin. */
import { adminOf, approveAccounts, newAdmin, newClient, ok, orderAccounts, toastOn, topUp } from './people.ts';
import { expect, test } from './portal.ts';

// It leaves the second pair of eyes on, which other journeys do not expect.
test.use({ alone: 'second' });

type Settings = { settings: { secondPair: Record<string, unknown> } & Record<string, unknown> };

test('what waits stands in one inbox: its author takes it back, a colleague confirms or says why not, on a phone', async ({
  browser,
  portal,
}) => {
  const first = await adminOf(browser, portal);
  const second = await newAdmin(browser, portal, first, {
    name: 'Wei',
    look: { viewport: { width: 375, height: 812 } },
  });
  const { settings } = (await (await first.request.get('/kimi/get-settings')).json()) as Settings;
  const on = { ...settings, secondPair: { ...settings.secondPair, on: true } };
  await ok(first.request.put('/kimi/update-settings', { data: on }));
  const client = await newClient(browser, portal, { name: 'Ana Inbox' });
  const correct = async (amount: number, reason: string) => {
    const data = { userId: client.userId, kind: 'goodwill', amount, reason };
    await ok(first.request.post('/kimi/apply-correction', { data }));
  };
  await correct(5, 'For the delay.');
  await correct(6, 'For the trouble.');
  await correct(7, 'By mistake.');
  const applyId = await topUp(client.context.request, 40);
  await ok(first.request.put(`/approve-transaction?id=${applyId}&action=approve`, { data: {} }));
  await ok(first.request.put('/kimi/reverse-request', { data: { applyId, reason: 'It never arrived.' } }));

  const page = await first.newPage();
  await page.goto(`/admin/requests/${applyId}`);
  await expect(page.getByText('Asked by Ana Inbox')).toBeVisible();
  await page.goto('/admin/proposals');
  const own = page.getByRole('region', { name: 'Yours, waiting for a colleague' });
  await expect(own.getByRole('listitem')).toHaveCount(4);
  await expect(page.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  // The menu counts what one can decide oneself.
  await expect(page.getByRole('link', { name: /^Second Admin/ }).first()).toHaveText('Second Admin');
  await own.getByRole('listitem').filter({ hasText: 'By mistake.' }).getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(own.getByRole('listitem')).toHaveCount(3);

  // Whoever wants to approve one's own and types on decides nothing: an "r" among the letters would reject it.
  await page.goto('/admin/queue');
  const row = page.getByRole('button', { name: /^Goodwill credit/ }).filter({ hasText: 'For the delay.' });
  await row.click();
  const detail = page.getByRole('region', { name: 'The request in focus' });
  await expect(detail.getByText('For the delay.').first()).toBeVisible();
  await page.keyboard.press('a');
  await expect(detail.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.type('tron-rk');
  await expect(detail.getByLabel('Reason for the client')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(detail.getByRole('button', { name: 'Reject' })).toBeVisible();
  const { requests } = await (await first.request.get('/kimi/get-queue?kind=goodwill')).json();
  expect(requests).toHaveLength(2);

  const phone = await second.newPage();
  await phone.goto('/admin/proposals');
  const mine = phone.getByRole('region', { name: 'For you to decide' });
  await expect(mine.getByRole('listitem')).toHaveCount(3);
  const reversal = mine.getByRole('listitem').filter({ hasText: applyId });
  await expect(reversal).toContainText('Reason: It never arrived.');
  await expect(reversal).toContainText('Approved');
  await expect(reversal).toContainText('Reversed');
  await reversal.getByRole('button', { name: 'Refuse' }).click();
  const dialog = phone.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await expect(dialog.getByText('Please say why. The admin who proposed it reads this.')).toBeVisible();
  await dialog.getByLabel('Why').fill('It did arrive.');
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await expect(toastOn(phone, 'Refused.')).toBeVisible();
  await expect(mine.getByRole('listitem')).toHaveCount(2);

  // By keyboard.
  await mine
    .getByRole('listitem')
    .filter({ hasText: 'For the delay.' })
    .getByRole('button', { name: 'Confirm' })
    .focus();
  await phone.keyboard.press('Enter');
  await expect(dialog).toContainText('Confirm this as the second admin?');
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeFocused();
  // Pressed before anybody can have read it, it answers nothing.
  await expect(async () => {
    await phone.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0, { timeout: 300 });
  }).toPass();
  await expect(mine.getByRole('listitem')).toHaveCount(1);
  const wallet = async () => (await (await client.context.request.get('/kimi/get-wallet-of-user')).json()).users.wallet;
  expect(await wallet()).toBe(45);
  const { width } = await phone.locator('main').evaluate((main) => ({ width: main.scrollWidth }));
  expect(width).toBeLessThanOrEqual(375);

  // Prices that wait stand where they were asked for, so that nobody asks again.
  await page.goto(`/admin/users/${client.userId}`);
  const [ask, fee, rate] = [page.getByRole('dialog'), page.getByLabel('Opening fee'), page.getByLabel('Top-up fee, %')];
  const save = async (why: string) => {
    await page.getByRole('button', { name: 'Save prices' }).click();
    await ask.getByLabel('Why').fill(why);
    await ask.getByRole('button', { name: 'Save prices' }).click();
    await expect(ask).toHaveCount(0);
  };
  const waiting = page.getByRole('alert').filter({ hasText: 'another admin has to confirm' });
  await fee.fill('0');
  await save('Nothing to open.');
  await expect(waiting).toContainText('$0.00');
  // What is proposed next is what its window shows, and nothing of what was proposed before.
  await rate.fill('12');
  await page.getByRole('button', { name: 'Save prices' }).click();
  await expect(ask).toContainText('This replaces the prices that you asked for before, which still wait.');
  await expect(ask).toContainText('An order with $100.00 would cost $142.00; it costs $145.00 today.');
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await expect(ask).toHaveCount(0);
  await save('A lower rate.');
  await expect(waiting).toContainText('12%');
  await expect(waiting).not.toContainText('$0.00');
  await fee.fill('7');
  await rate.fill('12');
  await save('Loads much.');
  await expect(waiting).toContainText('$7.00');
  await waiting.getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Yours, waiting for a colleague' })).toContainText('$7.00');

  // A form that is open meanwhile reckons with what holds, without being loaded again.
  await client.page.goto('/google/accountManage/applyAd');
  await expect(client.page.getByText('Top-up fee (15%)').first()).toBeVisible();

  // Once they hold, it stands there who wanted them, who confirmed them, and why.
  await phone.goto('/admin/proposals');
  await mine.getByRole('listitem').filter({ hasText: 'Loads much.' }).getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(toastOn(phone, 'Confirmed.')).toBeVisible();
  await expect(client.page.getByText('Top-up fee (12%)').first()).toBeVisible();
  await phone.goto(`/admin/users/${client.userId}#prices`);
  const prices = phone.getByRole('list', { name: 'Prices so far' }).getByRole('listitem');
  await expect(prices).toHaveCount(1);
  await expect(prices).toContainText('Opening fee $7.00, top-up fee 12%');
  await expect(prices).toContainText(/, set by .+, confirmed by .+: Loads much\./);
  // The client is told the fees and not why, and finds them where they order.
  await client.page.goto('/dashboard/notices');
  await client.page.getByRole('link', { name: /an opening fee of \$7\.00 \(until now \$30\.00\)/ }).click();
  await expect(client.page).toHaveURL(/applyAd$/);
  await expect(client.page.getByText('$7.00').first()).toBeVisible();
  await client.page.goto('/homepage');
  await expect(client.page.getByText('$30 to open an order, 15% on what you deposit').first()).toBeVisible();

  // A window that asks closes when another proposal takes the place of what it is about.
  const propose = (networkAddress: string) => {
    const data = { networkName: 'TRC20', networkAddress, password: portal.admin.password };
    return ok(first.request.put('/update-network-details', { data }));
  };
  const [good, other] = ['TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'] as const;
  await propose(good);
  await phone.goto('/admin/accountmanage/changenetwork');
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText(good)).toBeVisible();
  await propose(other);
  await expect(dialog).toHaveCount(0);
  await expect(phone.getByText(other).first()).toBeVisible();

  // What nobody knows of an ad account is asked of whoever undoes its order, and of the second admin as well.
  const order = await orderAccounts(client.context, [15]);
  const [adsId] = await approveAccounts(first, order, 1);
  const rows = Buffer.from(`Day,Customer ID,Currency code,Cost\n2026-01-01,${adsId},USD,5\n`);
  const file = { name: 'spend.csv', mimeType: 'text/csv', buffer: rows };
  await ok(first.request.post('/kimi/import-spend', { multipart: { platform: 'Google', dry: 'false', file } }));
  const looked = 'I have looked at the platform: this much is left there.';
  await page.goto(`/admin/requests/${order}`);
  await page.getByRole('button', { name: 'Reverse approval' }).click();
  await ask.getByLabel('Reason, which the client reads').fill('The wrong client.');
  await expect(ask.getByLabel(looked)).toHaveCount(0);
  await ask.getByRole('button', { name: 'Reverse approval' }).click();
  await expect(ask).toContainText('Nobody has imported what this ad account spent.');
  await ask.getByLabel(looked).check();
  await ask.getByRole('button', { name: 'Reverse approval' }).click();
  await expect(page.getByText('You want to reverse this; another admin has to confirm')).toBeVisible();
  await phone.goto('/admin/proposals');
  await mine.getByRole('listitem').filter({ hasText: order }).getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toContainText('Nobody has imported what this ad account spent.');
  await dialog.getByLabel(looked).check();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(toastOn(phone, 'Confirmed.')).toBeVisible();
  await Promise.all([first, second, client.context].map((context) => context.close()));
});
