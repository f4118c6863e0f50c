/**
 * The life of an ad account in two browsers: an admin says what became of it, its client reads it and is not left
 * alone.
 */
import { adminOf, newClient, ok, openAccounts, orderAccounts, topUp } from './people.ts';
import { expect, test } from './portal.ts';

test('one Ads ID takes an order of two accounts only where that is ticked; without it each asks for its own @long', async ({
  browser,
  portal,
}) => {
  const { context: client } = await newClient(browser, portal, { dollars: 500 });
  const admin = await adminOf(browser, portal);
  const desk = await admin.newPage();
  const approving = async (applyId: string) => {
    await desk.goto(`/admin/queue?q=${applyId}`);
    await desk.getByRole('list', { name: 'Waiting requests' }).getByRole('button').click();
    await desk.keyboard.press('a');
    return desk.getByRole('region', { name: 'The request in focus' });
  };
  const accounts = async () => {
    const listed = (await ok(client.request.get('/kimi/get-ad-accounts')))['accounts'] as {
      adsId: string;
      balance: number;
    }[];
    return listed.map(({ adsId, balance }) => [adsId, balance]).toSorted();
  };

  const form = await approving(await orderAccounts(client, [100, 50]));
  const approve = form.getByRole('button', { name: /^Open/ });
  await form.getByLabel(/^Account 1/).fill('TICK-1');
  await approve.click();
  await expect(form.getByRole('alert')).toBeVisible();
  expect(await accounts()).toEqual([]);
  await form.getByLabel(/^Account 2/).fill('TICK-2');
  await approve.click();
  await expect.poll(accounts).toEqual([
    ['TICK-1', 100],
    ['TICK-2', 50],
  ]);

  const once = await approving(await orderAccounts(client, [30, 15]));
  await once.getByLabel('Put all of the money into one account').check();
  await expect(once.getByText('One Ads ID takes the whole order; the other accounts are not opened.')).toBeVisible();
  await once.getByRole('textbox').first().fill('TICK-3');
  await once.getByRole('button', { name: /^Open/ }).click();
  await expect.poll(accounts).toEqual([
    ['TICK-1', 100],
    ['TICK-2', 50],
    ['TICK-3', 45],
  ]);
  await Promise.all([client.close(), admin.close()]);
});

