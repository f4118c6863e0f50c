/** What stands in the withdrawal form, whoever led to it and whatever the page could not learn. */
import { confirmAddress, newClient, ok, password } from './people.ts';
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
