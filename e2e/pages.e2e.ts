import { adminOf, breaks, hold, newClient, ok, openAccounts, topUp } from './people.ts';
import { expect, test } from './portal.ts';

// The chart shows what everybody's orders earned.
test.use({ alone: 'pages' });

test('a visitor finds the home page, and an address that is none is a real 404', async ({ page }) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  expect((await page.goto('/'))?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await page.goto('/no-such-page'))?.status()).toBe(404);
  expect(faults).toEqual([]);
});

test('a visitor who asks for the portal is shown the way in', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});

/** Runs in the page. When somebody last pressed, and when a list first showed since then that it waits. */
const watchWaiting = () => {
  const at: Record<string, number> = {};
  const signs = { room: 'tr[aria-hidden]', skeleton: 'tr[data-shown]', stale: 'table[data-stale]' };
  const look = () => {
    for (const [sign, where] of Object.entries(signs))
      if (document.querySelector(`main ${where}`)) at[sign] ??= performance.now();
  };
  addEventListener(
    'click',
    () => {
      at['press'] = performance.now();
      delete at['stale'];
    },
    true,
  );
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  Object.assign(window, { at });
};

test('a list is sorted, narrowed and paged by hand: old rows stay until the next are there, and Back shows them again', async ({
  browser,
  portal,
}) => {
  const [client, admin] = [await newClient(browser, portal, { name: 'Tabea Rows' }), await adminOf(browser, portal)];
  for (let n = 11; n <= 19; n++) await topUp(client.context.request, n);
  const page = await admin.newPage();
  await page.goto('/admin/queue');
  let gate = Promise.withResolvers<void>();
  await page.route('**/kimi/get-requests?*', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.evaluate(watchWaiting);
  const waited = (since: string, sign: string) =>
    page.evaluate(
      ([from, to]) => {
        const { at } = window as unknown as { at: Record<string, number> };
        return at[to!]! - at[from!]!;
      },
      [since, sign],
    );
  // A skeleton only where it takes long.
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'All Requests' }).click();
  await expect(page.locator('main tr[data-shown]')).toHaveCount(5);
  expect(await waited('room', 'skeleton')).toBeGreaterThan(190);
  gate.resolve();

  const list = page.getByRole('table', { name: 'Requests' });
  const amounts = () => list.locator('tbody [data-label="Amount"]').allTextContents();
  const dollars = (...each: number[]) => each.map((n) => `$${n}.00`);
  await page.getByRole('searchbox', { name: 'Search' }).fill('Tabea');
  await expect(page.getByRole('button', { name: 'Remove Search: Tabea' })).toBeVisible();
  await page.getByLabel('Filter by Kind').selectOption('Top-up');
  await expect(page.getByRole('button', { name: 'Remove Kind: Top-up' })).toBeVisible();
  await page.getByLabel('Rows').selectOption('8');
  await expect(page.getByRole('button', { name: 'Page 2' })).toBeVisible();
  const head = list.getByRole('columnheader', { name: 'Amount' });
  await expect(head).toHaveAttribute('aria-sort', 'none');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(amounts).toEqual(dollars(11, 12, 13, 14, 15, 16, 17, 18));
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  const first = dollars(19, 18, 17, 16, 15, 14, 13, 12);
  await expect.poll(amounts).toEqual(first);

  gate = Promise.withResolvers<void>();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(list).toHaveAttribute('data-stale');
  expect(await waited('press', 'stale')).toBeGreaterThan(190);
  expect(await amounts()).toEqual(first);
  gate.resolve();
  await expect.poll(amounts).toEqual(dollars(11));
  await page.goBack();
  await expect.poll(amounts).toEqual(first);
  await expect(page.getByRole('button', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');

  await page.getByRole('button', { name: 'Remove Kind: Top-up' }).click();
  await expect(page).not.toHaveURL(/kind=/);
  await expect(page.getByLabel('Filter by Kind')).toHaveValue('');
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(page).toHaveURL('/admin/requests?limit=8');
  await expect(head).toHaveAttribute('aria-sort', 'none');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  await Promise.all([client.context.close(), admin.close()]);
});

test('revenue is followed from a bar of the chart to its day, to the entries that add up to it, and to the request @long', async ({
  browser,
  portal,
}) => {
  const [client, admin] = [await newClient(browser, portal, { dollars: 500 }), await adminOf(browser, portal)];
  await openAccounts(client.context, admin, [100]);
  const page = await admin.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/admin/dashboard');
  const week = page.getByRole('group', { name: 'Revenue of the last 7 days' });
  await expect.poll(async () => week.boundingBox()).toMatchObject({ width: 600, height: 300 });
  const bars = week.getByRole('link');
  await expect(bars).toHaveCount(7);
  // 30.00 for opening and 15 % of 100.00.
  await expect(bars.last()).toHaveAccessibleName(/^\$45\.00 \w{3} \d+ \w{3}$/);
  await bars.last().click();
  await expect(page).toHaveURL(/\/admin\/revenue\?day=\d{4}-\d\d-\d\d$/);
  await expect(page.getByText('They add up to $45.00.')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Entries' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Opening fee' })).toContainText('$30.00');
  await expect(rows.filter({ hasText: 'Top-up fee' })).toContainText('$15.00');
  await page.getByRole('link', { name: 'Earlier month' }).click();
  await expect(page.getByText('Nothing was earned or given back.')).toBeVisible();
  await page.goBack();
  await rows.filter({ hasText: 'Opening fee' }).getByRole('link', { name: /^GA-/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Request GA-/ })).toBeVisible();
  await expect(page.getByText(/^Approved by /)).toBeVisible();

  // The same day in the figures, read bar by bar with the keys, as a table, and as a file.
  await page.goto('/admin/figures?span=30');
  const chart = page.getByRole('slider', { name: /^Revenue by day/ });
  await chart.focus();
  await expect(page.getByText(/: Revenue \$45\.00, Before \$0\.00$/)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(/: Revenue \$0\.00, Before \$0\.00$/)).toBeVisible();
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuenow', '1');
  await page.getByText('As a table').first().click();
  const day = page.getByRole('region', { name: 'Revenue by day' }).getByRole('row').nth(1);
  await expect(day).toContainText('$45.00');
  const file = page.waitForEvent('download');
  const makeFile = page.getByRole('button', { name: 'Export: Revenue by client' });
  await makeFile.click();
  expect((await file).suggestedFilename()).toMatch(/^figures-clients-.*\.xlsx$/);
  // A file that does not come says so beside its button, which keeps the focus.
  await page.route('**/kimi/export-business-figures*', breaks, { times: 1 });
  await makeFile.click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(1);
  await expect(makeFile).toBeFocused();
  await page.getByRole('link', { name: 'Months' }).click();
  await expect(page.getByRole('slider', { name: /^Revenue by month/ })).toBeVisible();

  await page.goto('/admin/requests');
  for (const [kind, ending] of [
    ['Excel', 'xlsx'],
    ['CSV', 'csv'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click();
    const all = page.waitForEvent('download');
    await page.getByRole('button', { name: kind }).click();
    expect((await all).suggestedFilename()).toBe(`requests.${ending}`);
  }
  await Promise.all([client.context.close(), admin.close()]);
});

