/** A day's work in the queue: twenty requests without a mouse, another admin who was faster, and many at once. */
import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test';
import { busyFactor } from '#server/busy.testing.server.ts';
import { adminOf, newAdmin, newClient, ok, openAccounts, topUp } from './people.ts';
import { expect, test, type Portal } from './portal.ts';

/** A client whose name no other row shows. */
async function aClient(browser: Browser, portal: Portal) {
  const { context, name } = await newClient(browser, portal, { name: `Ana ${randomBytes(3).toString('hex')}` });
  return { context, request: context.request, name };
}
type Client = Awaited<ReturnType<typeof aClient>>;

/** Those that still wait; a decided one stays in its place while somebody is at the list. */
const rows = (page: Page) => page.getByRole('list', { name: 'Waiting requests' }).locator('li:not([data-settled])');
const said = (page: Page, text: RegExp | string) => page.getByRole('region', { name: 'Results' }).getByText(text);

/** Everything that another test left waiting, out of the way. */
async function clear(admin: BrowserContext): Promise<void> {
  const { requests } = await (await admin.request.get('/kimi/get-queue?limit=200')).json();
  const items = requests.map(({ applyId }: { applyId: string }) => ({ applyId, remarks: 'out of the way' }));
  if (items.length > 0) await admin.request.put('/kimi/decide-requests', { data: { action: 'reject', items } });
}

test('twenty mixed requests are decided by keyboard, all right', { tag: '@long' }, async ({ browser, portal }) => {
  test.setTimeout(300_000);
  const admin = await adminOf(browser, portal);
  await clear(admin);
  const client = await aClient(browser, portal);
  await admin.request.put(`/approve-transaction?id=${await topUp(client.request, 5_000)}&action=approve`, { data: {} });
  for (let n = 0; n < 10; n++) {
    await topUp(client.request, 10 + n);
    const row = { domain: `shop${n}.example.com`, outlookMail: 'a@outlook.com', deposit: 15 };
    expect((await client.request.post('/create-bing-ads', { data: { adNum: 1, adsDetails: [row] } })).ok()).toBe(true);
  }
  const page = await admin.newPage();
  await page.goto('/admin/queue');
  await expect(rows(page)).toHaveCount(20);
  const started = Date.now();
  const [meant, pressed] = [{} as Record<string, string>, [] as string[]];
  let thoughts = 0;
  for (let left = 20; left > 0; left--) {
    const focused = page.locator('[aria-current="true"]');
    const text = (await focused.textContent()) ?? '';
    // What there is to know of it is read first: whose it is, what they hold, what was sent or ordered.
    const card = page.getByRole('region', { name: 'The request in focus' });
    const isOrder = text.includes('ad application');
    for (const fact of ['Client', 'Held for requests', isOrder ? 'Order' : 'Transaction ID'])
      await expect(card.getByText(fact, { exact: true }).first()).toBeVisible();
    // Every fifth is rejected with a reason, the others are approved with what their kind needs.
    const reject = left % 5 === 0;
    meant[/(?:TU|BA)-\w{4}-\w{4}/.exec(text)![0]] = reject ? 'Rejected' : 'Approved';
    const adsId = isOrder ? [...`bing-${randomBytes(4).toString('hex')}`] : [];
    const keys = reject ? ['r', '1', 'Enter'] : ['a', ...adsId, 'Enter'];
    for (const key of keys) await page.keyboard.press(key);
    pressed.push(...keys);
    // Three facts and the verdict, and the reason, or where the Ads ID comes from.
    thoughts += 4 + (reject || isOrder ? 1 : 0);
    await expect(rows(page)).toHaveCount(left - 1);
  }
  const seconds = Math.round((Date.now() - started) / 1_000);
  // A person's time by the keystroke-level model: 0.28 s a key, 1.35 s a thought (docs/bench.md). What the machine
  // took is printed beside it, as no test measures time; most of it passes while a person reads.
  const hands = Math.round(pressed.length * 0.28 + thoughts * 1.35);
  expect(hands).toBeLessThan(180);
  const { requests } = await (await admin.request.get('/kimi/get-queue?state=decided&sort=-createdAt&limit=50')).json();
  const became = new Map(requests.map((each: { applyId: string; state: string }) => [each.applyId, each.state]));
  expect(Object.keys(meant)).toHaveLength(20);
  for (const [applyId, state] of Object.entries(meant))
    expect([applyId, became.get(applyId)]).toEqual([applyId, state]);
  console.log(`20 right: ${pressed.length} keys, ${thoughts} thoughts: ${hands} s by hand, ${seconds} s by script`);
  await expect(page.getByText('Nothing waits for a decision.')).toBeVisible();
  await admin.close();
});

