/** Answers that come late: who has gone on meanwhile loses nothing of what they write, and reads what came of it. */
import { randomBytes } from 'node:crypto';
import type { Browser, Page, Route } from '@playwright/test';
import {
  adminOf,
  breaks,
  failing,
  hold,
  newAdmin,
  newBuyer,
  newClient,
  ok,
  password,
  signIn,
  toastOn,
  topUp,
  vanishes,
} from './people.ts';
import { expect, test, type Portal } from './portal.ts';

// The last journey leaves the second pair of eyes on.
test.use({ alone: 'late' });

const decisions = '**/kimi/decide-requests';

const fails = (route: Route) =>
  route.fulfill({ status: 503, json: { message: 'Nobody can be asked now.', code: 'unavailable' } });

/** Top-ups of one client, and an admin. */
async function topUpsOf(browser: Browser, portal: Portal, amounts: readonly number[]) {
  const { context, name } = await newClient(browser, portal, { name: `Ana ${randomBytes(3).toString('hex')}` });
  const ids: string[] = [];
  for (const dollars of amounts) ids.push(await topUp(context.request, dollars));
  await context.close();
  const admin = await adminOf(browser, portal);
  return { admin, page: await admin.newPage(), ids, q: encodeURIComponent(name) };
}

/** Picks the first so many rows, and opens the window that approves them. */
async function approveFirst(page: Page, many: number): Promise<void> {
  const boxes = page.getByRole('checkbox', { name: /^Select TU/ });
  for (let n = 0; n < many; n++) await boxes.nth(n).check();
  await page.getByText(`${many} selected`).locator('..').getByRole('button', { name: 'Approve' }).click();
}

const rowsIn = (page: Page) =>
  page.getByRole('list', { name: 'Waiting requests' }).locator('li:not([data-settled]) > button');

test('an answer that comes late closes no verdict on another row, and moves nobody', async ({ browser, portal }) => {
  const { admin, page, ids, q } = await topUpsOf(browser, portal, [11, 12, 13, 14, 15]);
  await page.goto(`/admin/queue?q=${q}`);
  await expect(rowsIn(page)).toHaveCount(5);
  const letGo = await hold(page, decisions);
  for (const key of ['a', 'Enter']) await page.keyboard.press(key);
  const last = rowsIn(page).filter({ hasText: ids[4]! });
  await last.click();
  await page.keyboard.press('r');
  const reason = page.getByLabel('Reason for the client');
  await expect(reason).toBeFocused();
  await page.keyboard.type('The transfer ');
  letGo();
  await expect(toastOn(page, `${ids[0]}: Approved.`)).toBeVisible();
  await expect(rowsIn(page)).toHaveCount(4);
  await page.keyboard.type('rarely arrives');
  await expect(reason).toHaveValue('The transfer rarely arrives');
  await expect(last).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Enter');
  await expect(rowsIn(page)).toHaveCount(3);
  await expect(rowsIn(page).filter({ hasText: ids[3]! })).toHaveAttribute('aria-current', 'true');
  await admin.close();
});

test('what is refused late is said where it was typed, or names its request where one has gone on @long', async ({
  browser,
  portal,
}) => {
  const { admin, page, ids, q } = await topUpsOf(browser, portal, [21, 22, 23]);
  const said = 'Nobody can be asked now.';
  await page.goto(`/admin/queue?q=${q}`);
  await expect(rowsIn(page)).toHaveCount(3);
  let letGo = await hold(page, decisions, fails);
  const reason = page.getByLabel('Reason for the client');
  const cancel = page.getByRole('button', { name: 'Cancel' });
  // Each key once the one before it has done its work.
  await page.keyboard.press('r');
  await expect(reason).toBeVisible();
  await page.keyboard.press('1');
  await expect(reason).not.toHaveValue('');
  await page.keyboard.press('Enter');
  await expect(cancel).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(cancel).toBeDisabled();
  letGo();
  await expect(page.locator('form').getByText(said)).toBeVisible();
  await expect(reason).not.toHaveValue('');
  letGo = await hold(page, decisions, fails);
  await reason.press('Enter');
  await rowsIn(page).filter({ hasText: ids[1]! }).click();
  letGo();
  await expect(toastOn(page, `${ids[0]}: ${said}`)).toBeVisible();

  // In a list, too.
  await page.goto(`/admin/transactions/pending?q=${q}`);
  const remarks = page.getByRole('textbox', { name: new RegExp(ids[2]!) });
  await page.getByRole('button', { name: `Reject ${ids[2]}` }).click();
  letGo = await hold(page, '**/approve-transaction?*', fails);
  await remarks.fill('It never arrived.');
  for (const key of ['Enter', 'Escape']) await remarks.press(key);
  letGo();
  await expect(page.locator('tbody form').getByText(said)).toBeVisible();
  await expect(remarks).toHaveValue('It never arrived.');
  letGo = await hold(page, '**/approve-transaction?*', fails);
  await remarks.press('Enter');
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Review Queue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Review Queue' })).toBeVisible();
  letGo();
  await expect(toastOn(page, `${ids[2]}: ${said}`)).toBeVisible();
  await admin.close();
});

