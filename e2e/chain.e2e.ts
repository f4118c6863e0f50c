/** Money that proves itself: what is declared is seen, final and credited while one looks on, and nobody decides. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { tronAddressOf } from '#network/addresses.ts';
import { adminOf, confirmAddress, hash, newClient, ok, password, setNetwork, toastOn, topUp } from './people.ts';
import { expect, test, type Portal } from './portal.ts';
import { cutFigures } from './walk.ts';

test.use({ watched: true });

const us = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/** Takes an exact amount, and finds it again after a reload; answers it. */
async function exactAmount(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Give me an exact amount' }).click();
  const shown = page
    .getByRole('heading', { name: /^Send exactly/ })
    .or(page.getByText('Send exactly', { exact: true }));
  await expect(shown.first()).toBeVisible();
  await page.reload();
  await expect(shown.first()).toBeVisible();
  await expect(page.getByText('Waiting for your transfer')).toBeVisible();
  const copy = await page.getByRole('button', { name: /^Copy \$/ }).getAttribute('aria-label');
  return Number(copy!.replace(/[^\d.]/g, ''));
}

/** What is known for certain is credited without an admin, up to 5,000 dollars. */
async function creditByItself(admin: BrowserContext): Promise<void> {
  const { settings } = await ok(admin.request.get('/kimi/get-settings'));
  const autoCredit = { on: true, transfer: 5_000, clientDay: 5_000, agencyDay: 50_000 };
  await ok(admin.request.put('/kimi/update-settings', { data: { ...(settings as object), autoCredit } }));
}

/** An admin of a portal that watches our address. */
async function watching(browser: Browser, portal: Portal): Promise<BrowserContext> {
  const admin = await adminOf(browser, portal);
  await setNetwork(admin, portal, us);
  return admin;
}

/** An admin of a portal that credits by itself what arrives at our address. */
async function crediting(browser: Browser, portal: Portal): Promise<BrowserContext> {
  const admin = await watching(browser, portal);
  await creditByItself(admin);
  return admin;
}

/** From somebody new each time. */
function send({ chain }: Portal, amount: number, digit: string): string {
  const event = { from: tronAddressOf(digit.repeat(40)), to: us, units: BigInt(Math.round(amount * 100)) * 10_000n };
  return chain!.send([event], { at: new Date(Date.now() + 1_000) });
}