/** A client's wallet as the client sees it. */
async function walletOf(request: APIRequestContext): Promise<number> {
  return (await (await request.get('/kimi/get-wallet-of-user')).json()).users.wallet;
}

test('a verdict stays with the request that was looked at, whatever happens to the list meanwhile', async ({
  browser,
  portal,
}) => {
  const admin = await adminOf(browser, portal);
  await clear(admin);
  // Two clients of one name.
  const clients = await Promise.all([1, 2].map(() => newClient(browser, portal, { name: 'Ana Twin' })));
  const [first] = [await topUp(clients[0]!.context.request, 51), await topUp(clients[1]!.context.request, 52)];
  const page = await admin.newPage();
  await page.goto('/admin/queue');
  await expect(rows(page)).toHaveCount(2);
  for (const [at, { email }] of clients.entries()) await expect(rows(page).nth(at).getByText(email)).toBeVisible();
  await page.keyboard.press('a');
  const detail = page.getByRole('region', { name: 'The request in focus' });
  await expect(detail.getByRole('button', { name: 'Credit $51.00 to Ana Twin' })).toBeFocused();
  await expect(detail.getByText(clients[0]!.email).first()).toBeVisible();
  await admin.request.put('/kimi/decide-requests', {
    data: { action: 'reject', items: [{ applyId: first, remarks: 'It did not arrive.' }] },
  });
  await expect(page.getByText('decided this: Rejected.')).toBeVisible();
  for (const key of ['Enter', 'a', 'Enter']) await page.keyboard.press(key);
  expect(await walletOf(clients[1]!.context.request)).toBe(0);
  // The next one is chosen, not slipped in.
  await page.getByRole('button', { name: 'Next request' }).click();
  await expect(rows(page).getByRole('button')).toBeFocused();
  await page.keyboard.press('a');
  await detail.getByLabel('Amount that arrived, if another').fill('48,5');
  await detail.getByLabel('Why another amount is credited').fill('The network took its part.');
  await detail.getByRole('button', { name: 'Credit $48.50 to Ana Twin' }).click();
  await expect(page.getByText('Nothing waits for a decision.')).toBeVisible();
  expect(await walletOf(clients[1]!.context.request)).toBe(48.5);
  await admin.close();
});

test('the focus goes on with the keys, over pages and back from a form, and ready sentences need no mouse @long', async ({
  browser,
  portal,
}) => {
  const admin = await adminOf(browser, portal);
  await clear(admin);
  const client = await aClient(browser, portal);
  const ids: string[] = [];
  for (let n = 0; n < 26; n++) ids.push(await topUp(client.request, 10 + n));
  const page = await admin.newPage();
  await page.goto('/admin/queue');
  await expect(rows(page)).toHaveCount(25);
  const button = (id: string) => rows(page).getByRole('button').filter({ hasText: id });
  // Below the last row of a page comes the first of the next one.
  for (let row = 0; row < 25; row++) await page.keyboard.press('j');
  await expect(button(ids[25]!)).toHaveAttribute('aria-current', 'true');
  // What is picked on a page is kept and added up on another.
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(button(ids[0]!)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('x');
  await expect(page.getByText('2 selected, $45.00')).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.keyboard.press('j');
  await expect(button(ids[1]!)).toBeFocused();
  await page.keyboard.press('r');
  await page.keyboard.press('Escape');
  await expect(button(ids[1]!)).toBeFocused();
  await page.keyboard.press('r');
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByLabel('Reason for the client')).toHaveValue(
    'The amount that arrived differs from the amount you entered.',
  );
  await page.keyboard.press('Enter');
  await expect(button(ids[2]!)).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('next / previous request');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search')).toBeFocused();
  await page.keyboard.type(ids[25]!);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  // What was in focus before is not on this page; it is not said to be gone.
  await expect(page.getByRole('region', { name: 'The request in focus' }).getByText('$35.00').first()).toBeVisible();
  await expect(page.getByText('This request is no longer waiting.')).toHaveCount(0);
  await clear(admin);
  await admin.close();
});

