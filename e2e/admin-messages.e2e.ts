/**
 * The specification's sentences to an admin, each provoked on the page it belongs to: what is empty, what cannot be
 * read, what is missing, what cannot be changed, and what went well. `src/messages.admin.test.ts` keeps the whole list.
 */
import type { Page, Route } from '@playwright/test';
import { busyFactor } from '#server/busy.testing.server.ts';
import { adminOf, breaks, failing, newClient, ok, toastOn, topUp, vanishes } from './people.ts';
import { expect, test } from './portal.ts';

// Nobody has asked for anything yet where the first of these looks.
test.use({ alone: 'admin-messages' });

/** Where it says that there is nothing, and the call that it cannot do without. */
const reading: readonly { page: string; call: string; empty?: string; failed: string }[] = [
  {
    page: '/admin/adapproval/gapprove',
    call: 'get-pending-google-ads',
    empty: 'No pending ads found.',
    failed: 'Failed to fetch ads.',
  },
  {
    page: '/admin/adapproval/bapprove',
    call: 'get-pending-bing-ads',
    empty: 'No pending ads found.',
    failed: 'Failed to fetch Bing ads data.',
  },
  {
    page: '/admin/adapproval/fapprove',
    call: 'get-pending-facebook-ads',
    empty: 'No pending ads found.',
    failed: 'Failed to fetch ads.',
  },
  {
    page: '/admin/approvedads/g-oogle',
    call: 'get-approved-google-ads',
    empty: 'No approved ads found.',
    failed: 'Failed to fetch ads.',
  },
  {
    page: '/admin/approveds/b-ing',
    call: 'get-approved-bing-ads',
    empty: 'No approved Bing ads found.',
    failed: 'Failed to fetch Bing ads data.',
  },
  {
    page: '/admin/approvedads/f-acebook',
    call: 'get-approved-facebook-ads',
    empty: 'No approved ads found.',
    failed: 'Failed to fetch ads data.',
  },
  {
    page: '/admin/refund/pendingrefund',
    call: 'refund-Details-for-admin',
    empty: 'No refund details available.',
    failed: 'Failed to fetch refund data.',
  },
  {
    page: '/admin/refund/approverefund',
    call: 'approved-refund-Details-for-admin',
    empty: 'No refund details available.',
    failed: 'Failed to fetch refund data.',
  },
  {
    page: '/admin/transactions/pending',
    call: 'get-transaction-details',
    empty: 'No transactions available.',
    failed: 'Failed to fetch transactions.',
  },
  {
    page: '/admin/transactions/approved',
    call: 'get-complete-transaction-details',
    empty: 'No transactions available.',
    failed: 'Failed to fetch transactions.',
  },
  ...(['Google', 'Bing', 'Facebook'] as const).flatMap((platform) => [
    {
      page: `/admin/AdsDeposite/PendingAds${platform}Deposite`,
      call: `get-pending-${platform.toLowerCase()}-adDeposit`,
      empty: 'No pending deposits found.',
      failed: 'Failed to fetch deposits.',
    },
    {
      page: `/admin/AdsDeposite/CompleteAds${platform}Deposite`,
      call: `get-complete-${platform.toLowerCase()}-adDeposit`,
      empty: 'No completed deposits found.',
      failed: 'Failed to fetch deposits.',
    },
  ]),
  {
    page: '/admin/logs/GmailShareLog',
    call: 'get-gmail-share-log',
    empty: 'No users have shared their Gmail.',
    failed: 'Failed to fetch data.',
  },
  { page: '/admin/dashboard', call: 'get-figures', failed: 'Failed to fetch dashboard data.' },
  { page: '/admin/dashboard/UserAdsInformation', call: 'get-user-for-admin', failed: 'Failed to fetch user data.' },
  { page: '/admin/dashboard/activeuser', call: 'active-users', failed: 'Failed to fetch user data.' },
];

