/** *Send again* while nobody knows what became of the last try: it is repeated, and no other is made beside it. */
import {
  adminOf,
  arrived,
  hold,
  loses,
  lost,
  newBuyer,
  newClient,
  ok,
  openAccounts,
  orderAccounts,
  toastOn,
} from './people.ts';
import { expect, test } from './portal.ts';

const madeOnce = 'Your first try had arrived. It was not made a second time.';
const lostBefore = 'No answer came to your last try. It may have arrived all the same.';

test('what is sent again twice, while the first of it is under way, is made once', async ({ browser, portal }) => {
  const { context, page, admin, adsIds } = await newBuyer(browser, portal);
  const data = { remarks: 'Not now.' };
  const applyId = await orderAccounts(context, [15]);
  await ok(admin.request.put(`/approve-googleAd?id=${applyId}&action=reject`, { data }));
  const deposits = [{ adsId: adsIds[0], money: 20 }];
  await ok(context.request.post('/kimi/create-google-adDeposit', { data: { adType: 'Google', deposits } }));
  const [made] = (await ok(context.request.get('/kimi/get-Google-adDeposit')))['deposits'] as [{ applyId: string }];
  const rejected = `adsId=${adsIds[0]}&adType=Google&applyId=${made.applyId}&action=reject`;
  await ok(admin.request.put(`/kimi/approve-deposit?${rejected}`, { data }));
  for (const { from, row, button, call, list } of [
    {
      from: '/google/accountManage/accountList',
      row: applyId,
      button: 'Create ads',
      call: '**/create-google-ads',
      list: '/get-google-ads',
    },
    {
      from: '/google/finance/googleads-depositerecord',
      row: made.applyId,
      button: 'Deposit',
      call: '**/create-google-adDeposit',
      list: '/kimi/get-Google-adDeposit',
    },
  ]) {
    const total = async () => (await ok(context.request.get(list)))['total'] as number;
    const before = await total();
    await page.goto(from);
    const again = page.getByRole('row').filter({ hasText: row }).getByText('Send again');
    const send = page.getByRole('button', { name: button, exact: true });
    const letGo = await hold(page, call);
    await again.click();
    await send.click();
    await page.goBack();
    await again.click();
    await expect(page.getByText(lostBefore)).toBeVisible();
    await send.click();
    await expect(page).toHaveURL(/[?&]placed=/);
    letGo();
    await expect(toastOn(page, madeOnce)).toBeVisible();
    expect(await total()).toBe(before + 1);
  }
  await Promise.all([context.close(), admin.close()]);
});

test('an answer that comes when its form sends another one ends its own attempt alone @long', async ({
  browser,
  portal,
}) => {
  const { context, page, admin } = await newBuyer(browser, portal);
  await admin.close();
  const call = '**/create-google-adDeposit';
  const total = async () => (await ok(context.request.get('/kimi/get-Google-adDeposit')))['total'];
  await page.goto('/google/finance/googleads-depositerecord');
  const form = page.getByRole('main').getByRole('link', { name: 'New deposit' }).first();
  const money = page.getByLabel('Money');
  const send = page.getByRole('button', { name: 'Deposit', exact: true });
  let letGo = () => {};
  const free = new Promise<void>((done) => (letGo = done));
  // The portal has made the first one, and says so only once it is let go.
  let isHeld = false;
  await page.route(call, async (route) => {
    if (isHeld) return route.fallback();
    isHeld = true;
    const response = await route.fetch();
    await free;
    await route.fulfill({ response });
  });
  await form.click();
  await money.fill('10');
  await send.click();
  await expect.poll(total).toBe(1);
  await page.goBack();
  await form.click();
  await expect(page.getByText(lostBefore)).toBeVisible();
  await money.fill('20');
  await send.click();
  await expect(arrived(page)).toBeVisible();
  await loses(page, call);
  await arrived(page).getByRole('button', { name: 'Send this as a new one' }).click();
  await expect(lost(page)).toBeVisible();
  await page.goBack();
  letGo();
  await expect(toastOn(page, 'Deposit added successfully!')).toBeVisible();
  await form.click();
  await expect(money).toHaveValue('20');
  await send.click();
  await expect(toastOn(page, madeOnce)).toBeVisible();
  expect(await total()).toBe(2);
  await context.close();
});

test('what was lost and then rejected is sent again as another one once its first try is answered @long', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal, { dollars: 500 });
  const admin = await adminOf(browser, portal);
  const [one, other] = await openAccounts(context, admin, [100, 0]);
  const refunds = async () => (await ok(context.request.get('/kimi/refund-Details?adType=Google')))['refundsDetails'];
  const deposits = async () => (await ok(context.request.get('/kimi/get-Google-adDeposit')))['deposits'];
  const data = { remarks: 'Not now.' };
  const reject = (call: string, of: { applyId: string }, adsId: string | undefined) =>
    ok(admin.request.put(`${call}?adsId=${adsId}&adType=Google&applyId=${of.applyId}&action=reject`, { data }));
  const again = page.getByRole('link', { name: /^Send .* again/ });

  await page.goto('/google/aftersale/refund');
  await page.getByRole('combobox', { name: 'Ad account' }).selectOption(one!);
  await page.getByRole('textbox', { name: 'Amount' }).fill('10');
  await loses(page, '**/apply-refund');
  const apply = page.getByRole('button', { name: 'Apply for refund' });
  await apply.click();
  await expect(lost(page)).toBeVisible();
  await reject('/kimi/approve-refund-by-admin', ((await refunds()) as [{ applyId: string }])[0], one);
  await page.reload();
  await again.click();
  await apply.click();
  await expect(toastOn(page, madeOnce)).toBeVisible();
  await again.click();
  await apply.click();
  await expect(page.getByRole('heading', { name: 'Your refund is in review' })).toBeVisible();
  expect(await refunds()).toMatchObject([{ amount: 10 }, { amount: 10 }]);

  await page.goto('/google/finance/googleads-deposite');
  await page.getByLabel('Ads ID').selectOption(one!);
  await page.getByLabel('Money').fill('10');
  await loses(page, '**/create-google-adDeposit');
  const send = page.getByRole('button', { name: 'Deposit', exact: true });
  await send.click();
  await expect(lost(page)).toBeVisible();
  await reject('/kimi/approve-deposit', ((await deposits()) as [{ applyId: string }])[0], one);
  await page.goto('/google/finance/googleads-depositerecord');
  await again.click();
  await expect(page.getByLabel('Money')).toHaveCount(1);
  await send.click();
  await expect(toastOn(page, madeOnce)).toBeVisible();
  await page.goto('/google/finance/googleads-depositerecord');
  await again.click();
  await loses(page, '**/create-google-adDeposit');
  await send.click();
  await expect(lost(page)).toBeVisible();
  expect(await deposits()).toHaveLength(2);
  // Beside other rows that were sent, it waits until somebody has looked at these.
  await page.getByLabel('Ads ID').selectOption(other!);
  await page.goto('/google/finance/googleads-depositerecord');
  await again.click();
  await expect(page.getByLabel('Money')).toHaveCount(2);
  await send.click();
  await expect(arrived(page)).toBeVisible();
  expect(await deposits()).toHaveLength(2);
  await Promise.all([context.close(), admin.close()]);
});
