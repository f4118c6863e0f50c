/**
 * Passkeys in a real Chromium, with a device of its own in place of a finger: made in the settings, signed in with, and
 * asked for by what moves money.
 */
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { busyFactor } from '#server/busy.testing.server.ts';
import { spawnPortal } from '../scripts/portal.ts';
import { confirmAddress, hash, newClient, ok, password, toastOn } from './people.ts';
import { expect, mailsTo, test as base, type Portal } from './portal.ts';

const admin = { email: 'admin@agency.example', password: 'the first admin 1' };

/** Keys belong to an address, so that this portal has to know its own: the port is chosen before it starts. */
const test = base.extend<object, { portal: Portal }>({
  portal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern.
    async ({}, give) => {
      const port = await freePort();
      const started = await spawnPortal({
        PORT: String(port),
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
      });
      await give({
        address: `http://localhost:${port}`,
        admin,
        mailsTo: (email) => mailsTo(join(started.dataDir, 'mail'), email),
      });
      await started.close();
    },
    { scope: 'worker', timeout: 60_000 * busyFactor() },
  ],
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

type Device = { cdp: CDPSession; id: string };

/** A device that keeps keys and says yes for its owner. */
async function deviceOf(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id: authenticatorId };
}

/** From now on the device does not know its owner, as in the hands of a thief. */
const forgetOwner = ({ cdp, id }: Device, isUserVerified: boolean) =>
  cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified });

/** `password`: an admin's is asked for in any case. */
async function addPasskey(page: Page, name: string, password?: string): Promise<void> {
  await page.goto('/dashboard/settings');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  if (password !== undefined) await page.getByRole('textbox', { name: 'Current password' }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(toastOn(page, 'Your passkey was added.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function signInWithPasskey(page: Page, next: RegExp): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('Login Successful! Redirecting...')).toBeVisible();
  await expect(page).toHaveURL(next, { timeout: 15_000 * busyFactor() });
}

const shot = (page: Page, name: string) =>
  page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });

test('a client makes a passkey, names it, signs in with it and removes it', async ({ browser, portal }) => {
  const { page, email } = await newClient(browser, portal);
  await confirmAddress(page.request, portal, email);
  const device = await deviceOf(page);
  await addPasskey(page, 'Laptop');
  await shot(page, 'settings');
  await page.getByRole('button', { name: 'Rename Laptop' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Laptop at home');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Laptop at home', { exact: true })).toBeVisible();

  await signInWithPasskey(page, /\/dashboard$/);
  // Picked in the field for the address: the device of this test picks at once.
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('Email').focus();
  await expect(page.getByText('Login Successful! Redirecting...')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/, { timeout: 15_000 * busyFactor() });
  await page.context().clearCookies();
  await forgetOwner(device, false);
  await page.goto('/login');
  await shot(page, 'login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('The passkey did not work.');
  await forgetOwner(device, true);
  await signInWithPasskey(page, /\/dashboard$/);

  await page.goto('/dashboard/settings');
  await page.getByRole('button', { name: 'Remove Laptop at home' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toastOn(page, 'The passkey was removed.')).toBeVisible();
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('This passkey was not accepted. Please try again.');
});

test('an admin who has a passkey signs in with it and pays out with it, and with nothing else @long', async ({
  browser,
  portal,
}) => {
  const client = await newClient(browser, portal, { dollars: 500 });
  const context = await browser.newContext({ baseURL: portal.address });
  const page = await context.newPage();
  await ok(page.request.post('/login-account', { data: { emailId: admin.email, password: admin.password } }));
  const device = await deviceOf(page);
  await addPasskey(page, 'Office key', admin.password);
  await signInWithPasskey(page, /\/admin\/dashboard$/);

  await withdraw(client.context, client.email, portal);
  await page.goto('/admin/queue');
  const waiting = page
    .getByRole('list', { name: 'Waiting requests' })
    .getByRole('button')
    .filter({ hasText: '$120.00' });
  const fillIn = async () => {
    await waiting.first().click();
    await page.keyboard.press('a');
    await page.getByLabel('Transaction ID').fill(hash());
    await page.getByLabel('Why it is paid before its wait is over').fill('They called from the number we know.');
  };
  await fillIn();
  await saysWhatItConfirms(page, device, client.email);
  await page.reload();
  await fillIn();
  await forgetOwner(device, false);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This needs your passkey. Nothing has changed.').first()).toBeVisible();
  await shot(page, 'refused');
  await forgetOwner(device, true);
  await page.getByLabel('Transaction ID').press('Enter');
  await expect(async () => {
    const { withdrawals } = await (await client.context.request.get('/kimi/get-withdrawals')).json();
    expect(withdrawals[0].state).toBe('Approved');
  }).toPass({ timeout: 20_000 * busyFactor() });
  await shot(page, 'decided');

  const answer = await page.request.post('/login-account', {
    data: { emailId: admin.email, password: admin.password },
  });
  expect([answer.status(), (await answer.json()).code]).toEqual([401, 'auth.passkey_required']);
});

/** As long as the device has not answered, the page says what it is asked for; on a phone in the dark, too. */
async function saysWhatItConfirms(page: Page, { cdp, id }: Device, email: string): Promise<void> {
  const presence = (enabled: boolean) =>
    cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: id, enabled });
  await presence(false);
  await page.getByLabel('Transaction ID').press('Enter');
  const region = page.getByRole('status', { name: 'Confirm this with your passkey' });
  await expect(region).toContainText(/Approve Withdrawal WD-\S+ of \$120\.00 for /);
  await expect(region).toContainText(email);
  await shot(page, 'asked');
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 375, height: 812 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(region.locator('p').last()).toBeInViewport({ ratio: 1 });
  await shot(page, 'asked-dark-375');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(size);
  await presence(true);
}

/** A withdrawal that waits, of somebody who has confirmed their address. */
async function withdraw(client: BrowserContext, email: string, portal: Portal): Promise<void> {
  const codeIn = (mail: string) => /^\s*(\d{6})\s*$/m.exec(mail)?.[1];
  const codes = async () => (await portal.mailsTo(email)).flatMap((mail) => codeIn(mail) ?? []);
  await expect.poll(async () => (await codes()).length, { timeout: 15_000 * busyFactor() }).toBeGreaterThan(0);
  const [otp] = await codes();
  await ok(client.request.post('/verify-email', { data: { newEmail: email, otp } }));
  const destination = { networkName: 'TRC20', networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
  const data = { amount: 120, ...destination, password };
  await ok(client.request.post('/kimi/apply-withdrawal', { data }));
}