test('a request that another admin decided says so by itself, and is not decided twice', async ({
  browser,
  portal,
}) => {
  const admin = await adminOf(browser, portal);
  await clear(admin);
  const name = `Wei ${randomBytes(2).toString('hex')}`;
  const other = await newAdmin(browser, portal, admin, { name });
  const client = await aClient(browser, portal);
  const applyId = await topUp(client.request, 77);
  const page = await admin.newPage();
  await page.goto('/admin/queue');
  await rows(page).getByRole('button').click();
  await other.request.put(`/kimi/look-at-request?applyId=${applyId}`);
  await expect(page.getByText(`${name} is looking at this`).first()).toBeVisible();
  await other.request.put('/kimi/decide-requests', {
    data: { action: 'reject', items: [{ applyId, remarks: 'It did not arrive.' }] },
  });
  await expect(page.getByText(`${name} decided this: Rejected.`)).toBeVisible({ timeout: 3_000 * busyFactor() });
  const late = await admin.request.put('/kimi/decide-requests', { data: { action: 'approve', items: [{ applyId }] } });
  const [again] = (await late.json()).results;
  expect(again).toMatchObject({ done: false, state: 'Rejected', message: 'Transaction is already completed.' });
  await Promise.all([admin.close(), other.close()]);
});

test('many are approved at once, with the total before and a result for each after', async ({ browser, portal }) => {
  const admin = await adminOf(browser, portal);
  await clear(admin);
  const client = await aClient(browser, portal);
  for (const dollars of [5, 10, 20, 30.5]) await topUp(client.request, dollars);
  const page = await admin.newPage();
  await page.goto('/admin/queue');
  const boxes = page.getByRole('checkbox', { name: /^Select TU-/ });
  await expect(boxes).toHaveCount(4);
  for (const box of await boxes.all()) await box.check();
  await expect(page.getByText('4 selected, $65.50')).toBeVisible();
  // What is decided by itself meanwhile is not decided with the others once more.
  const detail = page.getByRole('region', { name: 'The request in focus' });
  await detail.getByRole('button', { name: 'Approve' }).click();
  await detail.getByRole('button', { name: /^Credit \$5\.00/ }).click();
  await expect(page.getByText('3 selected, $60.50')).toBeVisible();
  await page.getByText('3 selected, $60.50').locator('..').getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Approve 3 requests, $60.50 in' }).click();
  await expect(dialog.getByText('Approved.')).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('Nothing waits for a decision.')).toBeVisible();
  expect(await walletOf(client.request)).toBe(65.5);
  // A refund or deposit is judged by what its ad account holds.
  const [adsId] = await openAccounts(client.context, admin, [15]);
  await ok(client.request.post('/kimi/apply-refund', { data: { adsId, amount: 5, adType: 'Google' } }));
  await ok(client.request.post('/kimi/create-google-adDeposit', { data: { adsId, money: 10, adType: 'Google' } }));
  await page.goto(`/admin/queue?q=${adsId}`);
  for (const [kind, holds] of Object.entries({ refund: 'besides the $5.00 asked for here', deposit: '' })) {
    await rows(page).getByRole('button').filter({ hasText: kind }).click();
    await expect(detail).toContainText(`In this ad account$10.00${holds}`);
  }
  await admin.close();
});