test('what a client declares, and what a stranger pays through a link, is credited live, and an admin reads the evidence', async ({
  browser,
  portal,
}) => {
  const admin = await crediting(browser, portal);

  const { page, context } = await newClient(browser, portal);
  const owner = await newClient(browser, portal);
  const payer = { firstName: 'Rui', lastName: 'Costa', emailId: 'rui@example.com', country: 'Portugal', money: '75' };
  const made = await ok(owner.context.request.post('/kimi/create-paylink-individual', { data: payer }));
  const stranger = await (await browser.newContext({ baseURL: portal.address })).newPage();
  await page.goto('/google/add-money?amount=250');
  await page.getByRole('button', { name: 'Continue' }).click();
  await stranger.goto(`/pay/${(made.newPaylink as { code: string }).code}`);
  const [declared, exact] = [await exactAmount(page), await exactAmount(stranger)];
  await expect(stranger.getByText('Sent another amount? Tell us the transaction ID')).toBeVisible();
  send(portal, declared, 'b');
  send(portal, exact, 'c');
  // In the classic way, beside them.
  const sent = send(portal, 60, 'd');
  const claimed = await topUp(context.request, 60, sent);
  for (const each of [page, stranger]) {
    await expect(each.getByText('Seen on the chain')).toBeVisible();
    await expect(each.getByText('1 of 19')).toBeVisible();
  }
  portal.chain!.mine(40);
  await expect(stranger.getByText('This link has been paid. Please do not pay again.')).toBeVisible();
  await expect(stranger.getByText(/^Credited \(/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your top-up was approved' })).toBeVisible();
  await expect(page.getByRole('banner').getByText(`$${declared.toFixed(2)}`)).toBeVisible();
  await owner.page.goto('/google/add-money');
  await expect(owner.page.getByRole('banner').getByText(`$${exact.toFixed(2)}`)).toBeVisible();

  const desk = await admin.newPage();
  await desk.goto(`/admin/requests/${claimed}`);
  await expect(desk.getByText(/^Matches: (\$)?60\.00 from T/).first()).toBeVisible();
  await expect(desk.getByText('What the chain says')).toBeVisible();
  // Whoever has only its hash finds the transfer, also one that no request names.
  await desk.goto(`/admin/trace?q=0x${sent}`);
  await desk.getByRole('link', { name: 'Look for it among the transfers of the chain' }).click();
  await expect(desk.getByRole('row').filter({ hasText: claimed })).toContainText('60.00 USDT');
  expect(await cutFigures(desk)).toEqual([]);
});

test('a payer who takes an exact amount keeps the picture they have chosen @long', async ({ browser, portal }) => {
  const admin = await crediting(browser, portal);
  const { context } = await newClient(browser, portal);
  const payer = { firstName: 'Rui', lastName: 'Costa', emailId: 'rui@example.com', country: 'Portugal', money: '75' };
  const made = await ok(context.request.post('/kimi/create-paylink-individual', { data: payer }));
  const stranger = await (await browser.newContext({ baseURL: portal.address })).newPage();
  await stranger.goto(`/pay/${(made.newPaylink as { code: string }).code}`);
  const buffer = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const picture = { name: 'sent.png', mimeType: 'image/png', buffer };
  await stranger.getByLabel('Picture of the transfer').setInputFiles(picture);
  await expect(stranger.getByText('sent.png', { exact: true })).toBeVisible();
  await stranger.getByRole('button', { name: 'Give me an exact amount' }).click();
  await stranger.getByText('Sent another amount? Tell us the transaction ID').click();
  await expect(stranger.getByRole('button', { name: 'Submit payment' })).toBeVisible();
  await expect(stranger.getByText('sent.png', { exact: true })).toBeVisible();
  await Promise.all([context.close(), admin.close()]);
});

test('an amount whose address is withdrawn is asked for no more, and is followed if it was sent before', async ({
  browser,
  portal,
}) => {
  const admin = await crediting(browser, portal);
  const { page, context } = await newClient(browser, portal);
  await page.goto('/google/add-money?amount=500');
  await page.getByRole('button', { name: 'Continue' }).click();
  const declared = await exactAmount(page);
  const list = await context.newPage();
  await list.goto('/kimi/wallet/addmoney-table');
  await list.getByRole('button', { name: 'Show where to send it' }).click();
  const ends = (address: string) => address.slice(-6);
  await expect(list.getByText(ends(us))).toBeVisible();

  const next = tronAddressOf('c'.repeat(40));
  await setNetwork(admin, portal, next);
  const stop = (on: Page) => on.getByRole('alert').filter({ hasText: `Do not send $${declared.toFixed(2)} any more` });
  await expect(stop(list)).toContainText('What you have already sent there still counts');
  await expect(list.getByText(ends(us))).toHaveCount(0);
  await expect(list.getByRole('img', { name: /payment address/ })).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Show the new address' }).click();
  await expect(stop(page)).toBeVisible();
  await expect(page.getByText(ends(us))).toHaveCount(0);
  await expect(page.getByText(ends(next))).toBeVisible();
  // It had been sent a moment before.
  send(portal, declared, '5');
  await expect(stop(page).getByText('Seen on the chain')).toBeVisible();
  portal.chain!.mine(40);
  await expect(page.getByRole('heading', { name: 'Thank you, we are looking for your transfer' })).toBeVisible();
  await setNetwork(admin, portal, us);
});

test('where the chain says for good that another amount arrived, Approve in the list says and credits it @long', async ({
  browser,
  portal,
}) => {
  const admin = await watching(browser, portal);
  const { page, context } = await newClient(browser, portal);
  const applyId = await topUp(context.request, 60, send(portal, 58.7, 'e'));
  const desk = await admin.newPage();
  await desk.goto('/admin/transactions/pending');
  const row = desk.getByRole('row').filter({ hasText: applyId });
  await row.getByRole('button', { name: /^Approve/ }).click();
  await expect(row.getByText('Credit $60.00 to Ana Lima')).toBeVisible();
  // It becomes final while the form is open: nobody sends what they have not read.
  portal.chain!.mine(40);
  await expect(row.getByText('Credit $58.70 to Ana Lima')).toBeVisible();
  const submit = row.getByRole('button', { name: 'Submit' });
  await submit.click();
  await expect(row.getByRole('alert')).toHaveText('This has changed while it was open. Please read it again.');
  await submit.press('Enter');
  await expect(desk.getByText('Transaction approved successfully!').first()).toBeVisible();
  await page.goto('/kimi/wallet/addmoney-table');
  await expect(page.getByRole('banner').getByText('$58.70')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: applyId })).toContainText('Received $58.70');

  // The same on a request's own page.
  const second = await topUp(context.request, 40, send(portal, 39, 'f'));
  await desk.goto(`/admin/requests/${second}`);
  const decision = desk.getByRole('region', { name: 'Your decision' });
  await decision.getByRole('button', { name: 'Approve' }).click();
  await expect(decision.getByRole('button', { name: 'Credit $40.00 to Ana Lima' })).toBeFocused();
  portal.chain!.mine(40);
  await expect(desk.getByText(/^\$1\.00 less: .*, final$/).first()).toBeVisible();
  await desk.keyboard.press('Enter');
  await expect(decision.getByRole('alert')).toHaveText('This has changed while it was open. Please read it again.');
  await expect(decision.getByRole('button', { name: 'Credit $39.00 to Ana Lima' })).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(page.getByRole('banner').getByText('$97.70')).toBeVisible();
});

test('another amount that is not final yet asks for a tick before what was announced is credited @long', async ({
  browser,
  portal,
}) => {
  const admin = await watching(browser, portal);
  const { page, context } = await newClient(browser, portal);
  const applyId = await topUp(context.request, 60, send(portal, 58.7, '6'));
  const desk = await admin.newPage();
  await desk.goto(`/admin/queue?q=${applyId}`);
  await expect(desk.getByText(/^\$1\.30 less: .*, \d+ of 19$/).first()).toBeVisible();
  for (const key of ['a', 'Enter']) await desk.keyboard.press(key);
  await expect(desk.getByText('Please say that you have looked at it.')).toBeVisible();
  await expect(desk.getByLabel(/^\$1\.30 less: 58\.70 from T.*I have looked at it/)).not.toBeChecked();
  portal.chain!.mine(40);
  const credit = desk.getByRole('button', { name: 'Credit $58.70 to Ana Lima' });
  await expect(desk.getByLabel(/I have looked at it/)).toHaveCount(0);
  await desk.getByRole('button', { name: 'Credit $60.00 to Ana Lima' }).press('Enter');
  await credit.press('Enter');
  await expect(toastOn(desk, `${applyId}: Approved.`)).toBeVisible();
  await page.goto('/kimi/wallet/addmoney-table');
  await expect(page.getByRole('banner').getByText('$58.70')).toBeVisible();
  await Promise.all([context.close(), admin.close()]);
});

test('a tab one comes back to credits nothing that the chain has spoken against since it was read @long', async ({
  browser,
  portal,
}) => {
  const admin = await watching(browser, portal);
  const { page, context } = await newClient(browser, portal);
  const later = hash();
  const applyId = await topUp(context.request, 1_000, later);
  const desk = await admin.newPage();
  await desk.goto(`/admin/queue?q=${applyId}`);
  await expect(desk.getByText('Not seen yet').first()).toBeVisible();
  await desk.keyboard.press('a');
  const credit = (amount: string) => desk.getByRole('button', { name: `Credit $${amount} to Ana Lima` });
  await expect(credit('1,000.00')).toBeFocused();
  // It has not heard of anything since.
  let letGo = () => {};
  const free = new Promise<void>((done) => (letGo = done));
  await desk.route('**/kimi/get-queue?*', async (route) => (await free, await route.continue().catch(() => {})));
  const event = { from: tronAddressOf('8'.repeat(40)), to: us, units: 950_000_000n };
  portal.chain!.send([event], { hash: later, at: new Date(Date.now() + 1_000) });
  portal.chain!.mine(40);
  const request = async () => (await ok(admin.request.get(`/kimi/get-request?applyId=${applyId}`)))['request'];
  await expect.poll(request).toMatchObject({ evidence: { verdict: 'Different', final: true } });
  await credit('1,000.00').press('Enter');
  await expect(desk.getByText('The chain does not say that this amount arrived.')).toBeVisible();
  expect(await request()).toMatchObject({ state: 'Pending' });
  // The tick is for the amount that was refused, and for no other one.
  const allTheSame = desk.getByLabel('I know that it was paid all the same.');
  await allTheSame.check();
  const received = desk.getByLabel('Amount that arrived');
  await received.fill('10000');
  await expect(allTheSame).not.toBeChecked();
  await received.fill('');
  letGo();
  await expect(desk.getByText(/^\$50\.00 less: .*, final$/).first()).toBeVisible();
  await credit('1,000.00').press('Enter');
  await credit('950.00').press('Enter');
  await page.goto('/kimi/wallet/addmoney-table');
  await expect(page.getByRole('banner').getByText('$950.00')).toBeVisible();
  await Promise.all([context.close(), admin.close()]);
});

test('that another amount was paid all the same is said of one amount, and of another one anew @long', async ({
  browser,
  portal,
}) => {
  const admin = await watching(browser, portal);
  const { context } = await newClient(browser, portal);
  const later = hash();
  const applyId = await topUp(context.request, 1_000, later);
  const desk = await admin.newPage();
  await desk.goto(`/admin/transactions/pending?q=${applyId}`);
  await desk.getByRole('button', { name: `Another amount arrived: ${applyId}` }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Remarks').fill('The exchange took a fee.');
  // The list has not heard of what the chain says since.
  await desk.route('**/get-transaction-details*', () => undefined);
  const event = { from: tronAddressOf('9'.repeat(40)), to: us, units: 950_000_000n };
  portal.chain!.send([event], { hash: later, at: new Date(Date.now() + 1_000) });
  portal.chain!.mine(40);
  const request = async () => (await ok(admin.request.get(`/kimi/get-request?applyId=${applyId}`)))['request'];
  await expect.poll(request).toMatchObject({ evidence: { verdict: 'Different', final: true } });
  const [amount, approve] = [
    dialog.getByLabel('Amount that arrived'),
    dialog.getByRole('button', { name: 'Approve this amount' }),
  ];
  const allTheSame = dialog.getByLabel('I know that it was paid all the same.');
  await amount.fill('940');
  await approve.click();
  await allTheSame.check();
  await amount.fill('9400');
  await expect(allTheSame).not.toBeChecked();
  await approve.click();
  await expect(dialog.getByRole('alert').getByText('The chain does not say that this amount arrived.')).toBeVisible();
  await expect(allTheSame).not.toBeChecked();
  expect(await request()).toMatchObject({ state: 'Pending' });
  await Promise.all([context.close(), admin.close()]);
});

test('an exact amount that was credited is a receipt, and stands in the way of no other of the same size @long', async ({
  browser,
  portal,
}) => {
  const admin = await crediting(browser, portal);
  const { page, context } = await newClient(browser, portal);
  const field = page.getByLabel('Amount in US dollars');
  const asks = page.getByRole('heading', { name: 'How much do you want to add?' });
  const draft = async () => (await ok(context.request.get('/kimi/get-topup-draft')))['draft'];
  const declare = async (dollars: string) => {
    await field.fill(dollars);
    await page.getByRole('button', { name: 'Continue' }).click();
    // The way with a proof is open beside it.
    await expect(page.getByRole('button', { name: 'I have sent it' })).toBeVisible();
    await expect.poll(draft).toMatchObject({ step: '2', chargeMoney: dollars });
    return exactAmount(page);
  };
  await page.goto('/google/add-money');
  send(portal, await declare('250'), '1');
  portal.chain!.mine(40);
  const receipt = page.getByRole('heading', { name: 'Your top-up was approved' });
  await expect(receipt).toBeFocused();
  await expect.poll(draft).toBeNull();
  await page.reload();
  await expect(receipt).toBeVisible();
  await page.getByRole('button', { name: 'Add more money' }).click();
  await expect(asks).toBeVisible();

  // Credited while nobody looks on: the window begins anew.
  const second = await declare('250');
  await page.goto('/dashboard');
  send(portal, second, '2');
  portal.chain!.mine(40);
  await expect(page.getByRole('banner').getByText(/^\$50\d\.\d\d$/)).toBeVisible();
  expect(await draft()).toBeNull();
  await page.goto('/kimi/wallet/addmoney-table?add=new');
  await expect(asks).toBeVisible();
  await expect(field).toHaveValue('');

  // What is not credited is not said to be on its way.
  await page.goto('/google/add-money');
  send(portal, await declare('6000'), '3');
  portal.chain!.mine(40);
  await expect(page.getByRole('heading', { name: 'Thank you, we are looking for your transfer' })).toBeVisible();
  const applyId = new URL(page.url()).searchParams.get('placed');
  await ok(admin.request.put(`/approve-transaction?id=${applyId}&action=reject`, { data: { remarks: 'Not ours.' } }));
  await expect(page.getByRole('heading', { name: 'Your top-up was rejected' })).toBeVisible();
  await expect(page.getByText('Not ours.')).toBeVisible();
  await Promise.all([context.close(), admin.close()]);
});

test('that a payout was paid all the same is said of one transfer, and of another one anew @long', async ({
  browser,
  portal,
}) => {
  const admin = await adminOf(browser, portal);
  const client = await newClient(browser, portal, { dollars: 60 });
  await confirmAddress(client.context.request, portal, client.email);
  const data = { amount: 50, networkName: 'TRC20', networkAddress: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7', password };
  const { withdrawal } = await ok(client.context.request.post('/kimi/apply-withdrawal', { data }));
  const desk = await admin.newPage();
  await desk.goto('/admin/withdrawals/pending');
  const row = desk.getByRole('row').filter({ hasText: (withdrawal as { applyId: string }).applyId });
  await row.getByRole('button', { name: /^Approve/ }).click();
  const hash = row.getByRole('textbox', { name: 'Transaction ID of your payment' });
  const allTheSame = row.getByLabel('I know that it was paid all the same.');
  await row.getByLabel('Why it is paid before its').fill('Called them.');
  await hash.fill('1'.repeat(64));
  await row.getByRole('button', { name: 'Submit' }).click();
  await allTheSame.check();
  await hash.fill('2'.repeat(64));
  await expect(allTheSame).not.toBeChecked();
  await row.getByRole('button', { name: 'Submit' }).click();
  await expect(allTheSame).not.toBeChecked();
  await allTheSame.check();
  await row.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(desk, 'Withdrawal approved successfully!')).toBeVisible();
  await Promise.all([client.context.close(), admin.close()]);
});

test('a payer who comes back to the page finds the network, and the exact amount on it @long', async ({
  browser,
  portal,
}) => {
  const admin = await crediting(browser, portal);
  await setNetwork(admin, portal, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'ERC20');
  const data = { networkName: 'TRC20', networkAddress: us, beside: true, password: portal.admin.password };
  await ok(admin.request.put('/kimi/update-network-details', { data }));
  const { context } = await newClient(browser, portal);
  const payer = { firstName: 'Rui', lastName: 'Costa', emailId: 'rui@example.com', country: 'Portugal', money: '75' };
  const made = await ok(context.request.post('/kimi/create-paylink-individual', { data: payer }));
  const stranger = await (await browser.newContext({ baseURL: portal.address })).newPage();
  await stranger.goto(`/pay/${(made.newPaylink as { code: string }).code}`);
  await expect(stranger.getByRole('radio', { name: 'ERC20' })).toBeChecked();
  await stranger.getByRole('radio', { name: 'TRC20' }).check();
  await exactAmount(stranger);
  await expect(stranger.getByRole('radio', { name: 'TRC20' })).toBeChecked();
  await stranger.getByText('Sent another amount? Tell us the transaction ID').click();
  await stranger.getByRole('textbox', { name: 'Transaction ID' }).fill(hash());
  await stranger.reload();
  await stranger.getByText('Sent another amount? Tell us the transaction ID').click();
  const sent = stranger.waitForRequest((request) => request.method() === 'POST' && request.url().includes('pay'));
  await stranger.getByRole('button', { name: 'Submit payment' }).click();
  expect((await sent).postData()).toMatch(/TRC20/);
  expect((await sent).postData()).toContain(us);
  await Promise.all([context.close(), admin.close()]);
});
