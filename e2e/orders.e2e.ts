/** Ordering ad accounts as a client meets it, and deciding on them as an admin does. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { adminOf, breaks, failing, fund, newClient, ok, paste } from './people.ts';
import { expect, test, type Portal } from './portal.ts';

const create = '/google/accountManage/accountList/creategoogleads';
const list = '/google/accountManage/accountList';

const clientWith = async (browser: Browser, portal: Portal, dollars: number) =>
  (await newClient(browser, portal, { dollars })).context;

async function orders(
  client: BrowserContext,
): Promise<{ total: number; ads: { applyId: string; totalCost: number }[] }> {
  return (await client.request.get('/get-google-ads')).json();
}

test('ten accounts are ordered by pasting a list, and the summary is right to the cent', async ({
  browser,
  portal,
}) => {
  const client = await clientWith(browser, portal, 1_000);
  const page = await client.newPage();
  await page.goto(create);
  await paste(
    page,
    Array.from({ length: 10 }, (_, n) => `buyer${n}@gmail.com\t$${[15, 50, 100][n % 3]}`),
  );
  await expect(page.getByLabel('Gmail')).toHaveCount(10);
  const summary = page.getByRole('region', { name: 'Cost summary' });
  await expect(summary).toContainText('$510.00');
  await expect(summary).toContainText('$76.50');
  await expect(summary).toContainText('$616.50');
  await expect(summary).toContainText('$383.50');

  await page.getByLabel('Number of ads').fill('3');
  await expect(page.getByLabel('Gmail')).toHaveCount(3);
  await page.reload();
  await page.getByLabel('Number of ads').fill('10');
  await expect(page.getByLabel('Gmail').last()).toHaveValue('buyer9@gmail.com');

  await page.getByRole('button', { name: 'Create ads' }).dblclick();
  await expect(page.getByText('Ads created successfully!').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your order is in review' })).toBeVisible();
  await expect(page.getByText('$616.50', { exact: true })).toBeVisible();
  // Whoever waits sees whom to ask, and one promise: the measured one, or the agency's where nothing was measured.
  await expect(page.getByRole('main').getByText('Questions? Ask support:')).toBeVisible();
  await expect(page.getByText(/Of the ad account orders approved in the last 30 days|1–2 working days/)).toHaveCount(1);
  const { total, ads } = await orders(client);
  expect([total, ads[0]!.totalCost]).toEqual([1, 616.5]);
  await page.reload();
  await expect(page.getByText(ads[0]!.applyId).first()).toBeVisible();
  await client.close();
});

/** As the specification prints them. */
const printed: Readonly<Record<string, readonly string[]>> = {
  '/google/accountManage/accountList': [
    'Apply ID',
    'Ads ID',
    'UserName',
    'Email',
    'Ad Number',
    'Applied Gmail',
    'Total Cost',
    'State',
    'Wallet',
    'Create Time',
    'Updated Time',
    'Actions',
  ],
  '/facebook/accountManage/accountlist': [
    'License',
    'Apply ID',
    'Ads ID',
    'User Name',
    'Email',
    'Account Name',
    'Deposit',
    'State',
    'Total Cost',
    'Wallet Amount',
    'Create Time',
    'Updated Time',
    'Actions',
  ],
  '/facebook/accountManage/bmShareLog': [
    'Apply ID',
    'Ads ID',
    'UserName',
    'Email',
    'License Mode',
    'License Name',
    'State',
    'Remarks',
    'Wallet',
    'Total Cost',
    'Total Deposit',
    'Create Time',
    'Updated Time',
  ],
};

/** The reader's own name, address and balance, which the bar above every page has. */
const own = ['UserName', 'User Name', 'Email', 'Wallet', 'Wallet Amount'];

