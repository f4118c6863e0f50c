/** Admins with one of four roles: each is shown what they may do, and a page that is not theirs says whose it is. */
import type { Page } from '@playwright/test';
import { adminOf, newAdmin, newClient, ok, openAccounts, password, setNetwork, toastOn, topUp } from './people.ts';
import { expect, test } from './portal.ts';

test.use({ alone: 'roles' });

/** Verdicts, changes and whatever else only somebody with more rights may press. */
const acts = /^(Approve|Reject|Reverse|Correct|Disable|Enable|Set state|Pay|Save prices|Export)/;

async function seesNoAct(page: Page, address: string): Promise<void> {
  const refused: string[] = [];
  const onAnswer = (answer: { status(): number; url(): string }) =>
    answer.status() === 403 && refused.push(answer.url());
  page.on('response', onAnswer);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('main').getByRole('button', { name: acts }), address).toHaveCount(0);
  page.off('response', onAnswer);
  expect(refused, address).toEqual([]);
}

test('Support sees everything that waits and decides none of it; pages of others say whose they are @long', async ({
  browser,
  portal,
}) => {
  const admin = await adminOf(browser, portal);
  const client = await newClient(browser, portal, { dollars: 300, name: 'Ana Roles' });
  const [adsId] = await openAccounts(client.context, admin, [50]);
  const applyId = await topUp(client.context.request, 40);
  await ok(client.context.request.post('/kimi/apply-refund', { data: { adsId, amount: 5, adType: 'Google' } }));
  await ok(
    client.context.request.post('/kimi/create-google-adDeposit', { data: { adsId, money: 10, adType: 'Google' } }),
  );
  const support = await newAdmin(browser, portal, admin, { name: 'Sam', role: 'Support' });
  const page = await support.newPage();
  const accounts = (await (await support.request.get('/kimi/get-ad-accounts')).json()) as {
    accounts: { _id: string }[];
  };
  for (const address of [
    '/admin/dashboard',
    '/admin/queue',
    '/admin/transactions/pending',
    '/admin/adapproval/gapprove',
    '/admin/refund/pendingrefund',
    '/admin/withdrawals/to-pay',
    '/admin/dashboard/UserAdsInformation',
    `/admin/requests/${applyId}`,
    `/admin/users/${client.userId}`,
    `/accounts/${accounts.accounts[0]!._id}`,
  ])
    await seesNoAct(page, address);
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('region', { name: 'Total Users' })).toContainText(/\d/);
  await expect(page.getByRole('region', { name: 'Active Users' })).toContainText(/\d/);
  await expect(page.getByRole('region', { name: 'Total Revenue' })).toHaveCount(0);

  // The keys give no verdict either.
  await page.goto('/admin/queue');
  const detail = page.getByRole('region', { name: 'The request in focus' });
  await expect(detail.getByText('Finance decides this')).toBeVisible();
  await page.keyboard.press('a');
  await page.keyboard.press('r');
  await page.keyboard.press('x');
  await expect(detail.locator('form')).toHaveCount(0);
  await expect(page.getByText('1 selected')).toHaveCount(0);

  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Audit Log' })).toBeVisible();
  for (const [address, label, whose] of [
    ['/admin/settings', 'Portal Settings', 'Admin'],
    ['/admin/accountmanage/changenetwork', 'Change Network', 'Admin'],
    ['/admin/revenue', 'Revenue', 'Admin or Finance'],
  ] as const) {
    await expect(menu.getByRole('link', { name: label, exact: true })).toHaveCount(0);
    await seesNoAct(page, address);
    await expect(page.getByText(`This page is for admins with the role ${whose}; yours is Support.`)).toBeVisible();
  }
  // What Support is for: looking at the portal as the client.
  await page.goto(`/admin/users/${client.userId}`);
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled();
});