test('whatever somebody names is found from every page by keyboard @long', async ({ browser, portal }) => {
  const [client, admin] = [await newClient(browser, portal, { name: 'Nadia Finder' }), await adminOf(browser, portal)];
  const applyId = await topUp(client.context.request, 25);
  const page = await admin.newPage();
  await page.goto('/admin/logs/audit');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible();
  // It comes a moment after the page.
  await expect(page.getByRole('combobox', { name: 'Find a request, account or client' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(applyId.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Request ${applyId}` })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('nadia finder');
  // The arrows choose one of what is found.
  await expect(page.getByRole('option').first()).toContainText('Nadia Finder');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { selected: true })).toContainText('Nadia Finder');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('region', { name: 'Clients' }).getByRole('link', { name: 'Nadia Finder' }).first(),
  ).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('E-nothing');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing is known by “E-nothing”.')).toBeVisible();

  // A client finds their own; what is typed before the finder is there is not lost.
  const own = await client.context.newPage();
  const gate = Promise.withResolvers<void>();
  await own.route(/assets\/Finder-[^/]*\.js/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await own.goto('/dashboard');
  await expect(own.getByRole('searchbox', { name: 'Find anything' })).toBeAttached();
  await own.keyboard.press('Control+k');
  await own.keyboard.type('$25');
  gate.resolve();
  const field = own.getByRole('combobox', { name: 'Find an account, a request or an amount' });
  await expect(field).toHaveValue('$25');
  await expect(field).toBeFocused();
  await expect(own.getByRole('option', { name: new RegExp(applyId) })).toBeVisible();
  await own.keyboard.press('Enter');
  await expect(own).toHaveURL(new RegExp(`q=${applyId}`));
  // Enter may come before anything is found: what is found then is gone to.
  await own.goto('/dashboard');
  await field.fill(applyId);
  await field.press('Enter');
  await expect(own).toHaveURL(new RegExp(`q=${applyId}`));
  await expect(field).not.toBeFocused();
  // On a phone too: a press on the sign opens the field, and what it found is pressed.
  for (const width of [320, 375]) {
    await own.setViewportSize({ width, height: 780 });
    await own.goto('/dashboard');
    await field.click();
    await field.fill(applyId);
    await own.getByRole('option', { name: new RegExp(applyId) }).click();
    await expect(own).toHaveURL(new RegExp(`q=${applyId}`));
  }
  await Promise.all([client.context.close(), admin.close()]);
});

test('below a list one gets to the very same requests among all, to add them up', async ({ browser, portal }) => {
  const { context } = await newClient(browser, portal, { dollars: 100 });
  const admin = await adminOf(browser, portal);
  const [adsId] = await openAccounts(context, admin, [50], 'Bing');
  await ok(context.request.post('/kimi/apply-refund', { data: { adsId, amount: 5, adType: 'Bing' } }));
  await topUp(context.request, 40);
  const page = await admin.newPage();
  const same = page.getByRole('link', { name: 'Add up, filter and export these' });
  const leadsTo = (...asked: string[]) => expect(same).toHaveAttribute('href', `/admin/requests?${asked.join('&')}`);
  await page.goto('/admin/refund/pendingrefund?adType=Bing&state=all');
  await leadsTo('kind=refund', 'adType=Bing');
  await page.goto('/admin/refund/pendingrefund?adType=Bing');
  await leadsTo('kind=refund', 'state=Pending', 'adType=Bing');
  await page.goto('/admin/transactions/pending?state=Approved');
  await leadsTo('kind=topup', 'state=Approved');
  await same.click();
  await expect(page.getByRole('row').filter({ hasText: '$100.00' }).first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '$40.00' })).toHaveCount(0);
  await Promise.all([context.close(), admin.close()]);
});

test('what was told of other days or of another filter is not said of those that are asked for now', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal, { dollars: 70 });
  await page.goto('/kimi/wallet/statement');
  const balances = page.locator('dl').filter({ hasText: 'Opening balance' }).locator('dd');
  await expect(balances).toHaveText(['$0.00', '+$70.00', '$70.00']);
  const letGo = await hold(page, '**/kimi/get-statement?from=*&limit=1');
  await page.getByRole('button', { name: 'Last month' }).click();
  await expect(page).toHaveURL(/from=/);
  await expect(balances).toHaveText(['—', '—', '—']);
  letGo();
  await expect(balances).toHaveText(['$0.00', '$0.00', '$0.00']);

  const admin = await adminOf(browser, portal);
  const desk = await admin.newPage();
  const [now, old] = [desk.locator('[data-stale]'), desk.getByRole('group', { name: 'Sums of everything found' })];
  await desk.goto('/admin/requests');
  await expect(old).toBeVisible();
  const answer = await hold(desk, '**/kimi/get-requests?*kind=penalty*');
  await desk.getByLabel('Filter by Kind').selectOption('penalty');
  await expect(now.filter({ has: old })).toBeVisible();
  answer();
  await expect(now).toHaveCount(0);
  for (const [address, call, choose] of [
    ['/admin/transfers/day', 'get-transfers-day', () => desk.getByLabel('Day', { exact: true }).fill('2025-01-02')],
    ['/admin/accounts/reconciliation', 'get-reconciliation', () => desk.getByLabel('Month').selectOption({ index: 3 })],
  ] as const) {
    await desk.goto(address);
    await expect(desk.locator('main [aria-busy]')).toHaveCount(0);
    const free = await hold(desk, `**/kimi/${call}?*`);
    await choose();
    await expect(now).toBeVisible();
    free();
    await expect(now).toHaveCount(0);
  }
  await Promise.all([context.close(), admin.close()]);
});