test('the window of many decisions stays until it can say what came of them @long', async ({ browser, portal }) => {
  const { admin, page, q } = await topUpsOf(browser, portal, [31, 32]);
  await page.goto(`/admin/queue?q=${q}`);
  await approveFirst(page, 2);
  const letGo = await hold(page, decisions);
  const window = page.getByRole('dialog');
  await window.getByRole('button', { name: 'Approve 2 requests' }).click();
  await expect(window.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await page.keyboard.press('Escape');
  letGo();
  await expect(window.getByText('Approved.')).toHaveCount(2);
  await admin.close();
});

test('many are decided as they are, and not as they were when they were picked @long', async ({ browser, portal }) => {
  const { admin, page, ids, q } = await topUpsOf(browser, portal, [31, 32, 33]);
  const rejected = (applyId: string) =>
    admin.request.put('/kimi/decide-requests', { data: { action: 'reject', items: [{ applyId, remarks: 'No.' }] } });
  await page.goto(`/admin/queue?q=${q}`);
  const boxes = page.getByRole('checkbox', { name: /^Select TU/ });
  await expect(boxes).toHaveCount(3);
  for (const box of await boxes.all()) await box.check();
  await rejected(ids[0]!);
  await page.getByText('3 selected').locator('..').getByRole('button', { name: 'Approve' }).click();
  const window = page.getByRole('dialog');
  await expect(window.getByText('One of them no longer waits for a decision.')).toBeVisible();
  await expect(window.getByRole('button', { name: 'Approve 2 requests, $65.00 in' })).toBeVisible();
  await rejected(ids[1]!);
  const one = window.getByRole('button', { name: 'Approve one request, $33.00 in' });
  await one.click();
  await expect(window.getByText('This has changed while it was open. Please read it again.')).toBeVisible();
  await one.click();
  await expect(window.getByText('Approved.')).toHaveCount(1);
  await admin.close();
});

test('a tick is for what was read with it, and a button that says something else is read again @long', async ({
  browser,
  portal,
}) => {
  const { admin, page, ids, q } = await topUpsOf(browser, portal, [61, 62]);
  const { context } = await newClient(browser, portal);
  let says = {};
  await failing(page, '**/kimi/get-queue?*', async (route) => {
    const { requests, ...rest } = await (await route.fetch()).json();
    const as = (row: { applyId: string }) => (row.applyId === ids[0] ? { ...row, ...says } : row);
    await route.fulfill({ json: { ...rest, requests: requests.map(as) } });
  });
  /** What is said of the first one from now on; whatever comes in makes the page ask again. */
  const say = async (more: object) => {
    says = more;
    await topUp(context.request, 1);
  };
  const first = { code: 'device', text: 'One thing is odd.' };
  await say({ signals: [first] });
  await page.goto(`/admin/queue?q=${q}`);
  await approveFirst(page, 2);
  const window = page.getByRole('dialog');
  const tick = window.getByRole('checkbox', { name: new RegExp(ids[0]!) });
  await tick.check();
  await expect(window.getByRole('button', { name: 'Approve 2 requests, $123.00 in' })).toBeVisible();
  await say({ signals: [first, { code: 'network', text: 'So is another.' }] });
  await expect(window.getByText('So is another.')).toBeVisible();
  await expect(tick).not.toBeChecked();
  await expect(window.getByRole('button', { name: 'Approve one request, $62.00 in' })).toBeVisible();
  await page.keyboard.press('Escape');

  await say({});
  await rowsIn(page).filter({ hasText: ids[0]! }).click();
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: /^Credit \$61\.00/ })).toBeFocused();
  await say({ amount: 19 });
  await expect(page.getByRole('button', { name: /^Credit \$19\.00/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('This has changed while it was open. Please read it again.')).toBeVisible();
  await Promise.all([context.close(), admin.close()]);
});