test('an Admin invites somebody into a role and changes it later, and whose it is sees it at once', async ({
  browser,
  portal,
}) => {
  const admin = await adminOf(browser, portal);
  const page = await admin.newPage();
  await page.goto('/admin/settings');
  const form = page.getByRole('form', { name: 'Invite admin' });
  await form.getByLabel('Name').fill('Olga');
  await form.getByLabel('Email').fill('olga@agency.example');
  await form.getByLabel('Role').selectOption('Operations');
  await expect(form.getByText('decide applications and deposits')).toBeVisible();
  await form.getByRole('textbox', { name: 'Your password' }).fill(portal.admin.password);
  await form.getByRole('button', { name: 'Invite admin' }).click();
  const link = page.getByRole('status').filter({ hasText: 'hand over this link' });
  const token = /token=([\w-]+)/.exec((await link.textContent())!)![1]!;
  const olga = await browser.newContext({ baseURL: portal.address });
  await ok(olga.request.post('/kimi/reset-password', { data: { token, password, confirmPassword: password } }));
  await ok(olga.request.post('/login-account', { data: { emailId: 'olga@agency.example', password } }));
  const client = await newClient(browser, portal, { dollars: 20 });
  await topUp(client.context.request, 11);
  const desk = await olga.newPage();
  await desk.goto('/admin/transactions/pending');
  await expect(desk.getByText('Finance decides this').first()).toBeVisible();
  await expect(desk.getByRole('button', { name: /^Approve/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Change role of Olga' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change role of Olga' });
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Finance');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(portal.admin.password);
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(toastOn(page, 'Olga has the role Finance now.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Olga' })).toContainText('Finance · olga@agency.example');
  await expect(desk.getByRole('button', { name: /^Approve/ }).first()).toBeVisible();
  await expect(desk.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Revenue' })).toBeVisible();

  // The day's work is in sight without scrolling, and what was folded up or opened is remembered.
  await desk.setViewportSize({ width: 1440, height: 900 });
  await desk.goto('/admin/dashboard');
  const menu = desk.getByRole('navigation', { name: 'Menu' });
  const links = menu.locator('ul').nth(0).or(menu.locator('ul').nth(1)).getByRole('link');
  await expect.poll(() => links.count()).toBeGreaterThanOrEqual(14);
  const work = await links.all();
  for (const link of work) await expect(link).toBeInViewport({ ratio: 1 });
  const group = (name: RegExp) => menu.getByRole('button', { name });
  await group(/^Money/).click();
  await group(/^Done/).click();
  await desk.reload();
  await expect(group(/^Money/)).toHaveAttribute('aria-expanded', 'false');
  await expect(group(/^Done/)).toHaveAttribute('aria-expanded', 'true');
});

test('whoever may set the payment address is told that none is set, until one is; nobody else is', async ({
  browser,
  portal,
}) => {
  const admin = await adminOf(browser, portal);
  const finance = await newAdmin(browser, portal, admin, { name: 'Fay', role: 'Finance' });
  const [page, theirs] = [await admin.newPage(), await finance.newPage()];
  for (const desk of [page, theirs]) {
    await desk.goto('/admin/dashboard');
    await expect(desk.getByRole('region', { name: 'Total Users' })).toContainText(/\d/);
  }
  await expect(page.getByText('No client can pay yet: no payment address is set.')).toBeVisible();
  await expect(theirs.getByText('No client can pay yet')).toHaveCount(0);
  await page.getByRole('link', { name: 'Set the address that clients pay to' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Change Network' })).toBeVisible();
  // What is wrong with an address is said once.
  await page.getByLabel('Network Name').fill('TRC20');
  await page.getByLabel('Network Address').fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv9');
  const wrong = page.getByRole('paragraph').filter({ hasText: 'This is not a TRC20 address' });
  await expect(wrong).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Your password' }).fill(password);
  await page.getByRole('button', { name: 'Update Network' }).click();
  await expect(page.getByLabel('Network Address')).toHaveAttribute('aria-invalid', 'true');
  await expect(wrong).toHaveCount(1);
  await setNetwork(admin, portal, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('region', { name: 'Total Users' })).toContainText(/\d/);
  await expect(page.getByText('No client can pay yet')).toHaveCount(0);
  await Promise.all([admin.close(), finance.close()]);
});
