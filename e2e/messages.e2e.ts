/**
 * The specification's sentences about what went wrong, each provoked where it belongs: in the page, at the top right,
 * or at the sign-in. Those of money, orders and the account stand in the journeys; `src/messages.test.ts` keeps the
 * whole list.
 */
import type { Page, Route } from '@playwright/test';
import {
  adminOf,
  babbles,
  breaks,
  failing,
  newClient,
  ok,
  openAccounts,
  password,
  register,
  toastOn,
  vanishes,
} from './people.ts';
import { expect, test } from './portal.ts';

type Failing = { page: string; call: string; how: (route: Route) => Promise<void>; says: string };

const reference = 'Something went wrong on our side. If it happens again, tell support this reference: 7K3Q';

/** What the portal itself answers where something unexpected happened. */
const errs = (route: Route) => route.fulfill({ status: 500, json: { code: 'server.error', message: reference } });

/** Lists and cards: the server said no, no answer came, or one that nobody can read. */
const reading: readonly Failing[] = [
  {
    page: '/google/accountManage/accountList',
    call: 'get-google-ads',
    how: babbles,
    says: 'Invalid response format or no ads found.',
  },
  {
    page: '/google/accountManage/accountlist',
    call: 'get-google-ads',
    how: vanishes,
    says: 'An error occurred while fetching ads data.',
  },
  {
    page: '/google/accountManage/accountList',
    call: 'get-google-ads',
    how: breaks,
    says: 'An error occurred while fetching ads data.',
  },
  { page: '/bing/accountManage/accountList', call: 'get-bing-ads', how: breaks, says: 'Failed to fetch ads data.' },
  { page: '/bing/accountManage/accountList', call: 'get-bing-ads', how: errs, says: 'Failed to fetch ads data.' },
  { page: '/bing/accountManage/accountList', call: 'get-bing-ads', how: errs, says: reference },
  { page: '/dashboard', call: 'get-overview', how: errs, says: 'Failed to fetch wallet balance.' },
  {
    page: '/bing/accountManage/accountlist',
    call: 'get-bing-ads',
    how: vanishes,
    says: 'An error occurred while fetching ads data.',
  },
  {
    page: '/facebook/accountManage/accountlist',
    call: 'get-facebook-ads',
    how: breaks,
    says: 'Failed to fetch ads data.',
  },
  {
    page: '/facebook/accountManage/bmShareLog',
    call: 'get-facebook-ads',
    how: vanishes,
    says: 'An error occurred while fetching ads data.',
  },
  { page: '/dashboard', call: 'get-overview', how: breaks, says: 'Failed to fetch wallet balance.' },
  {
    page: '/kimi/wallet/paylink',
    call: 'get-paylinks',
    how: vanishes,
    says: 'An error occurred while fetching paylinks.',
  },
  { page: '/facebook/finance/metaadsdeposit', call: 'get-ads-id', how: breaks, says: 'Failed to fetch ads IDs.' },
  {
    page: '/bing/finance/bingadsdepositrecode',
    call: 'get-Bing-adDeposit',
    how: vanishes,
    says: 'An error occurred while fetching deposit data.',
  },
];

test('what cannot be read says so in the words of its page, and Retry brings it back', async ({ browser, portal }) => {
  const { page } = await newClient(browser, portal);
  for (const { page: address, call, how, says } of reading) {
    await failing(page, `**/${call}*`, how);
    await page.goto(address);
    await expect(page.getByText(says, { exact: true }), `${address}, ${call}`).toBeVisible();
    await page.unroute(`**/${call}*`);
    await page.getByRole('button', { name: 'Retry' }).last().click();
    await expect(page.getByText(says, { exact: true })).toHaveCount(0);
  }
});

test('a list that is on its way says so, and one that is empty too', async ({ browser, portal }) => {
  const { page } = await newClient(browser, portal);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await failing(page, '**/get-google-ads*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/google/accountManage/accountList');
  await expect(page.getByText('Loading ads...')).toBeAttached();
  goOn();
  await expect(page.getByText('No ads data available')).toBeVisible();
  await expect(page.getByText('Loading ads...')).toHaveCount(0);
});