test('where no live hints are to be had, what waits is asked for all the same @long', async ({ browser, portal }) => {
  const { context, name } = await newClient(browser, portal, { name: `Ana ${randomBytes(3).toString('hex')}` });
  const admin = await adminOf(browser, portal);
  const page = await admin.newPage();
  await page.route('**/kimi/events', (route) => route.fulfill({ status: 503, body: '' }));
  await topUp(context.request, 71);
  const refused = page.waitForResponse('**/kimi/events');
  // What this page tells by itself makes it ask, too.
  await page.route('**/kimi/look-at-request?*', vanishes);
  await page.goto(`/admin/queue?q=${encodeURIComponent(name)}`);
  await expect(rowsIn(page)).toHaveCount(1);
  await refused;
  await page.waitForLoadState('networkidle');
  await topUp(context.request, 72);
  await expect(rowsIn(page)).toHaveCount(2);
  await Promise.all([context.close(), admin.close()]);
});

test('whoever decides all of the last page goes on with the one before @long', async ({ browser, portal }) => {
  const { admin, page, ids, q } = await topUpsOf(
    browser,
    portal,
    Array.from({ length: 26 }, (_, n) => 40 + n),
  );
  await page.goto(`/admin/queue?q=${q}&page=2`);
  await expect(rowsIn(page)).toHaveCount(1);
  for (const key of ['a', 'Enter']) await page.keyboard.press(key);
  await expect(rowsIn(page)).toHaveCount(25);
  await expect(page).not.toHaveURL(/page=/);
  await page.goto(`/admin/queue?page=9&q=${q}`);
  await expect(rowsIn(page)).toHaveCount(25);
  await page.goto(`/admin/transactions/pending?q=${q}&limit=8&page=7`);
  await expect(page.getByRole('row').filter({ hasText: ids[24]! })).toBeVisible();
  await expect(page).toHaveURL(/page=4/);
  await admin.close();
});

test('of two that are pressed one after the other both are done @long', async ({ browser, portal }) => {
  const { page, context, email } = await newClient(browser, portal);
  for (let n = 0; n < 2; n++) {
    const elsewhere = await browser.newContext({ baseURL: portal.address });
    await signIn(elsewhere.request, email, password);
    await elsewhere.close();
  }
  await page.goto('/dashboard/settings');
  const ends = page.getByRole('button', { name: /^End (?!all)/ });
  await expect(ends).toHaveCount(2);
  let letGo = await hold(page, '**/kimi/end-session?*');
  await ends.first().click();
  await ends.last().click();
  await expect(ends).toHaveCount(1);
  letGo();
  await expect(ends).toHaveCount(0);

  const ways = page.getByRole('switch', { name: 'By e-mail' });
  letGo = await hold(page, '**/kimi/update-notice-choices');
  for (const place of [0, 1]) await ways.nth(place).click({ force: true });
  await expect(toastOn(page, 'Your choice is saved.')).toHaveCount(1);
  letGo();
  await expect(toastOn(page, 'Your choice is saved.')).toHaveCount(2);
  await page.reload();
  for (const place of [0, 1]) await expect(ways.nth(place)).not.toBeChecked();

  // It stands as it was pressed until the page has heard of it.
  letGo = await hold(page, '**/kimi/get-notice-choices');
  await ways.first().click({ force: true });
  await expect(toastOn(page, 'Your choice is saved.')).toBeVisible();
  await expect(ways.first()).toBeChecked();
  letGo();
  await expect(ways.first()).toBeChecked();
  await context.close();
});