test("an admin opens a client's area with a reason, sees whose it is, changes nothing, and stops @long", async ({
  browser,
  portal,
}) => {
  const admin = await adminOf(browser, portal);
  const client = await aClient(browser, portal);
  const page = await admin.newPage();
  await page.goto(`/admin/dashboard/UserAdsInformation?q=${encodeURIComponent(client.name)}`);
  await page.getByRole('button', { name: `Login as ${client.name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Open account' }).click();
  await expect(dialog.getByText('Please say why you open this account.')).toBeVisible();
  await dialog.getByLabel('Why do you open this account?').fill('The client asked about a deposit.');
  await dialog.getByRole('button', { name: 'Open account' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const visit = page.getByRole('region', { name: `You are looking at the account of ${client.name}.` });
  await expect(visit).toContainText(/ minutes left/);
  await page.goto('/kimi/wallet/statement');
  await expect(visit).toContainText(/ minutes left/);
  const write = await admin.request.put('/kimi/update-profile', { data: { mobile: '12345' } });
  expect(write.status()).toBe(403);
  await page.getByRole('button', { name: /Stop/ }).click();
  await expect(page).toHaveURL(/\/admin\//);
  await expect(said(page, 'error')).toHaveCount(0);
  await admin.close();
});

test('a top-up approved in its row hands the focus to the next one', async ({ browser, portal }) => {
  const admin = await adminOf(browser, portal);
  const client = await aClient(browser, portal);
  const [first, next] = [await topUp(client.request, 31), await topUp(client.request, 32)];
  const page = await admin.newPage();
  await page.goto(`/admin/transactions/pending?q=${encodeURIComponent(client.name)}`);
  await page.getByRole('button', { name: new RegExp(`^Approve ${first}`) }).focus();
  // The key is held down from here on, and comes again and again: it opens what it is about, and decides nothing.
  for (let times = 0; times < 3; times++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  const submit = page.getByRole('button', { name: 'Submit' });
  await expect(submit).toBeFocused();
  await page.keyboard.down('Enter');
  await expect(said(page, 'Transaction approved successfully!')).toBeVisible();
  await expect(page.getByRole('button', { name: new RegExp(`^Approve ${next}`) })).toBeFocused();
  // The key is still held down, and comes again and again.
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(sent).toEqual([]);
  const { transactions } = await (await admin.request.get(`/get-transaction-details?q=${next}`)).json();
  expect(transactions).toMatchObject([{ applyId: next, state: 'Pending' }]);
  // What was decided says so where its age stood.
  await page.getByLabel('State').selectOption('Approved');
  await expect(page.getByRole('row', { name: new RegExp(first) }).getByText('Approved', { exact: true })).toBeVisible();
  await admin.close();
});

/**
 * A mistaken approval, undone by two admins: one says why, the other finds it in the queue, reads why, and confirms.
 */
async function reverse(page: Page, other: Page, client: Client, second: string): Promise<void> {
  const applyId = await topUp(client.request, 70);
  await page.request.put(`/approve-transaction?id=${applyId}&action=approve`, { data: {} });
  await page.goto(`/admin/requests/${applyId}`);
  await page.getByRole('button', { name: 'Reverse approval' }).click();
  await page.getByLabel('Reason, which the client reads').fill('The transfer never arrived.');
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse approval' }).click();
  await expect(page.getByText('You want to reverse this; another admin has to confirm')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm', exact: true })).toHaveCount(0);

  await other.goto('/admin/queue');
  await other.getByRole('link', { name: new RegExp(applyId) }).click();
  await expect(other.getByRole('definition').filter({ hasText: 'The transfer never arrived.' })).toBeVisible();
  await other.getByRole('button', { name: 'Confirm', exact: true }).click();
  const dialog = other.getByRole('dialog', { name: `Reverse $70.00 of ${client.name}?` });
  await expect(dialog.getByText('The transfer never arrived.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(other.getByText(`Reversed by ${second}`)).toBeVisible();
  expect(await walletOf(client.request)).toBe(0);
}

/** A new address for clients' money: one admin proposes it, the other compares it once more before clients see it. */
async function changeNetwork(page: Page, other: Page, portal: Portal): Promise<void> {
  const data = {
    networkName: 'TRC20',
    networkAddress: 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9',
    password: portal.admin.password,
  };
  expect((await page.request.put('/kimi/update-network-details', { data })).status()).toBe(202);
  await page.goto('/admin/accountmanage/changenetwork');
  await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  await other.goto('/admin/accountmanage/changenetwork');
  await other.getByRole('button', { name: 'Confirm' }).click();
  const dialog = other.getByRole('dialog', { name: 'Show clients this address?' });
  await expect(dialog.getByText('oxb3m9')).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(other.getByText('A change waits for another admin')).toHaveCount(0);
  const { networkDetails } = await (await page.request.get('/kimi/get-network-details')).json();
  expect(networkDetails.networkAddress).toBe(data.networkAddress);
}

test('the second pair of eyes is switched off by two admins, never by one @long', async ({ browser, portal }) => {
  const admin = await adminOf(browser, portal);
  // Of the same name: whose proposal it is, is not told by that.
  const { username } = await (await admin.request.get('/kimi/me')).json();
  const second = await newAdmin(browser, portal, admin, { name: username });
  const [page, other] = [await admin.newPage(), await second.newPage()];
  const flip = async () => {
    await page.getByLabel('Ask for a second admin').click({ force: true });
    await page.getByRole('button', { name: 'Save settings' }).click();
    // What was, and what will be, before it is saved.
    const dialog = page.getByRole('dialog', { name: 'Save these changes?' });
    await expect(dialog.getByRole('definition')).toHaveText(/^(no → yes|yes → no)$/);
    await dialog.getByRole('button', { name: 'Save settings' }).click();
  };
  await page.goto('/admin/settings');
  // What cannot be saved takes the focus, however far up it stands.
  await page.getByLabel('Opening fee per order').fill('thirty');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByLabel('Opening fee per order')).toBeFocused();
  await page.getByLabel('Opening fee per order').fill('30');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(said(page, 'Nothing was changed.')).toBeVisible();
  await flip();
  await expect(said(page, 'Settings saved.')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'no → yes' })).toBeVisible();
  await reverse(page, other, await aClient(browser, portal), username);
  await changeNetwork(page, other, portal);

  await page.goto('/admin/settings');
  await flip();
  await expect(page.getByText('You proposed this. Nothing changes until another admin confirms it.')).toBeVisible();
  await expect(page.getByLabel('Ask for a second admin')).toBeChecked();
  await expect(page.getByRole('button', { name: 'Confirm', exact: true })).toHaveCount(0);

  await other.goto('/admin/settings');
  await other.getByRole('button', { name: 'Confirm', exact: true }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(other.getByText(`confirmed by ${username}`)).toBeVisible();
  // The first admin sees it without a reload.
  await expect(page.getByLabel('Ask for a second admin')).not.toBeChecked();
  await Promise.all([admin.close(), second.close()]);
});

test('at 1440 px Enter leads from the list to the request, and a number key chooses a ready reason, once @long', async ({
  browser,
  portal,
}) => {
  const admin = await adminOf(browser, portal, { viewport: { width: 1440, height: 900 } });
  await clear(admin);
  const client = await aClient(browser, portal);
  await topUp(client.request, 52);
  const page = await admin.newPage();
  await page.goto('/admin/queue');
  const detail = page.getByRole('region', { name: 'The request in focus' });
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('j');
  await expect(rows(page).getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(detail).toBeFocused();
  await page.keyboard.press('r');
  const reason = detail.getByLabel('Reason for the client');
  await expect(reason).toBeFocused();
  await page.keyboard.press('3');
  await expect(reason).toHaveValue('The transfer went to another address than ours.');
  await page.keyboard.type(' 2 days ago.');
  await expect(reason).toHaveValue('The transfer went to another address than ours. 2 days ago.');
  for (const key of ['Escape', 'a', 'k', 'j', 'r']) await page.keyboard.press(key);
  await expect(detail.getByRole('button', { name: 'Credit $52.00' })).toBeFocused();
  for (const key of ['Escape', 'r', '3', 'Enter']) await page.keyboard.press(key);
  await expect(said(page, /Rejected|rejected/).first()).toBeVisible();
});
