/** What somebody typed or chose stays, whatever is drawn, saved or looked at meanwhile. */
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { adminOf, failing, newAdmin, newClient, ok, openAccounts, topUp } from './people.ts';
import { expect, test } from './portal.ts';

/** Somebody types on as soon as this is asked for, before that is drawn. Answers what the field showed since. */
async function typesOn(page: Page, asked: string, typed: string): Promise<() => Promise<string[]>> {
  await page.evaluate(
    ([q, text]) => {
      const shown = new Set<string>();
      const replace = history.replaceState.bind(history);
      history.replaceState = (...args) => {
        replace(...args);
        if (new URLSearchParams(location.search).get('q') !== q) return;
        history.replaceState = replace;
        const field = document.querySelector<HTMLInputElement>('main input[type="search"]')!;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
        const look = () => void (shown.add(field.value), requestAnimationFrame(look));
        look();
      };
      Object.assign(window, { shown });
    },
    [asked, typed],
  );
  return () => page.evaluate(() => [...(window as unknown as { shown: Set<string> }).shown]);
}

test('a letter typed while a search is on its way stays, in lists and in the queue @long', async ({
  browser,
  portal,
}) => {
  const admin = await adminOf(browser, portal);
  const page = await admin.newPage();
  for (const address of ['/admin/requests', '/admin/queue']) {
    await page.goto(address);
    const shown = await typesOn(page, 'sof', 'sofi');
    await page.getByRole('main').getByRole('searchbox', { name: 'Search' }).fill('sof');
    await expect(page).toHaveURL(/q=sofi$/);
    expect(await shown()).toEqual(['sofi']);
  }
  // What is asked for elsewhere is followed.
  await page.goto('/admin/requests?q=sof');
  await page.getByRole('button', { name: 'Remove Search: sof' }).click();
  await expect(page.getByRole('main').getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  await admin.close();
});

test('another month is chosen by keyboard, and what else was chosen stays @long', async ({ browser, portal }) => {
  const admin = await adminOf(browser, portal);
  const page = await admin.newPage();
  const month = page.getByLabel('Month', { exact: true });
  const narrowed = '/admin/accounts/reconciliation?platform=Google&differences=true';
  for (const address of [narrowed, '/admin/accounts/settle']) {
    await page.goto(address);
    await month.focus();
    const choices = await month
      .locator('option')
      .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
    for (const next of choices.slice(1, 4)) {
      await page.keyboard.press('ArrowDown');
      await expect(page).toHaveURL(new RegExp(`month=${next}`));
      await expect(month).toHaveValue(next);
      await expect(month).toBeFocused();
    }
    if (address !== narrowed) continue;
    await expect(page.getByLabel('Platform', { exact: true })).toHaveValue('Google');
    await expect(page.getByLabel('Only differences')).toBeChecked();
  }
  const chosen = await month.inputValue();
  await page.getByRole('main').getByRole('link', { name: 'Reconciliation' }).click();
  await expect(page.getByRole('heading', { name: 'Reconciliation' })).toBeVisible();
  await expect(month).toHaveValue(chosen);
  await admin.close();
});

test('settings that are typed stay over a trial, and over what a colleague saves @long', async ({
  browser,
  portal,
}) => {
  const admin = await adminOf(browser, portal);
  const colleague = await newAdmin(browser, portal, admin, { name: 'Wei Saver' });
  const { settings } = await ok(admin.request.get('/kimi/get-settings'));
  const saves = (data: object) => ok(colleague.request.put('/kimi/update-settings', { data }));
  const page = await admin.newPage();
  await page.goto('/admin/settings');
  const [fee, rate] = [page.getByLabel('Opening fee per order'), page.getByLabel('Top-up fee, % of the deposit')];
  const limit = page.getByLabel('Most of one transfer');
  await fee.fill('31');
  await limit.fill('321');
  await page.getByRole('link', { name: 'See what these limits would have done' }).click();
  await expect(page.getByText('$321.00')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(limit).toHaveValue('321');
  await expect(fee).toHaveValue('31');

  await saves({ topUpBasisPoints: 1_650, autoCredit: { clientDay: 777 } });
  await expect(rate).toHaveValue('16.5');
  await expect(page.getByText('Wei Saver saved settings after you began.')).toBeVisible();
  await expect(fee).toHaveValue('31');
  const save = page.getByRole('button', { name: 'Save settings' });
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Save these changes?' });
  await expect(dialog.getByRole('definition')).toHaveText(['$30.00 → $31.00', '$500.00 → $321.00']);
  await dialog.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Wei Saver saved settings after you began.')).toHaveCount(0);
  const now = (await ok(admin.request.get('/kimi/get-settings')))['settings'];
  expect(now).toMatchObject({ openingFee: 31, topUpBasisPoints: 1_650, autoCredit: { transfer: 321, clientDay: 777 } });

  await fee.fill('32');
  await page.getByRole('button', { name: 'Discard my changes' }).click();
  await expect(fee).toHaveValue('31.00');
  await expect(save).toBeFocused();
  await page.reload();
  await expect(fee).toHaveValue('31.00');
  await saves(settings as object);
  await Promise.all([admin.close(), colleague.close()]);
});

test('a price of a client that nobody touched is not written back over what a colleague saved @long', async ({
  browser,
  portal,
}) => {
  const { context, userId } = await newClient(browser, portal);
  const admin = await adminOf(browser, portal);
  const saves = (prices: object) =>
    ok(admin.request.put('/kimi/set-client-prices', { data: { userId, ...prices, reason: 'Agreed.' } }));
  await saves({ openingFee: 25, topUpBasisPoints: 1_400 });
  const page = await admin.newPage();
  await page.goto(`/admin/users/${userId}`);
  const rate = page.getByLabel('Top-up fee, %');
  await expect(page.getByLabel('Opening fee')).toHaveValue('25.00');
  await saves({ openingFee: 10 });
  await rate.fill('12');
  await page.getByRole('button', { name: 'Save prices' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').fill('They pay much in.');
  await dialog.getByRole('button', { name: 'Save prices' }).click();
  await expect(dialog).toHaveCount(0);
  const { user } = await ok(admin.request.get(`/kimi/get-user?userId=${userId}`));
  expect(user).toMatchObject({ ownOpeningFee: 10, ownTopUpBasisPoints: 1_200 });
  await expect(page.getByLabel('Opening fee')).toHaveValue('10.00');
  await Promise.all([context.close(), admin.close()]);
});

test('the reason for many is that of a row, too, which comes to them after it was typed @long', async ({
  browser,
  portal,
}) => {
  const { context, name } = await newClient(browser, portal, { name: `Ana ${randomBytes(3).toString('hex')}` });
  for (const dollars of [21, 22]) await topUp(context.request, dollars);
  const admin = await adminOf(browser, portal);
  const page = await admin.newPage();
  let isKept = false;
  await failing(page, '**/kimi/get-queue?*', async (route) => {
    const { requests, ...rest } = await (await route.fetch()).json();
    const says = { transactionId: '', adsId: '', remarks: '', reason: '', at: new Date().toISOString() };
    const waits = { _id: '1', verdict: 'approve', by: 'Wei', byEmail: 'wei@agency.example', ...says };
    const as = (row: object, place: number) => (isKept && place === 0 ? { ...row, waits } : row);
    await route.fulfill({ json: { ...rest, requests: requests.map(as) } });
  });
  await page.goto(`/admin/queue?q=${encodeURIComponent(name)}`);
  const boxes = page.getByRole('checkbox', { name: /^Select TU/ });
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await box.check();
  isKept = true;
  await page.getByText('2 selected').locator('..').getByRole('button', { name: 'Reject' }).click();
  const window = page.getByRole('dialog');
  await expect(window.getByRole('button', { name: 'Reject one request' })).toBeVisible();
  await window.getByLabel('Reason for the client').fill('It did not arrive.');
  isKept = false;
  await topUp(context.request, 1);
  const both = window.getByRole('button', { name: 'Reject 2 requests' });
  await both.click();
  await expect(window.getByText('This has changed while it was open. Please read it again.')).toBeVisible();
  await both.click();
  await expect(window.getByText('Rejected.')).toHaveCount(2);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await Promise.all([context.close(), admin.close()]);
});

test('a press beside a window leaves it open, with what was typed in it @long', async ({ browser, portal }) => {
  const admin = await adminOf(browser, portal);
  const { context, userId } = await newClient(browser, portal);
  const page = await admin.newPage();
  await page.goto(`/admin/users/${userId}`);
  const open = page.getByRole('button', { name: 'Login', exact: true });
  await open.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('They asked about a deposit.');
  await page.mouse.click(5, 400);
  await expect(dialog.getByRole('textbox')).toHaveValue('They asked about a deposit.');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await open.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await Promise.all([context.close(), admin.close()]);
});

test('the columns that an admin chose stay, also where the page comes before who is there @long', async ({
  browser,
  portal,
}) => {
  const admin = await adminOf(browser, portal);
  const { context } = await newClient(browser, portal, { dollars: 100 });
  await openAccounts(context, admin, [0]);
  const page = await admin.newPage();
  await page.goto('/accounts');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Client' }).uncheck();
  await page.setExtraHTTPHeaders({ prefer: 'return=minimal' });
  for (let time = 0; time < 2; time++) {
    await page.reload();
    await expect(page.getByRole('columnheader', { name: 'State' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Client' })).toHaveCount(0);
  }
  await Promise.all([context.close(), admin.close()]);
});

test('other days of a statement begin with their newest lines @long', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal);
  await page.goto('/kimi/wallet/statement?after=MV-7K3Q-X2MF');
  await page.getByRole('button', { name: 'This year' }).click();
  await expect(page).toHaveURL(/\?from=\d{4}-01-01&to=\d{4}-12-31$/);
  await context.close();
});

test('an amount to look for is taken as it is written @long', async ({ browser, portal }) => {
  const admin = await adminOf(browser, portal);
  const desk = await admin.newPage();
  await desk.goto('/admin/requests');
  for (const [name, param, typed, taken] of [
    ['Least amount', 'least', '1,000', '1000'],
    ['Most amount', 'most', ' $2,500.50', '2500.50'],
  ] as const) {
    const field = desk.getByRole('main').getByLabel(name, { exact: true });
    await field.fill(typed);
    await field.press('Enter');
    await expect(desk).toHaveURL(new RegExp(`${param}=${taken}(&|$)`));
    await expect(field).toHaveValue(taken);
  }
  // Two readings: said at the field, and nobody is asked.
  const least = desk.getByRole('textbox', { name: 'Least amount' });
  await least.fill('1.234');
  await least.press('Enter');
  await expect(desk.getByText('Please write it like 1234.50')).toBeVisible();
  await expect(desk).toHaveURL(/least=1000(&|$)/);
  await expect(desk.getByText('Failed to fetch data')).toHaveCount(0);
  await admin.close();
});

test('a refund of an account that is offered no more is not asked for from a draft @long', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal, { dollars: 500 });
  const admin = await adminOf(browser, portal);
  await openAccounts(context, admin, [100, 50]);
  await page.goto('/google/aftersale/refund');
  await page.evaluate(() => {
    sessionStorage.setItem('draft:refund-Google', JSON.stringify({ adsId: 'GONE-1', amount: '10', remarks: '' }));
  });
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('10');
  let asked = 0;
  await page.route('**/apply-refund', (route) => {
    asked += 1;
    return route.continue();
  });
  await page.getByRole('button', { name: 'Apply for refund' }).click();
  await expect(page.getByText('Please fill in both fields.').first()).toBeVisible();
  expect(asked).toBe(0);
  await Promise.all([context.close(), admin.close()]);
});

test('a form that was answered while it was drawn anew keeps nothing of what was made @long', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal, { dollars: 500 });
  await page.goto('/google/accountManage/accountList');
  const toForm = page.getByRole('main').getByRole('link', { name: 'Create ad here' }).first();
  await toForm.click();
  const gmail = page.getByLabel('Gmail');
  await gmail.fill('buyer@gmail.com');
  await page.route('**/create-google-ads', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Create ads' }).click();
  const lost = page.getByText('No answer came');
  await expect(lost.first()).toBeVisible();
  await page.goBack();
  // What the form before it does with its answer, as soon as this one has read what was typed.
  await page.evaluate(() => {
    const read = sessionStorage.getItem.bind(sessionStorage);
    Storage.prototype.getItem = (name) => {
      const kept = read(name);
      if (name === 'draft:order-Google')
        for (const part of ['', ':attempt', ':attempt:lost']) sessionStorage.removeItem(name + part);
      return kept;
    };
  });
  for (let time = 1; time <= 2; time++) {
    await toForm.click();
    await expect(gmail).toHaveValue('');
    await expect(page.getByRole('form').getByText('No answer came')).toHaveCount(0);
    await page.goBack();
  }
  await context.close();
});
