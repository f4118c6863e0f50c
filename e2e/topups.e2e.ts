/** A top-up that was begun here and ended elsewhere, and what stays of it in the window: nobody pays twice for it. */
import type { Browser, Page } from '@playwright/test';
import { hash, newClient, ok, signIn, toTransfer } from './people.ts';
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