test('every list of the admins says what is empty and what cannot be read, and Retry brings it back', async ({
  browser,
  portal,
}) => {
  const admin = await adminOf(browser, portal);
  const left = [...reading];
  // What fails is tried again twice before a page says so: several tabs wait together.
  const oneTab = async () => {
    const page = await admin.newPage();
    for (let at = left.shift(); at; at = left.shift()) {
      const { page: address, call, empty, failed } = at;
      await failing(page, `**/${call}*`, breaks);
      await page.goto(address);
      await expect(page.getByText(failed, { exact: true }), address).toBeVisible();
      await page.unroute(`**/${call}*`);
      await page.getByRole('button', { name: 'Retry' }).last().click();
      await expect(page.getByText(failed, { exact: true }), address).toHaveCount(0);
      if (empty) await expect(page.getByText(empty, { exact: true }), address).toBeVisible();
    }
  };
  await Promise.all([oneTab(), oneTab(), oneTab()]);
  await admin.close();
});

test('a server that says why is quoted, and without a session nothing is shown', async ({ browser, portal }) => {
  const admin = await adminOf(browser, portal);
  const page = await admin.newPage();
  const message = 'The agency is closed for a moment.';
  await failing(page, '**/get-pending-google-ads*', (route) =>
    route.fulfill({ status: 400, json: { message, code: 'test' } }),
  );
  await page.goto('/admin/adapproval/gapprove');
  await expect(page.getByText(message)).toBeVisible();
  await admin.clearCookies();
  const answer = await admin.request.get('/get-pending-google-ads');
  expect([answer.status(), (await answer.json()).message]).toEqual([401, 'User is not authenticated. Please log in.']);
  await admin.close();
});

/** Opens the input of a verdict in its row. */
async function open(page: Page, verdict: 'Approve' | 'Reject', applyId: string): Promise<ReturnType<Page['locator']>> {
  await page.getByRole('button', { name: `${verdict} ${applyId}` }).click();
  return page.locator('tbody form');
}

/** A verdict with nothing typed, one that the server fails, and one that goes through. */
async function judge(
  page: Page,
  call: string,
  { applyId, missing, failures, word, done, verdict }: Judged,
): Promise<void> {
  const form = await open(page, verdict, applyId);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form.getByText(missing)).toBeVisible();
  await form.getByRole('textbox').fill(word);
  for (const [how, says] of failures) {
    await page.route(`**/${call}*`, how);
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(form.getByText(says)).toBeVisible();
    await page.unroute(`**/${call}*`);
  }
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(page, done)).toBeVisible();
}

type Judged = {
  applyId: string;
  missing: string;
  failures: readonly (readonly [(route: Route) => Promise<void>, string])[];
  word: string;
  done: string;
  verdict: 'Approve' | 'Reject';
};

