/** Registering, signing in and getting back in, with the script and without it. */
import type { APIRequestContext, Page } from '@playwright/test';
import { codeAt, readKey } from '#totp/totp.ts';
import { adminOf, confirmAddress, hold, newClient, ok, password as ofClients } from './people.ts';
import { expect, test, type Portal } from './portal.ts';

const password = 'a long enough secret';

async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel('Username').fill('Ana');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Country').selectOption('DE');
  await expect(page.getByLabel('Phone')).toBeHidden();
  await page.getByLabel('Telegram', { exact: true }).check();
  await page.getByLabel('Phone').fill('+49 170 123456');
  await page.getByLabel('PIN code').fill('10115');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
}

/** The newest mailed link to a page of the portal, as the reader's program shows it. */
function linkIn(mails: readonly string[], path: string): string {
  const text = mails.at(-1)!.replaceAll('=\r\n', '').replaceAll('=\n', '').replaceAll('=3D', '=');
  return new RegExp(`${path}\\?[^\\s"<>]+`).exec(text)![0];
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('one registers, signs in, and lands in the portal', async ({ page }) => {
    await page.goto('/register');
    await fillRegistration(page, 'plain@example.com');
    await page.getByLabel('Agency Ads').check();
    await page.getByLabel('Affiliate').check();
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText('We mailed you a code that confirms your address.')).toBeVisible();
    await page.getByLabel('Email').fill('plain@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('a refused form comes back with the reason, and with everything but the password', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    await page.getByLabel('Remember me').check();
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('alert')).toHaveText('Login failed. Please check your credentials.');
    await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com');
    await expect(page.getByLabel('Remember me')).toBeChecked();
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  });

  test('a refused registration says what is wrong at its field, and keeps what was typed and ticked', async ({
    page,
  }) => {
    await page.goto('/register');
    await fillRegistration(page, 'again@example.com');
    await page.getByLabel('Agency Ads').check();
    await page.getByLabel('Google', { exact: true }).check();
    await page.getByLabel('Confirm password', { exact: true }).fill('another one');
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByRole('alert')).toHaveText('Confirm password: Passwords do not match!');
    await expect(page.locator('#confirmPassword-problem')).toHaveText('Passwords do not match!');
    await expect(page.getByLabel('Confirm password', { exact: true })).toHaveAccessibleDescription(
      'Passwords do not match!',
    );
    await expect(page.getByLabel('Username')).toHaveValue('Ana');
    await expect(page.getByLabel('Country')).toHaveValue('DE');
    await expect(page.getByLabel('Phone')).toHaveValue('+49 170 123456');
    await expect(page.getByLabel('Google', { exact: true })).toBeChecked();
  });
});

test('with the script one registers and signs in on the page, told word for word', async ({ page }) => {
  await page.goto('/register');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Username: Please fill in this field.',
    'Email: Please fill in this field.',
    'Country: Please choose one.',
    'How should we reach you? Please choose one.',
    'Password: Please fill in this field.',
    'Confirm password: Please fill in this field.',
  ]);
  await expect(page.getByRole('group', { name: 'How should we reach you?' })).toHaveAccessibleDescription(
    'Please choose one.',
  );
  await fillRegistration(page, 'swift@example.com');
  // What is filled in is asked for no more.
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(0);
  await page.getByLabel('WhatsApp', { exact: true }).check();
  await expect(page.getByLabel('Phone')).toHaveValue('');
  await page.getByLabel('Phone').fill('0170/123456');
  await page.getByLabel('PIN code').fill('10115');
  // Too short and another one, it is one problem.
  await page.getByLabel('Confirm password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('alert').getByRole('link').filter({ hasText: 'Confirm' })).toHaveText([
    'Confirm password: Please use at least 8 characters.',
  ]);
  await page.getByLabel('Confirm password', { exact: true }).fill('another one');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Phone: Please enter a phone number of 5 to 20 digits, spaces and +.',
    'Confirm password: Passwords do not match!',
  ]);
  await page.getByLabel('Phone').fill('+49 170 123456');
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Confirm password: Passwords do not match!']);
  await expect(page.locator('#contact1-problem')).toBeEmpty();
  await expect(page.getByLabel('Phone')).not.toHaveAttribute('aria-invalid');
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('We mailed you a code that confirms your address.')).toBeVisible();

  await page.getByLabel('Email').fill('swift@example.com');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toHaveText('Login failed. Please check your credentials.');
  await expect(page.getByText('Your account is open. Please sign in.')).toHaveCount(0);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/login-account') && answer.ok());
  await page.getByRole('button', { name: 'Login' }).click();
  const { token } = (await (await answered).json()) as { token: string };
  await expect(page.getByText('Login Successful! Redirecting...')).toBeVisible();
  const said = performance.now();
  await expect(page).toHaveURL(/\/dashboard$/);
  // There are two seconds to read it in.
  expect(performance.now() - said).toBeGreaterThan(500);
  // What opens the account stands where no script of a page can read it.
  expect(token.length).toBeGreaterThan(20);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const readable = () => JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]);
  expect(await page.evaluate(readable)).not.toContain(token);

  await page.goto('/google-ads');
  await page.getByRole('link', { name: 'Get Start' }).first().click();
  await expect(page).toHaveURL(/\/google\/accountManage\/accountList\/creategoogleads$/);
});