test('without a session the Google list says what is missing and asks to sign in over the page', async ({
  browser,
  portal,
}) => {
  const { page } = await newClient(browser, portal, { dollars: 100 });
  const order = { adNum: 1, adsDetails: [{ gmail: 'ana@gmail.com', deposit: 0 }] };
  const { applyId } = await ok(page.request.post('/create-google-ads', { data: order }));
  await page.goto('/google/accountManage/accountList');
  await expect(page.getByText(applyId).first()).toBeVisible();
  await page.context().clearCookies();
  await page.getByLabel('Filter by State').selectOption('Rejected');
  await expect(toastOn(page, 'No authentication token found. Please log in.')).toBeVisible();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('User is not authenticated. Please log in.');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing matches this search.')).toBeVisible();
});

const incomplete = [
  { platform: 'Google', refund: '/google/aftersale/refund', says: 'Please fill in both fields.' },
  { platform: 'Bing', refund: '/bing/aftersale/bingrefund', says: 'Please fill in all fields.' },
  { platform: 'Facebook', refund: '/facebook/aftersale/refund', says: 'Please fill in all fields.' },
] as const;

test('a refund without its account or amount is stopped in the words of its platform', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal, { dollars: 500 });
  const admin = await adminOf(browser, portal);
  await openAccounts(context, admin, [50, 50], 'Google');
  await openAccounts(context, admin, [50, 50], 'Bing');
  await openAccounts(context, admin, [50, 50], 'Facebook');
  for (const { refund, says } of incomplete) {
    await page.goto(refund);
    await page.getByRole('button', { name: 'Apply for refund' }).click();
    const summary = page.getByRole('alert');
    await expect(summary.getByRole('link', { name: says })).toHaveCount(2);
    await summary.getByRole('link', { name: says }).last().click();
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused();
  }
  await Promise.all([admin.close(), context.close()]);
});

/** Sends a form whose call fails in this way, and reads what is said at the top right. */
async function sends(
  page: Page,
  call: string,
  how: (route: Route) => Promise<void>,
  press: string,
  says: string,
): Promise<void> {
  await page.route(`**/${call}`, how);
  await page.getByRole('button', { name: press, exact: true }).click();
  await expect(toastOn(page, says)).toBeVisible();
  await page.unroute(`**/${call}`);
}

test('a profile, a password and a code that do not get through say so', async ({ page }) => {
  await register(page.request);
  await page.goto('/dashboard/user-profile');
  await sends(page, 'email-change', breaks, 'Send it again', 'Failed to send OTP.');
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('+49 151 2345');
  await sends(page, 'update-profile', breaks, 'Save', 'Error updating profile: Unknown error');
  const refuses = (route: Route) =>
    route.fulfill({ status: 409, json: { code: 'x', message: 'This number is taken.' } });
  await sends(page, 'update-profile', refuses, 'Save', 'Error updating profile: This number is taken.');
  await page.goto('/dashboard/settings');
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill('a newer secret');
  await page.getByRole('textbox', { name: 'Repeat the new password' }).fill('a newer secret');
  await sends(page, 'update-password', breaks, 'Change the password', 'Error updating password: Unknown error');
});

test('a sign-in that is refused, answered strangely or not at all says which', async ({ page }) => {
  const { email } = await register(page.request);
  await page.context().clearCookies();
  const ways: [(route: Route) => Promise<void>, string][] = [
    [babbles, 'Invalid response from server. Please try again.'],
    [(route) => route.continue(), 'Login failed. Please check your credentials.'],
    [breaks, 'An error occurred during login. Please try again.'],
    [vanishes, 'An error occurred during login. Please try again.'],
  ];
  for (const [how, says] of ways) {
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.route('**/login-account', how);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText(says).first()).toBeVisible();
    await page.unroute('**/login-account');
  }
});