test('ad applications: what is missing, what failed and what was decided', async ({ browser, portal }) => {
  const client = (await newClient(browser, portal, { dollars: 1_000 })).context.request;
  const page = await (await adminOf(browser, portal)).newPage();
  const google = { adNum: 1, adsDetails: [{ gmail: 'a@gmail.com', deposit: 15 }] };
  const bing = { adNum: 1, adsDetails: [{ domain: 'shop.example.com', outlookMail: 'a@outlook.com', deposit: 15 }] };
  const facebook = {
    licenseMode: 'new license',
    licenseName: 'Shop',
    pageNum: 1,
    pageUrls: ['https://facebook.com/shop'],
    domainOption: 'unlimited',
    domainNum: 0,
    domains: [],
    appUrl: '',
    appId: '',
    ads: [{ accountName: 'Shop', deposit: 0 }],
    remarks: '',
    paymentMode: 'oneByOne',
  };
  const platforms = [
    {
      call: 'approve-googleAd',
      create: '/create-google-ads',
      body: google,
      page: 'gapprove',
      missing: 'Please enter a valid input.',
      failed: 'Failed to update ad status.',
    },
    {
      call: 'approve-bingAd',
      create: '/create-bing-ads',
      body: bing,
      page: 'bapprove',
      missing: 'Please enter required information.',
      failed: 'Failed to update status. Please try again.',
    },
    {
      call: 'approve-facebookAd',
      create: '/kimi/create-facebook-ads',
      body: facebook,
      page: 'fapprove',
      missing: 'Please enter required information.',
      failed: 'Error updating ad status.',
    },
  ];
  for (const { call, create, body, page: name, missing, failed } of platforms) {
    const [first, second] = [
      await ok(client.post(create, { data: body })),
      await ok(client.post(create, { data: body })),
    ];
    await page.goto(`/admin/adapproval/${name}`);
    await judge(page, call, {
      applyId: first.applyId,
      verdict: 'Approve',
      missing,
      failures: [[breaks, failed]],
      word: `${name}-1`,
      done: 'Ad approved successfully!',
    });
    await judge(page, call, {
      applyId: second.applyId,
      verdict: 'Reject',
      missing,
      failures: [[breaks, failed]],
      word: 'Please use another name.',
      done: 'Ad rejected successfully!',
    });
  }
});

test('deposits and refunds: what is missing, what failed and what was decided', async ({ browser, portal }) => {
  const [client, admin] = [
    (await newClient(browser, portal, { dollars: 1_000 })).context.request,
    await adminOf(browser, portal),
  ];
  const page = await admin.newPage();
  const bing = { adNum: 1, adsDetails: [{ domain: 'shop.example.com', outlookMail: 'a@outlook.com', deposit: 100 }] };
  const { applyId: order } = await ok(client.post('/create-bing-ads', { data: bing }));
  await ok(admin.request.put(`/approve-bingAd?id=${order}&action=approve`, { data: { adsId: 'BING-7' } }));
  for (const money of [10, 20])
    await ok(client.post('/kimi/create-bing-adDeposit', { data: { adsId: 'BING-7', money, adType: 'Bing' } }));
  for (const amount of [5, 6])
    await ok(client.post('/kimi/apply-refund', { data: { adsId: 'BING-7', amount, adType: 'Bing' } }));

  const missing = await admin.request.put('/kimi/approve-refund-by-admin?action=approve', {
    data: { transactionId: 'x' },
  });
  expect([missing.status(), (await missing.json()).message]).toEqual([
    400,
    'Error: Missing Ads ID, Apply ID, or Ad Type.',
  ]);

  const { deposits } = await ok(client.get('/kimi/get-Bing-adDeposit'));
  await page.goto('/admin/AdsDeposite/PendingAdsBingDeposite');
  const failures = [
    [breaks, 'Failed to update deposit status.'],
    [vanishes, 'Error updating deposit status.'],
  ] as const;
  const [laterDeposit, deposit] = deposits as unknown as { applyId: string }[];
  for (const [applyId, verdict, done] of [
    [deposit!.applyId, 'Approve', 'Deposit approved successfully!'],
    [laterDeposit!.applyId, 'Reject', 'Deposit rejected successfully!'],
  ] as const)
    await judge(page, 'approve-deposit', {
      applyId,
      verdict,
      missing: 'Please enter a valid input.',
      failures: [...failures],
      word: 'W-1',
      done,
    });

  const { refundsDetails } = await ok(admin.request.get('/kimi/refund-Details-for-admin'));
  const [refund, laterRefund] = refundsDetails as unknown as { applyId: string }[];
  await page.goto('/admin/refund/pendingrefund');
  for (const [applyId, verdict, done, missing] of [
    [refund!.applyId, 'Approve', 'Refund approved successfully!', 'Please enter a transaction ID.'],
    [laterRefund!.applyId, 'Reject', 'Refund rejected successfully!', 'Please enter a reason for rejection.'],
  ] as const)
    await judge(page, 'approve-refund-by-admin', {
      applyId,
      verdict,
      missing,
      word: 'W-2',
      done,
      failures: [
        [breaks, 'Failed to update refund status.'],
        [vanishes, 'Error updating refund status.'],
      ],
    });
});