test('an account is named, suspended, appealed and lost; its client sees each step, and the way to the money @long', async ({
  browser,
  portal,
}) => {
  const { context: client, page, name } = await newClient(browser, portal, { dollars: 500 });
  const admin = await adminOf(browser, portal);
  const [adsId = '', other = ''] = await openAccounts(client, admin, [100, 50]);

  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Ad Accounts' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ad Accounts' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: other })).toContainText('$50.00');
  await page.getByRole('link', { name: adsId }).click();
  await expect(page.getByRole('link', { name: 'Deposit', exact: true })).toHaveAttribute('href', new RegExp(adsId));
  await expect(page.getByText('Google ad account order', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Nickname').fill('Shoes, Germany');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shoes, Germany' })).toBeVisible();

  // The admin finds it by the name that the client gave it.
  const desk = await admin.newPage();
  await desk.goto('/admin/dashboard');
  const box = desk.getByRole('combobox', { name: 'Find a request, account or client' });
  // The page listens for its keys once it has come alive.
  await expect(async () => {
    await desk.keyboard.press('Control+k');
    await expect(box).toBeFocused({ timeout: 500 });
  }).toPass();
  await desk.keyboard.type('shoes, ger');
  await desk.keyboard.press('Enter');
  await desk.getByRole('link', { name: 'Shoes, Germany' }).click();
  await expect(desk.getByRole('main').getByRole('link', { name })).toBeVisible();
  const say = async (state: string, reason: string) => {
    await desk.getByRole('button', { name: 'Change state' }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel('New state').selectOption(state);
    await dialog.getByLabel('Reason, which the client reads').fill(reason);
    await dialog.getByLabel('Note for admins').fill('Do not say this aloud.');
    await dialog.getByRole('button', { name: 'Change state' }).click();
    await expect(dialog).toBeHidden();
  };
  await say('Suspended', 'Google asks for a proof of address.');
  await expect(desk.getByText('Note for admins: Do not say this aloud.')).toBeVisible();

  // Without a reload the client reads what happened, whose the money is, and what can be done.
  await expect(page.getByRole('heading', { name: 'The platform suspended this account' })).toBeVisible();
  await expect(page.getByText('The $100.00 you put into it stays yours on our books.')).toBeVisible();
  await expect(page.getByText('Google asks for a proof of address.')).toBeVisible();
  await expect(page.getByText('Do not say this aloud.')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Deposit', exact: true })).toHaveCount(0);

  // The form of a deposit says it beside the field, and sends nothing.
  const form = await client.newPage();
  const sent: string[] = [];
  form.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())));
  await form.goto(`/google/finance/googleads-deposite?adsId=${adsId}`);
  const account = form.getByLabel('Ads ID').first();
  const why = form.getByText('This ad account is not active, so it takes no money.');
  await expect(account).toHaveValue(adsId);
  await expect(why.first()).toBeVisible();
  await expect(account).toHaveAccessibleDescription(/takes no money/);
  await account.selectOption(other);
  await expect(why).toHaveCount(0);
  await account.selectOption(adsId);
  await expect(why.first()).toBeVisible();
  await form.getByLabel('Money').first().fill('10');
  await form.getByRole('button', { name: 'Deposit', exact: true }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'takes no money' })).toBeFocused();
  expect(sent.filter((url) => url.includes('adDeposit'))).toEqual([]);

  await say('Appealed', 'We sent the proof.');
  await say('Lost', 'The appeal was declined.');
  await expect(page.getByRole('heading', { name: 'This account could not be saved' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Refund' }).click();
  await expect(page.getByRole('combobox', { name: 'Ad account' })).toHaveValue(adsId);
});

test(
  'a suspended account is replaced: its client asks, an admin gives the new Ads ID, and each page leads to the other',
  { tag: '@long' },
  async ({ browser, portal }) => {
    const { context: client, page } = await newClient(browser, portal, { dollars: 500 });
    const admin = await adminOf(browser, portal);
    const [adsId = ''] = await openAccounts(client, admin, [100]);
    const desk = await admin.newPage();
    await desk.goto('/admin/accounts/states');
    await desk.getByLabel('List').fill(`${adsId}, SUSPENDED\n${adsId}9, Lost`);
    await desk.getByLabel('Reason, which the client reads').fill('Google looks at it.');
    await desk.getByRole('button', { name: 'Show the difference' }).click();
    await expect(desk.getByText('No ad account of this platform has this Ads ID.')).toBeVisible();
    await desk.getByRole('button', { name: 'Change 1 account' }).click();
    await expect(desk.getByRole('heading', { name: /^1 changed/ })).toBeVisible();

    // An Ads ID leads to the page of its account.
    await page.goto(`/accounts/${adsId}?platform=Google`);
    await expect(page.getByRole('heading', { name: 'The platform suspended this account' })).toBeVisible();
    await page.getByRole('button', { name: 'Replace' }).click();
    await page.getByRole('dialog').getByLabel('What happened').fill('Google is slow.');
    await page.getByRole('button', { name: 'Ask for another account' }).click();
    await expect(page.getByRole('heading', { name: 'Another account is on its way' })).toBeVisible();
    // It is a receipt as any other: which request it is, how far it is, and whom to ask.
    const receipt = page.getByRole('main').locator('section', { hasText: 'Another account is on its way' }).last();
    for (const said of [
      /RP-\w{4}-\w{4}/,
      'In review',
      '$100.00 of this account is set aside for it.',
      'Questions? Ask',
    ])
      await expect(receipt).toContainText(said);

    await desk.goto(`/admin/queue?q=${adsId}`);
    await expect(desk.getByRole('heading', { name: `Replace ${adsId} by a new account, load $100.00` })).toBeVisible();
    await desk.keyboard.press('a');
    await desk.getByLabel('Ads ID', { exact: true }).fill(`${adsId}-2`);
    await desk.getByRole('button', { name: `Replace ${adsId} by a new account, load $100.00` }).click();

    await expect(page.getByRole('heading', { name: 'Another account replaced this one' })).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('link', { name: `${adsId}-2`, exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: `${adsId}-2` })).toBeVisible();
    await expect(page.getByRole('main').getByText('$100.00').first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: adsId, exact: true })).toBeVisible();

    // The order of the old one has nothing to share or to fund any more, and leads to what replaced it.
    await page.goto('/google/accountManage/accountList');
    await page.getByRole('link', { name: adsId, exact: true }).waitFor();
    await expect(page.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('link', { name: 'Deposit', exact: true })).toHaveCount(0);
    await page.getByRole('link', { name: adsId, exact: true }).click();
    await expect(page.getByRole('main').getByRole('link', { name: `${adsId}-2`, exact: true })).toBeVisible();
  },
);