test('who came from a platform’s page to register orders there after signing in', async ({ page }) => {
  await page.goto('/bing-ads');
  await page.getByRole('link', { name: 'Get Start' }).first().click();
  await fillRegistration(page, 'onward@example.com');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email').fill('onward@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/bing\/accountManage\/accountList\/createbingads$/);
});

test('an address that is taken is said at the field, and what was typed stays', async ({ page, request }) => {
  const body = {
    username: 'Ben',
    emailId: 'taken@example.com',
    country: 'UK',
    contact1: '+44 20 1234',
    pincode: 'N1',
    password,
    confirmPassword: password,
  };
  expect((await request.post('/create-account', { data: body })).status()).toBe(200);
  await page.goto('/register');
  await fillRegistration(page, 'taken@example.com');
  await page.getByRole('button', { name: 'Register' }).click();
  const summary = page.getByRole('alert');
  await expect(summary).toContainText('There was an error creating the account.');
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Username')).toHaveValue('Ana');
  await summary.getByRole('link').click();
  await expect(page.getByLabel('Email')).toBeFocused();
});

/** A client who signs in with a second factor; answers the recovery codes. */
async function guarded(request: APIRequestContext, portal: Portal, emailId: string): Promise<string[]> {
  const body = {
    username: 'Kim',
    emailId,
    country: 'CA',
    contact1: '+1 202 555 0100',
    pincode: 'K1A',
    password,
    confirmPassword: password,
  };
  expect((await request.post('/create-account', { data: body })).status()).toBe(200);
  const { token } = (await (await request.post('/login-account', { data: { emailId, password } })).json()) as {
    token: string;
  };
  const headers = { authorization: `Bearer ${token}` };
  await confirmAddress(request, portal, emailId);
  const started = (await (await request.post('/kimi/start-two-factor', { headers, data: {} })).json()) as {
    secret: string;
  };
  const read = readKey(started.secret);
  const otp = 'key' in read ? codeAt(read.key, Date.now()) : '';
  const enabled = await request.post('/kimi/enable-two-factor', { headers, data: { otp } });
  expect(enabled.status()).toBe(200);
  return ((await enabled.json()) as { recoveryCodes: string[] }).recoveryCodes;
}

