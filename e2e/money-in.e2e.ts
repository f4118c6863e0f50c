/** Money comes in: a client's guided top-up, the admins' decision, and a stranger who pays through a link. */
import type { Browser, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { busyFactor } from '#server/busy.testing.server.ts';
import { adminOf, hash, listening, newClient, ok, setNetwork, signIn, toastOn, topUp } from './people.ts';
import { expect, test, type Portal } from './portal.ts';

const addresses = ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TVj7RNVHy6thbM7BWdSe9G6gXwKhjhdNZS'] as const;
const newPage = async (browser: Browser, portal: Portal) => (await newClient(browser, portal)).page;
const anAdmin = async (browser: Browser, portal: Portal) => (await adminOf(browser, portal)).newPage();

const picture = () =>
  sharp({
    create: {
      width: 400,
      height: 600,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
      background: '#fff',
    },
  })
    .png()
    .toBuffer();

/** What is in this file called .png is said to be no picture, by the browser. */
async function refusedAtOnce(field: Locator, buffer: Buffer): Promise<void> {
  await field.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer });
  await expect(field).toHaveAccessibleDescription(/This file could not be read as a picture/);
  await expect(field.page().getByText('notes.png', { exact: true })).toHaveCount(0);
  await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(field).toHaveAccessibleDescription(/Please choose a JPEG, PNG or WebP picture/);
}

/** The picture comes from the clipboard, or is dragged here from a folder; it is seen, and can be taken away again. */
async function comesBy(how: 'paste' | 'drop', page: Page, bytes: Buffer): Promise<void> {
  await page.getByText('Drop a picture here, paste it, or choose one').evaluate(
    (zone, [event, text]) => {
      const data = new DataTransfer();
      const inside = Uint8Array.from(atob(text!), (each) => each.charCodeAt(0));
      data.items.add(new File([inside], `${event}.png`, { type: 'image/png' }));
      const told = { bubbles: true, cancelable: true };
      zone.dispatchEvent(
        event === 'drop'
          ? new DragEvent(event, { ...told, dataTransfer: data })
          : new ClipboardEvent('paste', { ...told, clipboardData: data }),
      );
    },
    [how, bytes.toString('base64')],
  );
  await expect(page.getByText(`${how}.png`)).toBeVisible();
  const shown = page.locator('img[src^="blob:"]');
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);
  await page.getByRole('button', { name: 'Remove the picture' }).click();
  await expect(shown).toHaveCount(0);
}