test('a thread that was opened in a background tab is read once one comes to it @long', async ({ browser, portal }) => {
  const { context, page } = await newClient(browser, portal);
  const admin = await adminOf(browser, portal);
  const applyId = await topUp(context.request, 40);
  await ok(admin.request.post('/kimi/write-message', { data: { applyId, text: 'It is on its way.' } }));
  const thread = async () => (await ok(context.request.get(`/kimi/get-thread?applyId=${applyId}`)))['thread'];
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  await page.goto(`/messages/${applyId}`);
  await expect(page.getByText('It is on its way.')).toBeVisible();
  expect(await thread()).toMatchObject({ unread: 1 });
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(thread).toMatchObject({ unread: 0 });
  await Promise.all([context.close(), admin.close()]);
});

test(
  'what was said long ago is one press away, to the client and in notes, each line once',
  { tag: '@long' },
  async ({ browser, portal }) => {
    const { context, page } = await newClient(browser, portal);
    const admin = await adminOf(browser, portal);
    const applyId = await topUp(context.request, 40);
    for (let n = 1; n <= 53; n++) {
      await ok(admin.request.post('/kimi/write-message', { data: { applyId, text: `Line ${n}.` } }));
      await ok(admin.request.post('/kimi/write-note', { data: { applyId, text: `Line ${n}.` } }));
    }
    await page.goto(`/messages/${applyId}`);
    const desk = await admin.newPage();
    await desk.goto(`/admin/requests/${applyId}`);
    const notes = desk.getByRole('region', { name: 'Internal notes' });
    for (const [where, write] of [
      [page.getByRole('main'), () => admin.request.post('/kimi/write-message', { data: { applyId, text: 'Latest.' } })],
      [notes, () => admin.request.post('/kimi/write-note', { data: { applyId, text: 'Latest.' } })],
    ] as const) {
      const lines = where.getByText(/^Line \d+\.$/);
      await expect(lines).toHaveCount(50);
      await where.getByRole('button', { name: 'Show earlier messages' }).click();
      await expect(lines).toHaveCount(53);
      await expect(where.getByRole('button', { name: 'Show earlier messages' })).toHaveCount(0);
      // The first page is fetched anew, and pushes one line of it to those that were fetched before.
      await ok(write());
      await expect(where.getByText('Latest.', { exact: true })).toBeVisible();
      await expect(lines).toHaveCount(53);
    }
    await Promise.all([context.close(), admin.close()]);
  },
);

test(
  'an admin begins the refund of a suspended account, of no more than is left, and its client reads why',
  { tag: '@long' },
  async ({ browser, portal }) => {
    const { context: client, page } = await newClient(browser, portal, { dollars: 500 });
    const admin = await adminOf(browser, portal);
    await openAccounts(client, admin, [100]);
    const { accounts } = await ok(client.request.get('/kimi/get-ad-accounts'));
    const [{ _id: id }] = accounts as [{ _id: string }];
    const desk = await admin.newPage();
    await desk.goto(`/accounts/${id}`);
    await desk.getByRole('button', { name: 'Refund', exact: true }).click();
    const dialog = desk.getByRole('dialog');
    const amount = dialog.getByRole('textbox', { name: 'Amount' });
    await expect(amount).toHaveValue('100.00');
    await amount.fill('100.01');
    await dialog.getByLabel('Reason, which the client reads').fill('Nobody uses this money.');
    await dialog.getByRole('button', { name: 'Begin the refund' }).click();
    await expect(dialog.getByText('This is more than is left in the ad account: $100.00.').first()).toBeVisible();
    await amount.fill('40');
    await dialog.getByRole('button', { name: 'Begin the refund' }).click();
    await expect(desk.getByText('The refund is asked for, and the client is told.').first()).toBeVisible();
    await page.goto('/google/aftersale/refund');
    await expect(page.getByText('Nobody uses this money.').first()).toBeVisible();
  },
);