for (const javaScriptEnabled of [true, false]) {
  test(`the one-time code is asked for where it is needed, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    portal,
    request,
  }) => {
    const emailId = `guarded-${javaScriptEnabled}@example.com`;
    const [recoveryCode] = await guarded(request, portal, emailId);
    const context = await browser.newContext({ javaScriptEnabled, baseURL: portal.address });
    const page = await context.newPage();
    await page.goto('/login');
    await expect(page.getByLabel('One-time code')).toBeHidden();
    await page.getByLabel('Email').fill(emailId);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    // The second step is asked for; nothing was done wrong.
    const asked = page.getByRole('status').filter({ hasText: 'Please enter the code from your authenticator app.' });
    await expect(asked).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByLabel('One-time code')).not.toHaveAttribute('aria-invalid');
    await page.getByLabel('One-time code').fill(recoveryCode!);
    // A page that was sent again holds no password; one that stayed still does.
    if (!javaScriptEnabled) await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await context.close();
  });

  test(`a forgotten password is set anew through the mailed link, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    portal,
    request,
  }) => {
    const emailId = `forgetful-${javaScriptEnabled}@example.com`;
    const body = {
      username: 'Eva',
      emailId,
      country: 'US',
      contact1: '+1 202 555 0100',
      pincode: '10001',
      password,
      confirmPassword: password,
    };
    expect((await request.post('/create-account', { data: body })).status()).toBe(200);
    const context = await browser.newContext({ javaScriptEnabled, baseURL: portal.address });
    const page = await context.newPage();
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(emailId);
    await page.getByRole('button', { name: 'Send the link' }).click();
    const told = page.getByText('If this address is registered, a link to set a new password is on its way.');
    await expect(told.filter({ visible: true })).toHaveCount(1);
    // Whoever mistyped the address, or waits for a mail that does not come, asks once more.
    if (javaScriptEnabled) {
      const [sent] = await Promise.all([
        page.waitForResponse('**/kimi/forgot-password'),
        page.getByRole('button', { name: 'Send the link' }).click(),
      ]);
      expect(sent.status()).toBe(200);
      await expect(told.filter({ visible: true })).toHaveCount(1);
    }
    await expect
      .poll(async () => (await portal.mailsTo(emailId)).some((mail) => mail.includes('/reset-password')))
      .toBe(true);
    const mails = (await portal.mailsTo(emailId)).filter((mail) => mail.includes('/reset-password'));
    await page.goto(linkIn(mails, '/reset-password'));
    await page.getByLabel('New password', { exact: true }).fill('an even longer secret');
    await page.getByLabel('Confirm new password', { exact: true }).fill('an even longer secret');
    await page.getByRole('button', { name: 'Save the password' }).click();
    await expect(page).toHaveURL(/\/login/);
    const signIn = await request.post('/login-account', { data: { emailId, password: 'an even longer secret' } });
    expect(signIn.status()).toBe(200);
    await context.close();
  });
}

test('whoever has to sign in again reads that a passkey failed, and may be remembered @long', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await context.clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await dialog.getByRole('button', { name: 'Passkey' }).click();
  // A toast would stand below the overlay of the window.
  await expect(dialog.getByRole('alert')).toContainText('The passkey did not work.');
  await dialog.getByLabel('Remember me for 30 days').check();
  await dialog.getByLabel('Password', { exact: true }).fill(ofClients);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const days = (await context.cookies()).map(({ expires }) => (expires - Date.now() / 1_000) / 86_400);
  expect(Math.max(...days)).toBeGreaterThan(29);
  await context.close();
});

test('an admin whose visit has run out is asked for nobody’s password @long', async ({ browser, portal }) => {
  const { context, userId } = await newClient(browser, portal);
  const admin = await adminOf(browser, portal);
  await ok(admin.request.post('/kimi/login-as-user', { data: { userId, reason: 'They asked about a deposit.' } }));
  const page = await admin.newPage();
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: /^You are looking at/ })).toBeVisible();
  await admin.clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const dialog = page.getByRole('dialog', { name: 'This visit is over' });
  const back = dialog.getByRole('button', { name: 'Go to the login page' });
  await expect(back).toBeFocused();
  await expect(dialog.locator('input')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await Promise.all([context.close(), admin.close()]);
});

test('a form that the browser kept as it was sent comes anew, and keeps no password @long', async ({
  page,
  portal,
}) => {
  await page.goto('/login');
  const form = async () => {
    await page.getByLabel('Email').fill(portal.admin.email);
    await page.getByLabel('Password', { exact: true }).fill(portal.admin.password);
    await page.getByRole('button', { name: 'Login' }).click();
  };
  await hold(page, '**/login-account');
  await form();
  await expect(page.locator('form[aria-busy]')).toHaveCount(1);
  // What a browser that keeps pages says when one of them is shown again; that of the tests keeps none.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page.locator('form[aria-busy]')).toHaveCount(0);
  await form();
  await expect(page.getByText('Login Successful! Redirecting...')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
});