test('a client adds money in three steps, an admin approves it with one click, and the balance changes by itself', async ({
  browser,
  portal,
}) => {
  const { page: client, email } = await newClient(browser, portal);
  const admin = await anAdmin(browser, portal);
  await setNetwork(admin.context(), portal, addresses[0]);
  await client.goto('/google/add-money?back=/google/accountManage/applyAd');
  await client.getByRole('button', { name: 'Continue' }).click();
  await expect(client.getByText('Please enter an amount from 0.01 to 1,000,000.00.')).toBeVisible();
  await client.getByLabel('Amount in US dollars').fill('250.50');
  await client.getByLabel('Amount in US dollars').press('Enter');
  await expect(client.getByText('TRC20', { exact: true })).toBeVisible();
  await expect(client.getByText('Compare the first and last six characters')).toBeVisible();
  // As large as a phone's camera needs it.
  const code = (await client.getByRole('img', { name: 'QR code of the payment address' }).boundingBox())!;
  expect(Math.min(code.width, code.height)).toBeGreaterThanOrEqual(200);
  await client.reload();
  await expect(client.getByText('$250.50')).toBeVisible();
  await client.getByRole('button', { name: 'I have sent it' }).click();
  // A name and a type are no picture, nor are its first bytes: it is decoded before anything is sent.
  for (const inside of ['x', '\x89PNG\r\n\x1a\nx'])
    await refusedAtOnce(client.getByLabel('Picture of the transfer'), Buffer.from(inside, 'latin1'));
  const proof = await picture();
  for (const way of ['paste', 'drop'] as const) await comesBy(way, client, proof);
  await client
    .getByLabel('Picture of the transfer')
    .setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: proof });
  const transfer = hash();
  await client.getByLabel('Transaction ID').fill(`https://tronscan.org/#/transaction/${transfer}`);
  await client.getByLabel('Transaction ID').blur();
  await expect(client.getByLabel('Transaction ID')).toHaveValue(transfer);
  // What is not sent yet goes on at an address of its own: on another device of the same person, and after a reload.
  const kept = async (page: Page) => {
    const window = page.getByRole('dialog', { name: 'Add money' });
    await expect(window.getByText('You are adding $250.50.')).toBeVisible();
    await expect(window.getByLabel('Transaction ID')).toHaveValue(transfer);
    await expect(window.getByText('The picture that you chose before is kept')).toBeVisible();
  };
  const draft = () => client.request.get('/kimi/get-topup-draft').then((answer) => answer.json());
  await expect
    .poll(draft)
    .toMatchObject({ draft: { transactionId: transfer, picture: expect.stringMatching(/^[0-9a-f]{64}$/) } });
  const phone = await browser.newContext({ baseURL: portal.address });
  await signIn(phone.request, email);
  const onPhone = await phone.newPage();
  await onPhone.goto('/kimi/wallet/addmoney-table?add=new');
  await kept(onPhone);
  await onPhone.reload();
  await kept(onPhone);
  const isReadOut = await listening(client);
  await client.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(client, 'Money added successfully!')).toBeVisible();
  await isReadOut('Money added successfully!');
  await expect(client.getByText('In review')).toBeVisible();
  await expect.poll(draft).toMatchObject({ draft: null });

  await admin.goto('/admin/transactions/pending');
  const row = admin.getByRole('row').filter({ hasText: '$250.50' });
  await row.getByRole('button', { name: /See the proof/ }).click();
  await expect(admin.getByRole('img', { name: /^Proof of/ })).toBeVisible();
  await admin.keyboard.press('Escape');
  await row.getByRole('button', { name: /^Approve/ }).click();
  await row.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(admin, 'Transaction approved successfully!')).toBeVisible();
  // It stays in its place, decided, until pointer and focus have left the list.
  await expect(row).toHaveAttribute('data-gone');
  await admin.getByRole('heading', { level: 1 }).click();
  await expect(row).toHaveCount(0);

  await expect(client.getByText('$250.50 is in your wallet.')).toBeVisible({ timeout: 3_000 * busyFactor() });
  await expect(client.getByRole('heading', { name: 'Your top-up was approved' })).toBeVisible();
  await expect(client.getByRole('banner').getByText('$250.50')).toBeVisible();
  await isReadOut('Your wallet balance is now $250.50.');
  await expect(client.getByRole('link', { name: 'Back to what you were doing' })).toHaveAttribute(
    'href',
    '/google/accountManage/applyAd',
  );
  await admin.goto('/admin/transactions/approved');
  await expect(admin.getByRole('row').filter({ hasText: '$250.50' })).toContainText('Approved');
});

test('a used transaction id is said while it is typed, and a changed address stops the form and says why', async ({
  browser,
  portal,
}) => {
  const [client, admin] = [await newPage(browser, portal), await anAdmin(browser, portal)];
  await setNetwork(admin.context(), portal, addresses[1]);
  const used = hash();
  await topUp(client.request, '5', used);
  await client.goto('/bing/add-money?amount=47.25');
  await client.getByRole('button', { name: 'Continue' }).click();
  await client.getByRole('button', { name: 'I have sent it' }).click();
  await client.getByLabel('Transaction ID').fill(used.toUpperCase());
  await expect(client.getByText('This transaction ID has already been used.')).toBeVisible();
  await expect(client.getByRole('button', { name: 'Submit' })).toBeDisabled();
  const transfer = client.getByLabel('Transaction ID');
  await transfer.fill('nonsense');
  await expect(transfer).toHaveAccessibleDescription(
    /^This does not look like a transaction hash: those have 64 letters and digits/,
  );
  await transfer.fill(hash());
  await expect(transfer).toHaveAccessibleDescription(/^Also called TxID or hash/);
  await expect(client.getByRole('button', { name: 'Submit' })).toBeEnabled();
  await setNetwork(admin.context(), portal, addresses[0]);
  await client.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(client, 'Failed to add money. Status: 409')).toBeVisible();
  await expect(client.getByText('The payment address has changed', { exact: true })).toBeVisible();
  await client.getByRole('button', { name: 'Show the new address' }).click();
  await expect(client.getByText(addresses[0].slice(-6), { exact: true })).toBeVisible();
  await client.getByRole('button', { name: 'I have sent it' }).click();
  await client.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(client, 'Money added successfully!')).toBeVisible();
  // What was said of the failure ends with the success.
  await expect(toastOn(client, 'Failed to add money. Status: 409')).toHaveCount(0);
});

