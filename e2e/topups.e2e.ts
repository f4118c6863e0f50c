/** A top-up that was begun here and ended elsewhere, and what stays of it in the window: nobody pays twice for it. */
import type { Browser, Page } from '@playwright/test';
import { failing, hash, hold, newClient, ok, signIn, toastOn, topUp, toTransfer, vanishes } from './people.ts';
import { expect, test, type Portal } from './portal.ts';

const fresh = '/kimi/wallet/addmoney-table?add=new';

const kept = async (page: Page) => (await ok(page.request.get('/kimi/get-topup-draft')))['draft'];

/** The same person, who sends there what was begun here. */
async function sendOnPhone(browser: Browser, portal: Portal, email: string): Promise<void> {
  const phone = await browser.newContext({ baseURL: portal.address });
  await signIn(phone.request, email);
  const page = await phone.newPage();
  await page.goto(fresh);
  await page.getByRole('button', { name: 'I have sent it' }).click();
  await page.getByRole('textbox', { name: 'Transaction ID' }).fill(hash());
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('In review')).toBeVisible();
  await expect.poll(() => kept(page)).toBeNull();
  await phone.close();
}

test('a top-up that was sent on the phone asks for the money no more on the desktop @long', async ({
  browser,
  portal,
}) => {
  const { page, email, context } = await newClient(browser, portal);
  const begin = async (dollars: string) => {
    const dialog = await toTransfer(page, dollars);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => kept(page)).toMatchObject({ chargeMoney: dollars, step: '2' });
  };
  const isOver = async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'How much do you want to add?' })).toBeVisible();
    await expect(page.getByLabel('Amount in US dollars')).toHaveValue('');
    expect(await kept(page)).toBeNull();
  };
  await begin('250');
  await sendOnPhone(browser, portal, email);
  await isOver();

  // What was changed last had not arrived yet, but is of the same top-up.
  await begin('80');
  await page.route('**/keep-topup-draft', (route) => route.abort());
  await page.getByRole('button', { name: 'I have sent it' }).click();
  await page.getByRole('textbox', { name: 'Transaction ID' }).fill('half a ha');
  await sendOnPhone(browser, portal, email);
  await page.unroute('**/keep-topup-draft');
  await isOver();

  // What the portal never had goes on.
  await page.route('**/keep-topup-draft', (route) => route.abort());
  await page.getByLabel('Amount in US dollars').fill('30');
  await page.reload();
  await expect(page.getByLabel('Amount in US dollars')).toHaveValue('30');
  await context.close();
});

test('what is kept of a top-up stays where it is asked for once without an answer', async ({ browser, portal }) => {
  const { page, context } = await newClient(browser, portal);
  const dialog = await toTransfer(page, '60');
  const transactionId = hash();
  await dialog.getByRole('textbox', { name: 'Transaction ID' }).fill(transactionId);
  await expect.poll(() => kept(page)).toMatchObject({ transactionId });
  const later = await context.newPage();
  await later.route('**/get-topup-draft', vanishes, { times: 1 });
  await later.goto(fresh);
  await expect(later.getByText('What you began could not be loaded.')).toBeVisible();
  await later.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
  await expect(later.getByRole('textbox', { name: 'Transaction ID' })).toHaveValue(transactionId);
  expect(await kept(page)).toMatchObject({ transactionId });
  await context.close();
});

test('no amount to send is said before it is known whether an exact one was declared', async ({ browser, portal }) => {
  const { page, context } = await newClient(browser, portal);
  const networks = [{ networkName: 'TRC20', networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }];
  const json = { message: 'Here it is.', networkDetails: networks[0], networks };
  await failing(page, '**/kimi/get-network-details', (route) => route.fulfill({ json }));
  await failing(page, '**/kimi/get-declarations', vanishes);
  await page.goto(fresh);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount in US dollars').fill('100');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('How much to send could not be loaded.')).toBeVisible();
  await expect(dialog.getByText('$100.00')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'I have sent it' })).toHaveCount(0);
  await page.unroute('**/kimi/get-declarations');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog.getByText('$100.00')).toBeVisible();
  await dialog.getByRole('button', { name: 'I have sent it' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Transaction ID' })).toBeVisible();
  await context.close();
});

test('a top-up that was sent is shown again after a reload, in the window and on the page of a platform @long', async ({
  browser,
  portal,
}) => {
  const { page, context } = await newClient(browser, portal);
  const asks = page.getByRole('heading', { name: 'How much do you want to add?' });
  const receipt = page.getByRole('heading', { name: 'Thank you, we are looking for your transfer' });
  const submit = async () => {
    await page.getByRole('textbox', { name: 'Transaction ID' }).fill(hash());
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(receipt).toBeFocused();
    await page.reload();
    await expect(receipt).toBeVisible();
    await expect(page.getByText('In review')).toBeVisible();
  };
  const dialog = await toTransfer(page, '70');
  await submit();
  await dialog.getByRole('button', { name: 'Add more money' }).click();
  await expect(asks).toBeVisible();
  await expect(page.getByLabel('Amount in US dollars')).toHaveValue('');
  await page.goBack();
  await expect(receipt).toHaveCount(0);

  await toTransfer(page, '71');
  await submit();
  await dialog.getByRole('button', { name: 'See all top-ups' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Add Money Here' }).first().click();
  await expect(asks).toBeVisible();

  await page.goto('/google/add-money?amount=72&back=/google/accountManage/applyAd');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'I have sent it' }).click();
  await submit();
  await page.getByRole('link', { name: 'Back to what you were doing' }).click();
  await expect(page).toHaveURL(/\/google\/accountManage\/applyAd$/);

  // Who came from nowhere is not told to go back there.
  await page.goto('/google/add-money?amount=73');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'I have sent it' }).click();
  await submit();
  await page.getByRole('link', { name: 'Your Google ad accounts' }).click();
  await expect(page).toHaveURL(/\/google\/accountManage\/accountList$/);
  await context.close();
});

test('who closes the window while a top-up is on its way is not taken back to it @long', async ({
  browser,
  portal,
}) => {
  const { page, context } = await newClient(browser, portal);
  const dialog = await toTransfer(page, '73');
  await dialog.getByRole('textbox', { name: 'Transaction ID' }).fill(hash());
  const letGo = await hold(page, '**/add-money');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  letGo();
  await expect(toastOn(page, 'Money added successfully!')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '$73.00' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await context.close();
});

test('a link to send again what waits says why nothing opens @long', async ({ browser, portal }) => {
  const { page, context } = await newClient(browser, portal);
  const applyId = await topUp(context.request, 40);
  await page.goto(`/kimi/wallet/addmoney-table?add=${applyId}`);
  await expect(page.getByText(`${applyId} is none of your rejected top-ups`)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await context.close();
});

test('a transaction ID that somebody else used in the meantime is refused at its field, until it is another', async ({
  browser,
  portal,
}) => {
  const [{ page, context }, other] = [await newClient(browser, portal), await newClient(browser, portal)];
  const dialog = await toTransfer(page, '60');
  const transactionId = hash();
  const field = dialog.getByRole('textbox', { name: 'Transaction ID' });
  await field.fill(transactionId);
  expect(await (await page.waitForResponse('**/check-transaction-id?*')).json()).toMatchObject({ used: false });
  await topUp(other.context.request, 60, transactionId);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  const used = /This transaction ID has already been used\./;
  await expect(field).toHaveAccessibleDescription(used);
  await field.fill(hash());
  await expect(field).not.toHaveAccessibleDescription(used);
  await Promise.all([context.close(), other.context.close()]);
});