test('what is typed while a message or a note is on its way stays, also over a reload @long', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal);
  const applyId = await topUp(context.request, 40);
  const admin = await adminOf(browser, portal);
  const desk = await admin.newPage();
  for (const [at, address, call, label, button] of [
    [page, `/messages/${applyId}`, '**/kimi/write-message', 'Message to support', 'Send message'],
    [desk, `/admin/requests/${applyId}`, '**/kimi/write-note', 'Note for other admins', 'Save note'],
  ] as const) {
    await at.goto(address);
    const field = at.getByLabel(label);
    const send = at.getByRole('button', { name: button });
    const letGo = await hold(at, call);
    await field.fill('The transfer');
    await send.click();
    await field.fill('is on its way.');
    letGo();
    await expect(at.getByRole('listitem').filter({ hasText: 'The transfer' })).toBeVisible();
    await expect(field).toHaveValue('is on its way.');
    await at.reload();
    await expect(field).toHaveValue('is on its way.');
    await send.click();
    await expect(field).toHaveValue('');
  }
  await Promise.all([context.close(), admin.close()]);
});

test('what is sent again from the form one came back to is not made twice, though its answer came meanwhile', async ({
  browser,
  portal,
}) => {
  const { context, page, admin } = await newBuyer(browser, portal);
  await admin.close();
  for (const { address, link, label, typed, button, call, said, list } of [
    {
      address: '/google/accountManage/accountList',
      link: 'Create ad here',
      label: 'Gmail',
      typed: 'buyer@gmail.com',
      button: 'Create ads',
      call: '**/create-google-ads',
      said: 'Ads created successfully!',
      list: '/get-google-ads',
    },
    {
      address: '/google/finance/googleads-depositerecord',
      link: 'New deposit',
      label: 'Money',
      typed: '10',
      button: 'Deposit',
      call: '**/create-google-adDeposit',
      said: 'Deposit added successfully!',
      list: '/kimi/get-Google-adDeposit',
    },
  ]) {
    const total = async () => (await ok(context.request.get(list)))['total'] as number;
    const before = await total();
    await page.goto(address);
    const toForm = page.getByRole('main').getByRole('link', { name: link }).first();
    await toForm.click();
    const field = page.getByLabel(label);
    await field.fill(typed);
    const letGo = await hold(page, call);
    const send = page.getByRole('button', { name: button, exact: true });
    await send.click();
    await page.goBack();
    await toForm.click();
    await expect(field).toHaveValue(typed);
    await expect(page.getByText('No answer came to your last try.')).toBeVisible();
    letGo();
    await expect(toastOn(page, said)).toBeVisible();
    await send.click();
    await expect(toastOn(page, 'Your first try had arrived. It was not made a second time.')).toBeVisible();
    await expect(page).toHaveURL(/[?&]placed=/);
    expect(await total()).toBe(before + 1);
    // The next one is another one, and begins with nothing.
    await page.goto(address);
    await toForm.click();
    await expect(field).toHaveValue('');
  }
  await context.close();
});

test('a reason why a proposal is refused stays where it was typed, if it does not get through @long', async ({
  browser,
  portal,
}) => {
  const { admin, page, ids } = await topUpsOf(browser, portal, [5_000]);
  const other = await newAdmin(browser, portal, admin, { name: 'Wei' });
  const { settings } = (await (await admin.request.get('/kimi/get-settings')).json()) as { settings: object };
  const secondPair = { ...(settings as { secondPair: object }).secondPair, on: true };
  await ok(admin.request.put('/kimi/update-settings', { data: { ...settings, secondPair } }));
  const { userId } = await newClient(browser, portal);
  const data = { userId, kind: 'goodwill', amount: 5, reason: `For ${ids[0]}.` };
  await ok(other.request.post('/kimi/apply-correction', { data }));
  await page.goto('/admin/proposals');
  const proposal = page.getByRole('listitem').filter({ hasText: data.reason });
  await proposal.getByRole('button', { name: 'Refuse' }).click();
  const window = page.getByRole('dialog');
  await window.getByRole('textbox').fill('They were paid twice already.');
  await page.route('**/kimi/drop-proposal?*', breaks, { times: 1 });
  await window.getByRole('button', { name: 'Refuse' }).click();
  await expect(window.getByRole('alert')).toBeVisible();
  await expect(window.getByRole('textbox')).toHaveValue('They were paid twice already.');
  await window.getByRole('button', { name: 'Refuse' }).click();
  await expect(window).toHaveCount(0);
  await expect(proposal).toHaveCount(0);
  await Promise.all([admin.close(), other.close()]);
});