test('a rejection needs remarks, is read word for word, and is sent again filled in @long', async ({
  browser,
  portal,
}) => {
  const [client, admin] = [await newPage(browser, portal), await anAdmin(browser, portal)];
  const applyId = await topUp(client.request, '333');
  await admin.goto('/admin/transactions/pending');
  await admin.getByRole('button', { name: `Reject ${applyId}` }).click();
  const verdict = admin.locator('tbody form');
  await verdict.getByRole('button', { name: 'Submit' }).click();
  await expect(verdict.getByText('Please enter remarks before rejecting.')).toBeVisible();
  await verdict.getByLabel('Remarks').fill('We received 303, not 333.');
  await verdict.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(admin, 'Transaction rejected successfully!')).toBeVisible();

  await client.goto('/kimi/wallet/addmoney-table');
  await client.getByRole('row').filter({ hasText: applyId }).getByRole('button').last().click();
  await expect(client.getByText('We received 303, not 333.').filter({ visible: true })).toBeVisible();
  await client.getByRole('button', { name: 'Send again' }).click();
  const form = client.getByRole('dialog');
  await expect(form.getByText('We received 303, not 333.')).toBeVisible();
  await form.getByLabel('Amount in US dollars').fill('303');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(client, 'Money added successfully!')).toBeVisible();
  await form.getByRole('button', { name: 'See all top-ups' }).click();
  await expect(client.getByRole('row').filter({ hasText: '$303.00' })).toContainText('Pending');
});

test('where somebody else decided first, the second admin reads it and the row goes', async ({ browser, portal }) => {
  const [client, admin] = [await newPage(browser, portal), await anAdmin(browser, portal)];
  const applyId = await topUp(client.request, '64');
  await admin.goto('/admin/transactions/pending');
  const row = admin.getByRole('row').filter({ hasText: applyId });
  await expect(row).toBeVisible();
  // The answer without the row is held back, as on a slow line, so that the click meets a decided request.
  await admin.route('**/get-transaction-details*', () => undefined);
  await admin.request.put(`/approve-transaction?id=${applyId}&action=approve`, { data: {} });
  await row.getByRole('button', { name: /^Approve/ }).click();
  await row.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(admin, 'Transaction is already completed.')).toBeVisible();
});

