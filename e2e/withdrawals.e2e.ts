/** What stands in the withdrawal form, whoever led to it and whatever the page could not learn. */
import { confirmAddress, failing, guard, hurry, newClient, ok, password, vanishes } from './people.ts';
import { expect, test } from './portal.ts';

const form = '/kimi/wallet/withdraw';
const networkAddress = 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL';

test('a link fills nothing into the form; a withdrawal that is sent again does', async ({ browser, portal }) => {
  const { context, page, email } = await newClient(browser, portal, { dollars: 500 });
  await confirmAddress(context.request, portal, email);
  const data = { amount: 50, networkName: 'TRC20', networkAddress, password };
  const { withdrawal } = await ok(context.request.post('/kimi/apply-withdrawal', { data }));
  const { applyId } = withdrawal as { applyId: string };
  await ok(context.request.put(`/kimi/cancel-request?applyId=${applyId}`));
  const amount = page.getByRole('textbox', { name: 'Amount' });
  const address = page.getByRole('textbox', { name: 'Your USDT address' });
  await page.goto(`${form}?amount=500&networkName=TRC20&networkAddress=${networkAddress}&remarks=Yes`);
  await page.getByRole('textbox', { name: 'Your password' }).fill(password);
  await expect(address).toHaveValue('');
  await expect(amount).toHaveValue('');
  await page.getByRole('link', { name: `Send ${applyId} again, filled in` }).click();
  await expect(address).toHaveValue(networkAddress);
  await expect(amount).toHaveValue('50.00');
  await expect(page).toHaveURL(/\/kimi\/wallet\/withdraw$/);
  // Taken once, it is kept nowhere.
  await page.reload();
  await page.getByRole('textbox', { name: 'Your password' }).fill(password);
  await expect(address).toHaveValue('');
  await context.close();
});

test('whoever has an authenticator app withdraws, also where the page did not learn of it', async ({
  browser,
  portal,
}) => {
  const { context, page, email } = await newClient(browser, portal, { dollars: 500 });
  await confirmAddress(context.request, portal, email);
  const [recovery] = await guard(context.request);
  await failing(page, '**/get-two-factor', vanishes);
  await page.goto(form);
  const code = page.getByRole('textbox', { name: 'Code from your authenticator app' });
  const send = async () => {
    await page.getByRole('textbox', { name: 'Your password' }).fill(password);
    await page.getByRole('button', { name: 'Ask for withdrawal' }).click();
    await page.getByRole('button', { name: 'Yes, withdraw' }).click();
  };
  await page.getByRole('textbox', { name: 'Amount' }).fill('50');
  await page.getByRole('textbox', { name: 'Your USDT address' }).fill(networkAddress);
  await expect(code).toHaveCount(0);
  await send();
  await expect(page.getByRole('form').getByRole('alert')).toContainText(
    'Please enter the code from your authenticator app.',
  );
  await code.fill(recovery!);
  await send();
  await expect(page.getByRole('heading', { name: 'Your withdrawal is in review' })).toBeVisible();
  await context.close();
});

test('a key that is held down, or pressed as the question comes, does not answer it', async ({ browser, portal }) => {
  const { context, page, email } = await newClient(browser, portal, { dollars: 500 });
  await confirmAddress(context.request, portal, email);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.goto(form);
  await page.getByRole('textbox', { name: 'Amount' }).fill('50');
  await page.getByRole('textbox', { name: 'Your USDT address' }).fill(networkAddress);
  await page.getByRole('textbox', { name: 'Your password' }).fill(password);
  const isPressed = await hurry(page);
  await page.keyboard.down('Enter');
  const yes = page.getByRole('button', { name: 'Yes, withdraw' });
  await expect(yes).toBeFocused();
  expect(await isPressed()).toBe(false);
  for (let times = 0; times < 3; times++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(yes).toBeFocused();
  expect(sent.filter((url) => url.includes('apply-withdrawal'))).toEqual([]);
  await yes.click();
  await expect(page.getByRole('heading', { name: 'Your withdrawal is in review' })).toBeVisible();
  await context.close();
});
