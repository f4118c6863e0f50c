/** One's own account: proofs of an address, sign-in with a second factor, sessions, the 2FA tool, sharing, leaving. */
import type { Page } from '@playwright/test';
import { busyFactor } from '#server/busy.testing.server.ts';
import { codeAt, readKey, type TotpKey } from '#totp/totp.ts';
import { axeFaults } from './axe.ts';
import { adminOf, confirmAddress, fund, newClient, openAccounts, password, register, signIn } from './people.ts';
import { expect, test, type Portal } from './portal.ts';

/** The newest six digits mailed to an address. */
async function codeMailedTo(portal: Portal, email: string, after = 0): Promise<string> {
  await expect
    .poll(async () => (await portal.mailsTo(email)).length, { timeout: 15_000 * busyFactor() })
    .toBeGreaterThan(after);
  return /^\s*(\d{6})\s*$/m.exec((await portal.mailsTo(email)).at(-1)!)![1]!;
}

function keyOf(text: string): TotpKey {
  const read = readKey(text);
  if (!('key' in read)) throw new Error(read.fault);
  return read.key;
}

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

test('the address is confirmed and changed with a mailed code, and the mobile number kept', async ({
  page,
  portal,
}) => {
  const { email } = await register(page.request);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Ana Lima' })).toBeVisible();
  // The code was mailed at the registration: its field stands where one lands, after a reload too.
  const first = page.getByRole('listitem').filter({ hasText: 'Confirm your e-mail address' });
  await expect(first.getByRole('textbox', { name: 'OTP' })).toBeVisible();
  await page.reload();
  await expect(first.getByRole('textbox', { name: 'OTP' })).toBeVisible();

  // Its link opens the page with the code filled in, and confirms nothing by itself.
  const code = await codeMailedTo(portal, email);
  await page.goto(`/dashboard/user-profile?code=${code}`);
  await expect(page.getByRole('textbox', { name: 'OTP' })).toHaveValue(code);
  await expect(page.getByText('Not confirmed yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Verify' })).toBeFocused();
  await page.getByRole('textbox', { name: 'OTP' }).fill('000 000');
  await page.getByRole('button', { name: 'Verify' }).click();
  const said = /OTP verification failed\.|Send a new one\./;
  await expect(page.getByRole('form').getByText(said)).toHaveCount(3);
  await page.getByRole('button', { name: 'Send it again' }).click();
  await expect(page.getByRole('form').getByText(said)).toHaveCount(0);
  await expect(toast(page, 'OTP has been sent to your email.')).toBeVisible();
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(toast(page, 'Please enter the OTP.')).toBeVisible();
  await page.getByRole('textbox', { name: 'OTP' }).fill('000 000');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(toast(page, 'OTP verification failed.')).toBeVisible();
  await page.getByRole('textbox', { name: 'OTP' }).fill(await codeMailedTo(portal, email, 1));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(toast(page, 'Email verified successfully!')).toBeVisible();
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(toast(page, 'Please enter your email.')).toBeVisible();
  await page.getByRole('textbox', { name: 'New e-mail address' }).fill(`new-${email}`);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByRole('button', { name: /Send it again in \d+ s/ })).toBeDisabled();
  await page.getByRole('textbox', { name: 'OTP' }).fill(await codeMailedTo(portal, `new-${email}`));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(`new-${email}`).first()).toBeVisible();

  await page.getByRole('textbox', { name: 'Mobile number' }).fill('call me');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please enter a phone number of 5 to 20 digits, spaces and +.').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('+49 151 2345');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible();
});

test('a second factor is set up from the QR code’s key and then asked for at the sign-in, recovery codes included', async ({
  page,
  portal,
}) => {
  const { email } = await register(page.request);
  await page.goto('/dashboard/settings');
  // An address that may be another's gets no second factor.
  await expect(page.getByText('Please confirm your e-mail address first.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up' })).toBeDisabled();
  await confirmAddress(page.request, portal, email);
  await page.reload();
  await page.getByRole('button', { name: 'Set up' }).click();
  const shown = page.getByRole('dialog').getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const key = keyOf((await shown.textContent())!);
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(
    page.getByRole('dialog').getByText('This code is not right. Please enter the current one.').first(),
  ).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(codeAt(key, Date.now()));
  await page.getByRole('button', { name: 'Switch on' }).click();
  const codes = page.getByRole('dialog').getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent())!;
  // Shown once, they go by their button alone.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'I have kept them in a safe place' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 of 10')).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  const otp = page.locator('input[name=otp]');
  await otp.fill(recovery);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await page.goto('/dashboard/settings');
  await expect(page.getByText('9 of 10')).toBeVisible();
});

