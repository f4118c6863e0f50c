/** What no other journey presses: each button once, until whoever should see what came of it sees it. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { tronAddressOf } from '#network/addresses.ts';
import { adminOf, hash, newAdmin, newClient, ok, openAccounts, password, setNetwork } from './people.ts';
import { confirmAddress, guard, toastOn, topUp } from './people.ts';
import { expect, test } from './portal.ts';

// The chain is this file's own, and its last journey leaves the second pair of eyes on.
test.use({ alone: 'pressed-rest', watched: true });

const us = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

async function pageOf(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** Presses the button that is called so, and is told this. */
async function press(where: Page | Locator, name: string, said?: string): Promise<void> {
  const button = where.getByRole('button', { name, exact: true });
  await button.click();
  if (said !== undefined) await expect(toastOn(button.page(), said)).toBeVisible();
}

/** Fills in the window that is open, and presses there. */
async function answer(page: Page, fields: Record<string, string>, name: string, said?: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const [label, text] of Object.entries(fields)) await dialog.getByRole('textbox', { name: label }).fill(text);
  await press(dialog, name, said);
}

const gone = (what: Locator) => expect(what).toHaveCount(0);

/** What opens over the page of somebody who was signed out elsewhere. */
const askedAgain = (page: Page) => page.getByRole('dialog', { name: 'Please sign in again' });