test('another amount that arrived is credited with a remark, and the client sees both @long', async ({
  browser,
  portal,
}) => {
  const [client, admin] = [await newPage(browser, portal), await anAdmin(browser, portal)];
  const applyId = await topUp(client.request, '100');
  await admin.goto('/admin/transactions/pending');
  await admin.getByRole('button', { name: `Another amount arrived: ${applyId}` }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Remarks').fill('Only a part arrived.');
  await dialog.getByRole('button', { name: 'Approve this amount' }).click();
  await expect(dialog.getByText('Please enter an amount from 0.01 to 1,000,000.00.').first()).toBeVisible();
  await dialog.getByLabel('Remarks').fill('');
  // A comma as in most of the world: 99.50, not 9950.
  await dialog.getByLabel('Amount that arrived').fill('99,50');
  await dialog.getByRole('button', { name: 'Approve this amount' }).click();
  await expect(dialog.getByText('Please say in the remarks why another amount is credited.').first()).toBeVisible();
  await dialog.getByLabel('Remarks').fill('The exchange took a fee.');
  await dialog.getByRole('button', { name: 'Approve this amount' }).click();
  await expect(toastOn(admin, 'Transaction approved successfully!')).toBeVisible();
  await client.goto('/kimi/wallet/addmoney-table');
  const row = client.getByRole('row').filter({ hasText: applyId });
  await expect(row).toContainText('Received $99.50');
  await row.getByRole('button').last().click();
  await expect(
    client.getByText('You entered $100.00, but $99.50 arrived. We credited what arrived. The exchange took a fee.'),
  ).toBeVisible();
});

test('a picture that was sent before is credited only after somebody said that it is right', async ({
  browser,
  portal,
}) => {
  const client = await newClient(browser, portal);
  const admin = await anAdmin(browser, portal);
  const proof = await picture();
  const send = (dollars: string) => topUp(client.context.request, dollars, hash(), proof);
  const first = await send('61');
  const again = await send('62');
  await admin.goto(`/admin/transactions/pending?q=${again}`);
  const row = admin.getByRole('row').filter({ hasText: again });
  await expect(row).toContainText('Picture seen before');
  // Both pictures stand beside each other, in the list and in the queue.
  await row.getByRole('button', { name: `See the proof of ${again}` }).click();
  const pictures = (within: Locator) => [again, first].map((id) => within.getByRole('img', { name: `Proof of ${id}` }));
  const both = async (within: Locator) => {
    for (const image of pictures(within)) await expect(image).toBeVisible();
    const [one, other] = await Promise.all(pictures(within).map((image) => image.boundingBox()));
    expect(Math.abs(one!.y - other!.y)).toBeLessThan(2);
    expect(one!.x + one!.width).toBeLessThanOrEqual(other!.x);
  };
  await both(admin.getByRole('dialog'));
  await admin.goto(`/admin/queue?q=${again}`);
  await both(admin.getByRole('region', { name: 'The request in focus' }));
  await admin.goto(`/admin/transactions/pending?q=${again}`);
  // The list is a view of all requests, where what it shows is added up and exported.
  await admin.getByRole('link', { name: 'Add up, filter and export these' }).click();
  await expect(admin).toHaveURL(`/admin/requests?kind=topup&state=Pending&q=${again}`);
  await expect(row).toContainText('$62.00');
  await admin.goBack();
  await row.getByRole('button', { name: /^Approve/ }).click();
  await row.getByRole('button', { name: 'Submit' }).click();
  await expect(row).toContainText('Please say that you have looked at it.');
  const waiting = await ok(admin.request.get(`/get-transaction-details?q=${again}`));
  expect(waiting.transactions).toMatchObject([{ state: 'Pending' }]);
  await row.getByLabel('Picture seen before: I have looked at it, and it is right').check();
  await row.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(admin, 'Transaction approved successfully!')).toBeVisible();
});

test('a proof grows to its full size, and the one of the next request is there before it is opened', async ({
  browser,
  portal,
}) => {
  const { context, name } = await newClient(browser, portal, { name: `Ana ${hash().slice(0, 6)}` });
  // Two that nobody takes for the same picture.
  const drawing = (shape: string) =>
    sharp(Buffer.from(`<svg width="1600" height="1200"><rect width="100%" height="100%" fill="#fff"/>${shape}</svg>`));
  const shapes = ['<rect width="700" height="300"/>', '<circle cx="1200" cy="900" r="250"/>'];
  const ids: string[] = [];
  for (const shape of shapes) ids.push(await topUp(context.request, 64, hash(), await drawing(shape).png().toBuffer()));
  const admin = await anAdmin(browser, portal);
  const asked: string[] = [];
  admin.on('request', (request) => void asked.push(...(/\/kimi\/proof\?applyId=[^&]+$/.exec(request.url()) ?? [])));
  await admin.goto(`/admin/queue?q=${encodeURIComponent(name)}`);
  const detail = admin.getByRole('region', { name: 'The request in focus' });
  const [image, next] = ids.map((id) => detail.getByRole('img', { name: `Proof of ${id}` })) as [Locator, Locator];
  await expect(image).toBeVisible();
  await expect.poll(() => asked).toContain(`/kimi/proof?applyId=${ids[1]}`);
  await expect(next).toHaveCount(0);

  const width = () => image.evaluate((shown: HTMLImageElement) => shown.getBoundingClientRect().width);
  const fitted = await width();
  await detail.getByRole('button', { name: 'Full size' }).click();
  expect(await width()).toBe(await image.evaluate((shown: HTMLImageElement) => shown.naturalWidth));
  expect(await width()).toBeGreaterThan(2 * fitted);
  await detail.getByRole('button', { name: 'Fit to window' }).click();
  expect(await width()).toBe(fitted);
  await admin.keyboard.press('j');
  await expect(next).toBeVisible();
  await Promise.all([context.close(), admin.context().close()]);
});