test('transactions: approve repeats what it is about, reject needs remarks, and nobody decides twice', async ({
  browser,
  portal,
}) => {
  const [client, admin] = [(await newClient(browser, portal)).context.request, await adminOf(browser, portal)];
  const [first, second] = [await topUp(client, 20), await topUp(client, 30)];
  const page = await admin.newPage();
  await page.goto('/admin/transactions/pending');
  await page.route('**/approve-transaction*', breaks);
  const form = await open(page, 'Approve', first);
  await expect(form).toContainText('$20.00');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form.getByText('Failed to update transaction.')).toBeVisible();
  await page.unroute('**/approve-transaction*');
  await form.getByRole('button', { name: 'Submit' }).click();
  const done = toastOn(page, 'Transaction approved successfully!');
  await expect(done).toBeVisible();
  // Successes close by themselves after 3 seconds.
  await expect(done).toHaveCount(0, { timeout: 4_500 * busyFactor() });
  const again = await admin.request.put(`/approve-transaction?id=${first}&action=approve`, { data: {} });
  expect([again.status(), (await again.json()).message]).toEqual([409, 'Transaction is already completed.']);

  // Without live hints the row stays as it was when it was read.
  await page.route('**/kimi/events', (route) => route.abort());
  await page.reload();
  await open(page, 'Reject', second);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form.getByText('Please enter remarks before rejecting.')).toBeVisible();
  await form.getByLabel('Remarks').fill('It did not arrive.');
  await ok(admin.request.put(`/approve-transaction?id=${second}&action=reject`, { data: { remarks: 'No' } }));
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(page, 'Transaction is already completed.')).toBeVisible();
  const third = await topUp(client, 40);
  await page.reload();
  await open(page, 'Reject', third);
  await form.getByLabel('Remarks').fill('It did not arrive.');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOn(page, 'Transaction rejected successfully!')).toBeVisible();
});

test('the payment network: both fields are needed, and what the server says is said', async ({ browser, portal }) => {
  const page = await (await adminOf(browser, portal)).newPage();
  await page.goto('/admin/accountmanage/changenetwork');
  const update = page.getByRole('button', { name: 'Update Network' });
  await update.click();
  const summary = page.getByRole('alert').first();
  await expect(summary.getByRole('link')).toHaveCount(3);
  await page.getByLabel('Network Name').fill('TRC20');
  await page.getByLabel('Network Address').fill('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  await page.getByRole('textbox', { name: 'Your password' }).fill(portal.admin.password);
  await page.route('**/update-network-details*', breaks);
  await update.click();
  await expect(page.getByText('Failed to update network details.').first()).toBeVisible();
  await page.unroute('**/update-network-details*');
  await page.getByRole('textbox', { name: 'Your password' }).fill(portal.admin.password);
  await update.click();
  await expect(toastOn(page, 'Network details updated successfully.')).toBeVisible();
});

test('the queue finds while a name is typed, over a pause after a space too', async ({ browser, portal }) => {
  const { context } = await newClient(browser, portal, { name: 'Pause Writer' });
  const applyId = await topUp(context.request, 12);
  const page = await (await adminOf(browser, portal)).newPage();
  await page.goto('/admin/queue');
  const list = page.getByRole('list', { name: 'Waiting requests' });
  const search = page.getByRole('main').getByRole('searchbox', { name: 'Search' });
  await search.pressSequentially('Pause ');
  await expect(page).toHaveURL(/q=Pause$/);
  await search.pressSequentially('Writer');
  await expect(page).toHaveURL(/q=Pause\+Writer$/);
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText(applyId);
  await search.fill('Nobody of this name');
  await expect(page.getByText('No waiting request matches.').first()).toBeVisible();
});