test('a password is changed with both fields alike, and every session ends', async ({ page, browser, portal }) => {
  const { email } = await register(page.request);
  const other = await browser.newContext({ baseURL: portal.address });
  await signIn(other.request, email);
  await page.goto('/dashboard/settings');
  const [first, second] = [
    page.getByRole('textbox', { name: 'New password', exact: true }),
    page.getByRole('textbox', { name: 'Repeat the new password' }),
  ];
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('Please fill in both password fields.').first()).toBeVisible();
  await first.fill('a newer secret');
  await second.fill('another secret');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('Passwords do not match').first()).toBeVisible();
  await second.fill('a newer secret');
  // A session that has grown too old meanwhile is asked for the password it has; nothing that was typed is lost.
  const old = { code: 'user.wrong_password', field: 'currentPassword', message: 'Please enter your current password.' };
  await page.route('**/update-password', (route) => route.fulfill({ status: 400, json: old }), { times: 1 });
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByRole('textbox', { name: 'Current password' }).fill(password);
  await expect(second).toHaveValue('a newer secret');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.waitForURL('**/login**');
  await expect.poll(async () => (await other.request.get('/kimi/me')).status()).toBe(401);
  await other.close();
});

test('other sessions are ended from here, and what happened stands in the security log @long', async ({
  page,
  browser,
  portal,
}) => {
  const { email } = await register(page.request);
  const other = await browser.newContext({ baseURL: portal.address });
  await signIn(other.request, email);
  await page.goto('/dashboard/settings');
  await expect(page.getByText('This device')).toBeVisible();
  await page.getByRole('button', { name: 'End all others' }).click();
  await expect(toast(page, 'One session was ended.')).toBeVisible();
  await expect(page.getByText('You are not signed in anywhere else.')).toBeVisible();
  await expect.poll(async () => (await other.request.get('/kimi/me')).status()).toBe(401);
  await page.reload();
  await expect(page.getByText('Sessions were ended')).toBeVisible();
  await other.close();
});

test('what somebody typed before their session ended is there for them again, and for nobody else', async ({
  page,
}) => {
  const { email } = await register(page.request);
  const form = '/google/accountManage/applyAd';
  const gmail = page.getByLabel('Gmail');
  await page.goto(form);
  await gmail.fill('secret.buyer@gmail.com');
  await page.context().clearCookies();
  await signIn(page.request, email);
  await page.goto(form);
  await expect(gmail).toHaveValue('secret.buyer@gmail.com');
  await page.context().clearCookies();
  await register(page.request, 'Somebody Else');
  await page.goto(form);
  await expect(page.getByText('Somebody Else').first()).toBeVisible();
  await expect(gmail).toHaveValue('');
  await page.reload();
  await expect(page.getByText('Somebody Else').first()).toBeVisible();
  await expect(gmail).toHaveValue('');
});

test('what stands in a form without a draft is not there for whoever signs in in another tab', async ({
  browser,
  portal,
}) => {
  const one = await newClient(browser, portal, { dollars: 80 });
  const other = await newClient(browser, portal, { dollars: 50 });
  for (const { context, email } of [one, other]) await confirmAddress(context.request, portal, email);
  const { page } = one;
  await page.goto('/kimi/wallet/withdraw');
  await page.getByRole('textbox', { name: 'Amount' }).fill('45');
  await signIn(one.context.request, other.email);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('You can withdraw up to $50.00.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
  await Promise.all([one.context.close(), other.context.close()]);
});

test('a page of one person asks for nothing in the name of another who has signed in beside it', async ({
  browser,
  portal,
}) => {
  const one = await newClient(browser, portal);
  const other = await newClient(browser, portal, { dollars: 70 });
  const { page } = one;
  await page.goto('/dashboard/user-profile');
  const mobile = page.getByRole('textbox', { name: 'Mobile' });
  await mobile.fill('+12025550143');
  await signIn(one.context.request, other.email);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('$70.00').first()).toBeVisible();
  await expect(mobile).not.toHaveValue(/2025550143/);
  const { mobile: kept } = await (await other.context.request.get('/kimi/me')).json();
  expect(kept).not.toContain('2025550143');
  await Promise.all([one.context.close(), other.context.close()]);
});