async function signInAgain(page: Page): Promise<void> {
  await askedAgain(page).getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('an amount, a network and a pay link are taken back, and its payer sees it @long', async ({ browser, portal }) => {
  const admin = await adminOf(browser, portal);
  await setNetwork(admin, portal, us);
  const beside = { networkName: 'ERC20', networkAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', beside: true };
  const data = { ...beside, password: portal.admin.password };
  await ok(admin.request.put('/kimi/update-network-details', { data }));
  const { context } = await newClient(browser, portal);
  await ok(context.request.post('/kimi/declare-topup', { data: { amount: '250', networkName: 'TRC20' } }));
  const page = await pageOf(context, '/kimi/wallet/addmoney-table');
  const declared = page.getByRole('region', { name: /^Send exactly \$250\.\d\d$/ });
  await press(declared, 'Give up this amount');
  await answer(page, {}, 'Give up this amount', 'The amount was taken back.');
  await gone(declared);
  const payer = { firstName: 'Rui', lastName: 'Costa', emailId: 'rui@example.com', country: 'Portugal', money: '75' };
  const { newPaylink } = await ok(context.request.post('/kimi/create-paylink-individual', { data: payer }));
  const address = `/pay/${(newPaylink as { code: string }).code}`;
  const stranger = await pageOf(await browser.newContext({ baseURL: portal.address }), address);
  await expect(stranger.getByRole('radio', { name: 'ERC20' })).toBeVisible();
  const desk = await pageOf(admin, '/admin/accountmanage/changenetwork');
  await press(desk, 'Hide ERC20');
  await answer(desk, { 'Your password': data.password }, 'Hide', 'Network details updated successfully.');
  await gone(desk.getByRole('heading', { name: 'Offered beside it' }));
  await stranger.reload();
  await expect(stranger.getByText('Send only USDT, and only on TRC20.')).toBeVisible();
  await gone(stranger.getByRole('radio'));
  await page.goto('/kimi/wallet/paylink');
  await page.getByRole('button', { name: /^Show more of/ }).click();
  await press(page, 'Revoke');
  await answer(page, {}, 'Revoke', 'Paylink revoked successfully!');
  await expect(page.getByRole('row').filter({ hasText: 'rui@example.com' }).first()).toContainText('Revoked');
  await stranger.reload();
  await expect(stranger.getByText('This link takes no payments now.')).toBeVisible();
});

test('a top-up is looked at and approved on its page, and seen to after a fork @long', async ({ browser, portal }) => {
  const admin = await adminOf(browser, portal);
  await setNetwork(admin, portal, us);
  const { context, name } = await newClient(browser, portal, { name: 'Ana Fork' });
  const sent = hash();
  const applyId = await topUp(context.request, 60, sent);
  const page = await pageOf(context, '/kimi/wallet/addmoney-table');
  const desk = await pageOf(admin, `/admin/requests/${applyId}`);
  await expect(desk.getByText('Not seen yet').first()).toBeVisible();
  const event = { from: tronAddressOf('b'.repeat(40)), to: us, units: 60_000_000n };
  portal.chain!.send([event], { hash: sent, at: new Date(Date.now() + 1_000) });
  await press(desk, `Look again at ${applyId}`, 'The chain is looked at again.');
  await expect(desk.getByText(/^Matches: 60\.00 from T/).first()).toBeVisible();
  const decision = desk.getByRole('region', { name: 'Your decision' });
  await press(decision, 'Approve');
  await expect(decision.getByRole('button', { name: `Credit $60.00 to ${name}` })).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('region', { name: 'Decisions' })).toContainText('Approved by');
  await gone(decision);
  await expect(page.getByRole('banner').getByText('$60.00')).toBeVisible();
  await desk.goto(`/admin/transfers?q=${sent}`);
  const row = desk.getByRole('row').filter({ hasText: applyId });
  await expect(row).toContainText('Seen · 1 of 19');
  portal.chain!.reorganise(1);
  portal.chain!.mine(40);
  const lost = desk.getByText('A fork took back one transfer that had counted already.');
  // All nodes have to be without it for a minute.
  await expect(row).toContainText('It had counted, and a fork took it back', { timeout: 120_000 });
  await expect(lost).toBeVisible();
  await press(row, 'I have seen to 60.00 USDT', 'Noted that you have seen to it.');
  await expect(row).not.toContainText('It had counted');
  await expect(row).toContainText('Gone');
  await gone(lost);
});

test('a client is shut out and let in again, and without a code after a reset @long', async ({ browser, portal }) => {
  const admin = await adminOf(browser, portal);
  const { context, userId, email } = await newClient(browser, portal, { name: 'Ana Out' });
  const page = await pageOf(context, '/dashboard');
  const desk = await pageOf(admin, `/admin/users/${userId}`);
  await press(desk, 'Disable');
  const ended = 'The client was disabled and every session was ended.';
  await answer(desk, { 'Reason, for the audit log': 'They asked for it.' }, 'Disable', ended);
  await expect(desk.getByText('Sign-in is disabled since')).toBeVisible();
  await signInAgain(page);
  await expect(askedAgain(page).getByRole('alert')).toContainText('Login failed. Please check your credentials.');
  await press(desk, 'Enable', 'The client can sign in again.');
  await gone(desk.getByText('Sign-in is disabled since'));
  await signInAgain(page);
  await gone(askedAgain(page));
  await confirmAddress(context.request, portal, email);
  await guard(context.request);
  await desk.reload();
  await press(desk, 'Take two-factor sign-in off the account of Ana Out');
  const reset = 'Two-factor sign-in was taken off the account of Ana Out.';
  await desk.getByLabel('Current password', { exact: true }).fill(portal.admin.password);
  await answer(desk, { 'How do you know who asks?': 'We called them.' }, 'Take two-factor off', reset);
  await gone(desk.getByRole('button', { name: /^Take two-factor/ }));
  await signInAgain(page);
  await gone(askedAgain(page));
  await page.goto('/dashboard/settings');
  await expect(page.getByText('Switched off')).toBeVisible();
});

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

test('recovery codes are renewed, one session is ended, and two-factor is off @long', async ({ browser, portal }) => {
  const { context, email } = await newClient(browser, portal);
  await confirmAddress(context.request, portal, email);
  const old = await guard(context.request);
  const page = await pageOf(context, '/dashboard/settings');
  await press(page, 'New recovery codes');
  await answer(page, { Code: old[0]! }, 'New recovery codes');
  const codes = page.getByRole('dialog').getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const fresh = await codes.allTextContents();
  await page.getByLabel('I have kept them in a safe place').check();
  await press(page, 'Done');
  const [phone, laptop] = [
    await browser.newContext({ baseURL: portal.address, userAgent: iPhone }),
    await browser.newContext({ baseURL: portal.address, userAgent: windows }),
  ];
  const enter = ({ request }: BrowserContext, otp: string) =>
    request.post('/login-account', { data: { emailId: email, password, otp } });
  expect((await enter(phone, old[1]!)).ok()).toBe(false);
  await ok(enter(phone, fresh[0]!));
  await ok(enter(laptop, fresh[1]!));
  const there = await pageOf(phone, '/dashboard');
  await page.reload();
  await expect(page.getByText('8 of 10')).toBeVisible();
  await press(page, 'End Safari on iPhone', 'One session was ended.');
  await gone(page.getByRole('button', { name: 'End Safari on iPhone' }));
  await expect(page.getByRole('button', { name: 'End Firefox on Windows' })).toBeVisible();
  await expect(askedAgain(there)).toBeVisible();
  expect((await laptop.request.get('/kimi/me')).status()).toBe(200);
  await press(page, 'Switch off');
  await answer(page, { Password: password, Code: fresh[2]! }, 'Switch off', 'Two-factor sign-in is off.');
  await expect(page.getByText('Switched off')).toBeVisible();
  await signInAgain(there);
  await gone(askedAgain(there));
});

test('alerts are set, an appeal sent, a replacement taken back and begun anew @long', async ({ browser, portal }) => {
  const { context } = await newClient(browser, portal, { dollars: 500 });
  const admin = await adminOf(browser, portal);
  await openAccounts(context, admin, [100]);
  const { accounts } = await ok(context.request.get('/kimi/get-ad-accounts'));
  const [{ _id: id }] = accounts as [{ _id: string }];
  const page = await pageOf(context, `/accounts/${id}`);
  const alerts = page.getByRole('region', { name: 'When we tell you' });
  await press(alerts, 'Change');
  await page.getByLabel('For which accounts').selectOption('This account only');
  await answer(page, { 'Days left': '5', 'Money left': '20.50' }, 'Save', 'Saved.');
  await expect(alerts).toContainText('Below 5 days or $20.50. For this account only.');
  await press(alerts, 'Change');
  await page.getByLabel('For which accounts').selectOption('All my accounts');
  await answer(page, { 'Days left': '4' }, 'Save');
  await expect(alerts).toContainText('Below 4 days or $20.50. The same for all your accounts.');
  const data = { state: 'Suspended', reason: 'Google looks at it.' };
  await ok(admin.request.put(`/kimi/account-state?id=${id}`, { data }));
  const desk = await pageOf(admin, `/accounts/${id}`);
  await press(page, 'Appeal');
  await answer(page, { 'Your words to the platform': 'We changed the page.' }, 'Send the appeal');
  await expect(page.getByRole('heading', { name: 'The platform was asked to look again' })).toBeVisible();
  await expect(desk.getByText('We changed the page.')).toBeVisible();
  const asking = { data: { id, reason: 'Google is slow.' } };
  const { replacement } = await ok(context.request.post('/kimi/apply-replacement', asking));
  const waits = { name: 'Another account is on its way' };
  const both = [page.getByRole('heading', waits), desk.getByRole('heading', waits)];
  for (const each of both) await expect(each).toBeVisible();
  await press(page, `Take it back: ${(replacement as { applyId: string }).applyId}`);
  await expect(page.getByText('$100.00 goes back into this account at once.')).toBeVisible();
  for (const each of both) await expect(each).toBeAttached();
  await answer(page, {}, 'Take it back', 'You took your request back.');
  for (const each of both) await gone(each);
  await press(desk, 'Replace');
  const fields = { 'Reason, which the client reads': 'Google declined.' };
  await answer(desk, fields, 'Begin the replacement', 'Another account is asked for.');
  for (const each of both) await expect(each).toBeVisible();
  await expect(page.getByText('$100.00 of this account is set aside for it.')).toBeVisible();
});

test('notes are kept, a thread settled, a request let go, a view comes and goes @long', async ({ browser, portal }) => {
  const admin = await adminOf(browser, portal);
  const wei = await newAdmin(browser, portal, admin, { name: 'Wei' });
  const { context, userId } = await newClient(browser, portal, { name: 'Ana Notes' });
  const applyId = await topUp(context.request, 40);
  await ok(context.request.post('/kimi/write-message', { data: { applyId, text: 'Thank you!' } }));
  await ok(admin.request.put(`/kimi/take-request?applyId=${applyId}`));
  const desk = await pageOf(admin, `/admin/requests/${applyId}`);
  const story = await pageOf(wei, `/admin/users/${userId}`);
  const notes = story.getByRole('region', { name: 'Internal notes' });
  await desk.getByLabel('Note for other admins').fill('They call every week.');
  await press(desk, 'Save note', 'The note is saved.');
  await expect(notes.getByRole('listitem').filter({ hasText: applyId })).toContainText('They call every week.');
  await notes.getByLabel('Note for other admins').fill('Their bank is slow.');
  await press(notes, 'Save note', 'The note is saved.');
  await expect(notes.getByRole('listitem').first()).toContainText('Their bank is slow.');
  const waiting = (await pageOf(wei, '/messages')).getByRole('row').filter({ hasText: applyId });
  await expect(waiting).toContainText('Thank you!');
  await press(desk, 'Needs no answer', 'Nothing waits for an answer here any more.');
  await gone(desk.getByRole('button', { name: 'Needs no answer' }));
  await gone(waiting);
  const table = await pageOf(wei, `/admin/requests?q=${applyId}`);
  await expect(table.getByText(/ looks after this$/)).toBeVisible();
  await desk.goto(`/admin/requests?q=${applyId}`);
  await press(desk, `Let go of ${applyId}`);
  for (const each of [desk, table]) await expect(each.getByRole('button', { name: `Take ${applyId}` })).toBeVisible();
  await press(desk, 'Views');
  await desk.getByLabel('Name of the view').fill('Of Ana');
  await press(desk, 'Save', 'The view was saved.');
  await desk.goto('/admin/requests');
  const view = desk.getByRole('group', { name: 'My views' }).getByRole('link', { name: 'Of Ana' });
  await view.click();
  await expect(desk).toHaveURL(new RegExp(`q=${applyId}`));
  await press(desk, 'Views');
  await press(desk, 'Remove the view Of Ana');
  await answer(desk, {}, 'Remove', 'The view was removed.');
  await gone(view);
});

test('a reversal is dropped, one admin comes, one goes, changes are taken back @long', async ({ browser, portal }) => {
  const first = await adminOf(browser, portal);
  const second = await newAdmin(browser, portal, first, { name: 'Wei' });
  const third = await newAdmin(browser, portal, first, { name: 'Tom' });
  const put = (path: string, data: object = {}) => ok(first.request.put(path, { data }));
  const settings = (await ok(first.request.get('/kimi/get-settings')))['settings'] as { secondPair: object };
  const pair = { ...settings, secondPair: { ...settings.secondPair, on: true } };
  await put('/kimi/update-settings', pair);
  const applyId = await topUp((await newClient(browser, portal)).context.request, 40);
  await put(`/approve-transaction?id=${applyId}&action=approve`);
  await put('/kimi/reverse-request', { applyId, reason: 'It never arrived.' });
  const author = await pageOf(first, `/admin/requests/${applyId}`);
  const page = await pageOf(second, `/admin/requests/${applyId}`);
  const theirs = await pageOf(third, '/admin/dashboard');
  const proposed = author.getByText('You want to reverse this; another admin has to confirm');
  await expect(proposed).toBeVisible();
  const refuse = async (said: string) => {
    await press(page, 'Refuse');
    await answer(page, { Why: 'Nobody told me.' }, 'Refuse', said);
  };
  await refuse(`${applyId}: Refused.`);
  for (const each of [page, author]) await expect(each.getByText('Wei kept it approved')).toBeVisible();
  await gone(proposed);
  const zoe = { username: 'Zoe', emailId: 'zoe@agency.example' };
  await ok(first.request.post('/kimi/create-admin', { data: zoe }));
  await put('/kimi/update-settings', { ...pair, secondPair: { ...pair.secondPair, on: false } });
  await page.goto('/admin/settings');
  await press(page, 'Confirm the invitation of Zoe');
  await answer(page, {}, 'Confirm', 'Invitation sent.');
  await expect(page.getByRole('listitem').filter({ hasText: zoe.emailId })).toContainText('· invited');
  await expect.poll(async () => (await portal.mailsTo(zoe.emailId)).join()).toContain('/reset-password');
  await press(page, 'Remove Tom');
  await answer(page, {}, 'Remove', 'The admin was removed and every session was ended.');
  await gone(page.getByRole('button', { name: 'Remove Tom' }));
  await expect(askedAgain(theirs)).toBeVisible();
  const network = { networkName: 'TRC20', networkAddress: 'TY2vSS32yNiWm21bQgTWp5mVryNQoVRGqk' };
  await put('/kimi/update-network-details', { ...network, password: portal.admin.password });
  await author.goto('/admin/proposals');
  const own = author.getByRole('region', { name: 'Yours, waiting for a colleague' }).getByRole('listitem');
  await expect(own).toHaveCount(2);
  await refuse('Refused.');
  await gone(page.getByRole('button', { name: 'Refuse' }));
  await expect(own).toHaveCount(1);
  await page.goto('/admin/accountmanage/changenetwork');
  await refuse('Refused.');
  await expect(page.getByRole('row').filter({ hasText: 'Taken back' })).toHaveCount(1);
  await gone(own);
});