test('the lists have the columns of the specification in its order, one’s own name and balance once chosen', async ({
  browser,
  portal,
}) => {
  const client = await clientWith(browser, portal, 100);
  const google = { adNum: 1, adsDetails: [{ gmail: 'ana@gmail.com', deposit: 0 }] };
  await ok(client.request.post('/create-google-ads', { data: google }));
  const facebook = {
    licenseMode: 'new license',
    licenseName: 'Ana',
    pageNum: 1,
    pageUrls: ['facebook.com/ana'],
    paymentMode: 'monthly',
  };
  await ok(client.request.post('/create-facebook-ads', { data: { ...facebook, domainOption: 'unlimited' } }));
  const page = await client.newPage();
  for (const [address, columns] of Object.entries(printed)) {
    await page.goto(address);
    await expect(page.getByRole('columnheader')).toHaveText(columns.filter((name) => !own.includes(name)));
    await page.getByRole('button', { name: 'Columns' }).click();
    for (const name of columns.filter((each) => own.includes(each)))
      await page.getByRole('checkbox', { name, exact: true }).check();
    await expect(page.getByRole('columnheader')).toHaveText([...columns]);
  }
  await client.close();
});

test('what became of an order is seen beside its buttons at 1440 px, with the menu open', async ({
  browser,
  portal,
}) => {
  const client = await clientWith(browser, portal, 500);
  const gmails = ['nora.trial.buying@gmail.com', 'nora@gmail.com'];
  const data = { adNum: 2, adsDetails: gmails.map((gmail) => ({ gmail, deposit: 100 })) };
  const { applyId } = await ok(client.request.post('/create-google-ads', { data }));
  const admin = await adminOf(browser, portal);
  const adsId = ['120-456-7890', '120-456-7891'].join(', ');
  await ok(admin.request.put(`/approve-googleAd?id=${applyId}&action=approve`, { data: { adsId } }));
  const page = await client.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/google/accountManage/accountList');
  const row = page.getByRole('row').filter({ hasText: applyId });
  const [state, share] = await Promise.all([
    row.getByText('Approved').boundingBox(),
    row.getByRole('button', { name: 'Share' }).boundingBox(),
  ]);
  expect(state!.x + state!.width).toBeLessThan(share!.x);
  // Nothing has to be scrolled here, so that Tab goes from the search to the rows. Nor has it where there is less room:
  // columns leave.
  const table = page.getByRole('group', { name: 'Google ad accounts' });
  await expect(table).not.toHaveAttribute('tabindex');
  await page.setViewportSize({ width: 900, height: 900 });
  await expect.poll(() => table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await expect(table).not.toHaveAttribute('tabindex');
  await Promise.all([client.close(), admin.close()]);
});

test('the Facebook list leads to a form that asks for what the specification names, and marks what is needed', async ({
  browser,
  portal,
}) => {
  const client = await clientWith(browser, portal, 0);
  const page = await client.newPage();
  await page.goto('/facebook/accountManage/accountlist');
  for (const card of ['Pending Application', 'Pending Deposit', 'Pending Refund'])
    await expect(page.getByText(card, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Direct Create Ad' }).first().click();
  await expect(page).toHaveURL(/\/facebook\/accountManage\/createaccount$/);
  const choices = (name: string) => page.getByRole('radiogroup', { name }).locator('label');
  await expect(choices('License mode')).toHaveText(['New license', 'Old license']);
  await expect(choices('Payment mode')).toHaveText(['Monthly VIP', 'Pay One-by-One']);
  await page.getByLabel('Number of pages').fill('2');
  await expect(page.getByLabel(/^Page URL/)).toHaveCount(2);
  await page.getByRole('radiogroup', { name: 'Unlimited domains' }).getByText('No', { exact: true }).click();
  await page.getByLabel('Number of domains').fill('3');
  await expect(page.getByLabel(/^Domain \d/)).toHaveCount(3);
  await page.getByText('App', { exact: true }).click();
  await expect(page.getByLabel(/^Domain \d/)).toHaveCount(0);
  await expect(page.getByLabel(/^App (URL|ID)/)).toHaveCount(2);
  for (const name of ['License name', 'Page URL 1', 'Page URL 2', 'Account Name'])
    await expect(page.getByRole('textbox', { name }), name).toHaveAttribute('required');
  for (const name of ['App URL', 'Deposit', 'Remarks'])
    await expect(page.getByRole('textbox', { name }), name).not.toHaveAttribute('required');
  await page.getByText('Monthly VIP').click();
  await expect(page.getByLabel('Account Name')).toHaveCount(0);
  await client.close();
});

test('rows that the count asks for are typed in any order @long', async ({ browser, portal }) => {
  const client = await clientWith(browser, portal, 500);
  const page = await client.newPage();
  await page.goto(create);
  await page.getByLabel('Number of ads').fill('3');
  await page.getByLabel('Gmail').nth(2).fill('third@gmail.com');
  await page.getByLabel('Deposit', { exact: true }).nth(1).selectOption('15');
  await page.getByLabel('Gmail').nth(1).fill('second@gmail.com');
  await page.getByLabel('Gmail').nth(0).fill('first@gmail.com');
  await page.getByRole('button', { name: 'Create ads' }).click();
  await expect(page.getByRole('heading', { name: 'Your order is in review' })).toBeVisible();
  const [order] = (await orders(client)).ads as unknown as { adsDetails: { gmail: string; deposit: number }[] }[];
  const asked = order!.adsDetails.map(({ gmail, deposit }) => [gmail, deposit]);
  expect(asked).toEqual([
    ['first@gmail.com', 0],
    ['second@gmail.com', 15],
    ['third@gmail.com', 0],
  ]);

  await page.goto('/facebook/accountManage/createaccount');
  await page.getByLabel('Number of accounts').fill('2');
  await page.getByLabel('Account Name').nth(1).fill('Shop 2');
  await expect(page.getByLabel('Account Name').nth(1)).toHaveValue('Shop 2');
  await client.close();
});

test('an order whose answer was lost is made once, also after a reload @long', async ({ browser, portal }) => {
  const client = await clientWith(browser, portal, 500);
  const page = await client.newPage();
  await page.goto(create);
  await page.getByLabel('Gmail').fill('buyer@gmail.com');
  await page.getByLabel('Deposit').selectOption('50');
  await page.route('**/create-google-ads', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Create ads' }).click();
  // The banner goes with the next answer; this stays.
  await expect(page.getByRole('alert').getByText('No answer came.')).toBeVisible();
  await page.unroute('**/create-google-ads');
  await page.reload();
  await expect(page.getByLabel('Gmail')).toHaveValue('buyer@gmail.com');
  await page.getByRole('button', { name: 'Create ads' }).click();
  await expect(page.getByRole('heading', { name: 'Your order is in review' })).toBeVisible();
  expect((await orders(client)).total).toBe(1);
  await client.close();
});

test('a low balance is named, leads to more money, and the form is as it was left @long', async ({
  browser,
  portal,
}) => {
  const client = await clientWith(browser, portal, 20);
  const page = await client.newPage();
  await page.goto(create);
  await page.getByLabel('Gmail').fill('buyer@gmail.com');
  await page.getByLabel('Deposit').selectOption('30');
  await expect(page.getByText('Your balance is low. Please add money.')).toBeVisible();
  await expect(page.getByText('Your wallet balance is insufficient')).toBeVisible();
  await expect(page.getByText('You need $44.50 more.').first()).toBeVisible();
  const send = page.getByRole('button', { name: 'Create ads' });
  await expect(send).toBeDisabled();
  await expect(send).toHaveAttribute('title', 'Insufficient wallet balance. Please recharge.');
  await page.getByRole('link', { name: 'Add Amount' }).click();
  await expect(page).toHaveURL(/\/google\/add-money\?back=/);
  await expect(page.getByLabel('Amount in US dollars')).toHaveValue('44.50');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Send USDT to this address' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Gmail')).toHaveValue('buyer@gmail.com');
  // More is ordered than the top-up was begun for: it goes on, and says what is missing now.
  await page.getByLabel('Deposit').selectOption('50');
  await page.getByRole('link', { name: 'Add Amount' }).click();
  await expect(page.getByText('You need $67.50 more for what you were doing.')).toBeVisible();
  await page.getByRole('button', { name: 'Add $67.50 instead' }).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByLabel('Amount in US dollars')).toHaveValue('67.50');
  await page.goBack();
  await page.getByLabel('Deposit').selectOption('30');
  // The money arrives while the form is open: nothing has to be reloaded.
  await fund(browser, portal, client, 50);
  await expect(send).toBeEnabled();
  await expect(page.getByText('Your balance is low. Please add money.')).toBeHidden();
  await client.close();
});

test('an admin rejects with a remark and approves with an Ads ID; the client mends the order and shares the account', async ({
  browser,
  portal,
}) => {
  const [client, admin] = await Promise.all([clientWith(browser, portal, 500), adminOf(browser, portal)]);
  const data = { adNum: 1, adsDetails: [{ gmail: 'wrong@gmail.com', deposit: 15 }] };
  const { applyId } = await (await client.request.post('/create-google-ads', { data })).json();
  const [page, desk] = await Promise.all([client.newPage(), admin.newPage()]);

  await desk.goto('/admin/adapproval/gapprove');
  await desk.getByRole('button', { name: `Reject ${applyId}` }).click();
  await desk.getByRole('button', { name: 'Submit' }).click();
  await expect(desk.getByText('Please enter a valid input.')).toBeVisible();
  await desk.getByLabel(/^Remark/).fill('This Gmail address does not exist.');
  await desk.getByRole('button', { name: 'Submit' }).click();
  await expect(desk.getByText('Ad rejected successfully!').first()).toBeVisible();

  await page.goto(`${list}?state=Rejected`);
  await page.getByRole('button', { name: `Details of ${applyId}` }).click();
  await expect(page.getByRole('dialog')).toContainText('This Gmail address does not exist.');
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByLabel('Gmail')).toHaveValue('wrong@gmail.com');
  await page.getByLabel('Gmail').fill('right@gmail.com');
  await page.getByRole('button', { name: 'Create ads' }).click();
  await expect(page.getByText('Ads created successfully!').first()).toBeVisible();
  const again = (await orders(client)).ads[0]!.applyId;

  await desk.getByRole('button', { name: `Approve ${again}` }).click();
  await desk.getByLabel(/^Ads ID/).fill('700-200-3000');
  await desk.getByLabel(/^Ads ID/).press('Enter');
  await expect(desk.getByText('Ad approved successfully!').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your ad accounts are open' })).toBeVisible();

  await page.goto(`${list}?state=Approved`);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(' ');
  await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Please enter a valid Gmail address.').first()).toBeVisible();
  await page.getByRole('dialog').getByRole('textbox').fill('friend@gmail.com');
  await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Email request sent successfully!').first()).toBeVisible();
  await page.getByRole('link', { name: 'Deposit', exact: true }).last().click();
  await expect(page.getByRole('combobox', { name: 'Ads ID' })).toHaveValue('700-200-3000');
  await Promise.all([client.close(), admin.close()]);
});

test('two admins on one row: the later one is told who was quicker', async ({ browser, portal }) => {
  const [client, admin] = await Promise.all([clientWith(browser, portal, 100), adminOf(browser, portal)]);
  const data = { adNum: 1, adsDetails: [{ domain: 'example.com', outlookMail: 'a@outlook.com', deposit: 0 }] };
  const { applyId } = await (await client.request.post('/create-bing-ads', { data })).json();
  const desk = await admin.newPage();
  await desk.goto('/admin/adapproval/bapprove');
  // Without live hints the row stays as it was when it was read.
  await desk.route('**/kimi/events', (route) => route.abort());
  await desk.reload();
  await desk.getByRole('button', { name: `Approve ${applyId}` }).click();
  await desk.getByRole('button', { name: 'Submit' }).click();
  await expect(desk.getByText('Please enter required information.')).toBeVisible();
  const other = await admin.request.put(`/approve-bingAd?id=${applyId}&action=reject`, { data: { remarks: 'No' } });
  expect(other.ok()).toBe(true);
  await desk.getByLabel(/^Ads ID/).fill('B-1');
  await desk.getByRole('button', { name: 'Submit' }).click();
  await expect(desk.getByText(/already decided this: Rejected/).first()).toBeVisible();
  await Promise.all([client.close(), admin.close()]);
});

test('lists and forms fail and are empty in the words of the specification @long', async ({ browser, portal }) => {
  const [client, admin] = await Promise.all([clientWith(browser, portal, 100), adminOf(browser, portal)]);
  const [page, desk] = await Promise.all([client.newPage(), admin.newPage()]);
  const broken = { status: 500, contentType: 'application/json', body: '{}' };
  const fails = async (on: Page, address: string, call: string, sentence: string) => {
    await failing(on, `**${call}*`, (route) => route.fulfill(broken));
    await on.goto(address);
    await expect(on.getByText(sentence).first()).toBeVisible();
    await on.unroute(`**${call}*`);
    await on.getByRole('button', { name: 'Retry' }).last().click();
  };
  await fails(page, list, '/get-google-ads', 'An error occurred while fetching ads data.');
  await expect(page.getByText('No ads data available')).toBeVisible();
  await fails(page, '/bing/accountManage/accountlist', '/get-bing-ads', 'Failed to fetch ads data.');
  await expect(page.getByText('No ads data available')).toBeVisible();
  await page.goto('/facebook/accountManage/bmShareLog');
  await expect(page.getByText('No ads data available')).toBeVisible();
  await fails(desk, '/admin/adapproval/gapprove', '/get-pending-google-ads', 'Failed to fetch ads.');
  await fails(desk, '/admin/approveds/b-ing', '/get-approved-bing-ads', 'Failed to fetch Bing ads data.');
  // A portal that other journeys have used has rows here; an agency's first day has none.
  const nothing = { message: 'ads fetched successfully', ads: [], total: 0, page: 1, limit: 50 };
  await failing(desk, /get-(pending|approved)-(bing|facebook)-ads/, (route) => route.fulfill({ json: nothing }));
  for (const [address, sentence] of [
    ['/admin/adapproval/fapprove', 'No pending ads found.'],
    ['/admin/approveds/b-ing', 'No approved Bing ads found.'],
    ['/admin/approvedads/f-acebook', 'No approved ads found.'],
  ] as const) {
    await desk.goto(address);
    await expect(desk.getByText(sentence)).toBeVisible();
  }

  await page.goto('/google/accountManage/applyAd');
  await page.getByLabel('Gmail').fill('a@gmail.com');
  await page.route('**/create-google-ads', (route) => route.fulfill(broken));
  await page.getByRole('button', { name: 'Create ads' }).click();
  await expect(page.getByText('Failed to create ads. Please try again.').first()).toBeVisible();
  await Promise.all([client.close(), admin.close()]);
});

test('nobody is asked to order before the prices are known @long', async ({ browser, portal }) => {
  const client = await clientWith(browser, portal, 0);
  const page = await client.newPage();
  await failing(page, '**/get-prices', breaks);
  for (const address of [create, '/facebook/accountManage/createaccount']) {
    await page.goto(address);
    await expect(page.getByText('Your prices could not be loaded.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create ads' })).toHaveCount(0);
  }
  await page.unroute('**/get-prices');
  await page.locator('main').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: 'Create ads' })).toBeVisible();
  await client.close();
});