test('whoever logs out has left in every tab of the browser', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal, { dollars: 80 });
  const other = await context.newPage();
  await other.goto('/kimi/wallet/statement');
  await expect(other.getByText('$80.00').first()).toBeVisible();
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Account of' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/login$/);
    await expect(tab.getByText('$80.00')).toHaveCount(0);
  }
  await context.close();
});

test('appearance is chosen, mails are switched off, one’s data downloaded and the account closed @long', async ({
  page,
}) => {
  await register(page.request);
  await page.goto('/dashboard/settings');
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

  const decisions = page.getByRole('group', { name: 'Money in and out' }).getByRole('switch', { name: 'By e-mail' });
  await decisions.click();
  await expect(toast(page, 'Your choice is saved.')).toBeVisible();
  await expect(decisions).not.toBeChecked();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('my-data.json');

  await page.getByRole('button', { name: 'Close my account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Password' }).fill('not it');
  await dialog.getByRole('button', { name: 'Close my account' }).click();
  await expect(dialog.getByText('This is not your current password.').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Close my account' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect((await page.request.get('/kimi/me')).status()).toBe(401);
});

test('the 2FA tool works out real codes, and no key leaves the page', async ({ page }) => {
  await register(page.request);
  await page.goto('/kimi/2fatool');
  await expect(page.getByText('No key yet.', { exact: false })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));

  await page.getByRole('textbox', { name: 'Keys' }).fill('Google ads: jbsw y3dp ehpk 3pxp\nnot a key!');
  await page.getByRole('button', { name: 'Show codes' }).click();
  await expect(page.getByText('Line 2: A key has only the letters A to Z and the digits 2 to 7.')).toBeVisible();
  const key = keyOf('JBSWY3DPEHPK3PXP');
  const near = [-30_000, 0, 30_000].map((skew) => codeAt(key, Date.now() + skew));
  expect(near).toContain((await page.locator('output').first().textContent())!.replaceAll(/\s/g, ''));

  await page.getByRole('button', { name: 'Make a fresh key' }).click();
  await expect(page.locator('output')).toHaveCount(2);
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  expect(asked.filter((each) => /jbsw|secret=/i.test(each))).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(/jbsw/i);
  await page.reload();
  await expect(page.locator('output')).toHaveCount(0);
});

test('an ad account is shared with a Gmail address, and both sides see it @long', async ({ page, browser, portal }) => {
  await register(page.request);
  const admin = await adminOf(browser, portal);
  await fund(browser, portal, page.context(), 100);
  const [adsId] = await openAccounts(page.context(), admin, [0]);

  await page.goto('/google/accountManage/accountList');
  await page.getByRole('button', { name: /share/i }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog.getByText('Please enter a valid Gmail address.').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Gmail' }).fill('helper@gmail.com');
  await page.route('**/send-request-email', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(toast(page, 'An error occurred while sending the email.')).toBeVisible();
  await page.unroute('**/send-request-email');
  await page.route('**/send-request-email', (route) => route.fulfill({ status: 502, body: '' }));
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(toast(page, 'Failed to send email request.')).toBeVisible();
  await page.unroute('**/send-request-email');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(toast(page, 'Email request sent successfully!')).toBeVisible();

  await page.goto('/google/accountManage/bmShareLog');
  await expect(page.getByText('helper@gmail.com')).toBeVisible();
  const log = await admin.newPage();
  await log.goto('/admin/logs/GmailShareLog');
  await expect(log.getByRole('row', { name: /helper@gmail\.com/ }).first()).toContainText(adsId!);
  await admin.close();
});

const screens = [
  '/dashboard',
  '/dashboard/user-profile',
  '/dashboard/settings',
  '/kimi/2fatool',
  '/google/accountManage/bmShareLog',
];

// At the other two combinations of width and theme the walk over every screen looks at these, too (screens.e2e.ts).
for (const [width, colorScheme] of [
  [1440, 'dark'],
  [375, 'light'],
] as const) {
  const title = `axe finds nothing on the account's screens at ${width} px in ${colorScheme}`;
  test(title, { tag: '@long' }, async ({ page }) => {
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await register(page.request);
    for (const address of screens) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      expect(await axeFaults(page), address).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([address, overflow]).toEqual([address, 0]);
    }
    expect(faults).toEqual([]);
  });
}