test('a pay link is made, paid by a stranger, and closed for the next', async ({ browser, portal }) => {
  const client = await newPage(browser, portal);
  await setNetwork((await anAdmin(browser, portal)).context(), portal, addresses[0]);
  await client.goto('/kimi/wallet/paylink');
  await client.getByRole('button', { name: 'Create paylink' }).first().click();
  const dialog = client.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create paylink' }).click();
  await expect(dialog.getByText('Please enter the first name.').first()).toBeVisible();
  await dialog.getByText('Company', { exact: true }).click();
  const fields = {
    'Company name': 'Costa Shoes',
    Website: 'costa.example',
    'First name': 'Rui',
    'Last name': 'Costa',
    Email: 'rui@example.com',
    Amount: '120.50',
  };
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  await dialog.getByLabel('Country').selectOption('Portugal');
  await dialog.getByRole('button', { name: 'Create paylink' }).click();
  await expect(toastOn(client, 'Paylink created successfully!')).toBeVisible();
  const address = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(client.getByRole('row').filter({ hasText: 'Costa Shoes' })).toContainText('Open');

  const permissions = ['clipboard-read', 'clipboard-write'];
  const stranger = await (await browser.newContext({ permissions })).newPage();
  await stranger.goto(address);
  await expect(stranger.getByText('Ana Lima asks you for')).toBeVisible();
  // A client may be called like the agency: who is paid is said in the agency's own words.
  await expect(stranger.getByText(/^A client of \w+ asks for this, not \w+ itself/)).toBeVisible();
  // The amount is copied as it has to arrive, and what a network keeps of it is said before anything is sent.
  await expect(stranger.getByText('USDT that must arrive')).toBeVisible();
  const isReadOut = await listening(stranger);
  await stranger.getByRole('button', { name: 'Copy USDT that must arrive 120.50' }).click();
  await isReadOut('USDT that must arrive copied');
  expect(await stranger.evaluate(() => navigator.clipboard.readText())).toBe('120.50');
  await expect(stranger.getByText('Send enough that this amount arrives.')).toBeVisible();
  await stranger.getByLabel('Transaction ID').fill(hash());
  await stranger.getByRole('button', { name: 'Submit payment' }).click();
  await expect(stranger.getByText('A payment for this link is being checked. Please do not pay again.')).toBeVisible();
  await expect(stranger.getByRole('button', { name: /^Copy Reference / })).toBeVisible();
  await expect(client.getByRole('row').filter({ hasText: 'Costa Shoes' })).toContainText('Processing');
  expect((await stranger.goto(`${new URL(address).origin}/pay/nothing`))?.status()).toBe(404);
  await expect(stranger.getByRole('heading', { name: 'This paylink does not exist' })).toBeVisible();
});

test('changing the network says what is wrong with an address, asks for the password, and keeps its history @long', async ({
  browser,
  portal,
}) => {
  const admin = await anAdmin(browser, portal);
  await setNetwork(admin.context(), portal, addresses[1]);
  await setNetwork(admin.context(), portal, addresses[1], 'TRC20 Binance');
  await admin.goto('/admin/accountmanage/changenetwork');
  const unread = admin.getByText('We do not know the network “TRC20 Binance”');
  await expect(unread).toBeVisible();
  await admin.getByLabel('Network Name').fill('TRC20');
  await admin.getByLabel('Network Address').fill(`${addresses[0].slice(0, -1)}9`);
  await admin.getByRole('textbox', { name: 'Your password' }).fill('not my password');
  await admin.getByRole('button', { name: 'Update Network' }).click();
  await expect(admin.getByText('its checksum has to fit').first()).toBeVisible();
  await admin.getByLabel('Network Address').fill(addresses[0]);
  await expect(admin.getByText('The checksum fits TRC20.')).toBeVisible();
  await admin.getByRole('button', { name: 'Update Network' }).click();
  await expect(admin.getByText('This is not your current password.').first()).toBeVisible();
  await expect(admin.getByRole('textbox', { name: 'Your password' })).toHaveValue('');
  await admin.getByRole('textbox', { name: 'Your password' }).fill(portal.admin.password);
  await admin.getByRole('button', { name: 'Update Network' }).click();
  await expect(toastOn(admin, 'Network details updated successfully.')).toBeVisible();
  await expect(admin.getByRole('row').filter({ has: admin.getByText('Shown', { exact: true }) })).toContainText(
    'TJRabP',
  );
  await expect(unread).toHaveCount(0);
  await expect(admin.getByRole('row').filter({ hasText: 'Replaced' }).first()).toBeVisible();
});
