/**
 * No slip of the hand: whoever presses twice at one place decides one request, in every list with verdicts; the decided
 * row stays where it was until the pointer has left the list, and what comes in live moves nothing.
 */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { adminOf, newClient, ok, openAccounts, orderAccounts, password, topUp } from './people.ts';
import { expect, test } from './portal.ts';

const waits = [50, 300, 800, 1_500];

/** Twice at one place, without moving in between. */
async function pressTwice(page: Page, button: Locator, wait: number): Promise<void> {
  await button.hover();
  for (const after of [wait, 0]) {
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForTimeout(after);
  }
}

/** How many of all kinds wait. */
async function pending(admin: BrowserContext): Promise<number> {
  return Number((await ok(admin.request.get('/kimi/get-queue?limit=1')))['total']);
}

test.use({ alone: 'slips' });

/** Six of each kind that has a list, of one client. */
async function somethingOfEach(client: BrowserContext, admin: BrowserContext, mails: string[]): Promise<void> {
  const otp = /^\s*(\d{6})\s*$/m.exec(mails[0]!)![1]!;
  await ok(client.request.post('/verify-email', { data: { otp } }));
  const [adsId] = await openAccounts(client, admin, [500]);
  for (let n = 1; n <= 6; n++) {
    await topUp(client.request, 10 + n);
    await orderAccounts(client, [15]);
    await ok(
      client.request.post('/kimi/create-google-adDeposit', { data: { adsId, money: 10 + n, adType: 'Google' } }),
    );
    await ok(client.request.post('/kimi/apply-refund', { data: { adsId, amount: 10 + n, adType: 'Google' } }));
    await ok(
      client.request.post('/kimi/apply-withdrawal', {
        data: {
          amount: 10 + n,
          networkName: 'TRC20',
          networkAddress: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
          password,
        },
      }),
    );
  }
}

const lists = [
  ['/admin/transactions/pending', undefined],
  ['/admin/adapproval/gapprove', 'slip'],
  ['/admin/AdsDeposite/PendingAdsGoogleDeposite', 'slip'],
  ['/admin/refund/pendingrefund', 'slip'],
  ['/admin/withdrawals/pending', 'slip'],
] as const;

test.describe('two presses at one place decide one request', () => {
  let admin: BrowserContext;
  test.beforeAll(async ({ browser, portal }) => {
    const { context: client, email } = await newClient(browser, portal, { dollars: 5_000 });
    admin = await adminOf(browser, portal);
    await expect.poll(async () => (await portal.mailsTo(email)).length).toBeGreaterThan(0);
    await somethingOfEach(client, admin, await portal.mailsTo(email));
  });

  for (const [address, typed] of lists)
    test(`in ${address}`, async () => {
      const page = await admin.newPage();
      await page.goto(address);
      for (const wait of waits) {
        const before = await pending(admin);
        const approve = page.getByRole('button', { name: /^Approve [A-Z]{2}-/ }).first();
        await approve.scrollIntoViewIfNeeded();
        await pressTwice(page, approve, wait);
        const form = page.locator('tbody form');
        await expect(form).toHaveCount(1);
        expect(await pending(admin)).toBe(before);
        if (typed) await form.getByRole('textbox').fill(`${typed}-${address.length}-${wait}`);
        await pressTwice(page, form.locator('[type=submit]'), wait);
        await expect(page.locator('tr[data-gone]')).toHaveCount(waits.indexOf(wait) + 1);
        expect(await pending(admin)).toBe(before - 1);
      }
    });

  test('in the queue', async () => {
    const page = await admin.newPage();
    await page.goto('/admin/queue');
    const detail = page.getByRole('region', { name: 'The request in focus' });
    for (const wait of waits) {
      const before = await pending(admin);
      await pressTwice(page, detail.getByRole('button', { name: 'Approve', exact: true }), wait);
      expect(await pending(admin)).toBe(before);
      const field = detail.locator('form').getByRole('textbox').first();
      if (!((await page.locator('[aria-current=true]').textContent()) ?? '').startsWith('Top-up'))
        await field.fill(`q-${wait}`);
      await pressTwice(page, detail.locator('form [type=submit]'), wait);
      await expect(page.locator('li[data-settled]')).toHaveCount(waits.indexOf(wait) + 1);
      expect(await pending(admin)).toBe(before - 1);
    }
  });
});

test('a decided row keeps its place under the pointer, and what comes in live moves nothing', async ({
  browser,
  portal,
}) => {
  const { context: client, name } = await newClient(browser, portal, { name: 'Ana Still' });
  const admin = await adminOf(browser, portal);
  const ids = [await topUp(client.request, 71), await topUp(client.request, 72), await topUp(client.request, 73)];
  const page = await admin.newPage();
  await page.goto(`/admin/transactions/pending?q=${encodeURIComponent(name)}&sort=-createdAt`);
  const approve = (id: string) => page.getByRole('button', { name: `Approve ${id}` });
  await approve(ids[1]!).hover();
  const place = await approve(ids[1]!).boundingBox();
  // Newest first: both would move the row, one by coming in above it, one by leaving.
  await ok(admin.request.put(`/approve-transaction?id=${ids[2]}&action=approve`, { data: {} }));
  await topUp(client.request, 74);
  await expect(page.getByRole('status').getByText('1 decided, shown until you leave the list · 1 new')).toBeVisible();
  expect(await approve(ids[1]!).boundingBox()).toEqual(place);
  const gone = page.locator('tr[data-gone]');
  await expect(gone).toContainText('Decided meanwhile');
  await expect(gone.getByRole('link', { name: `The whole story of ${ids[2]}` })).toBeVisible();
  await page.mouse.move(5, 5);
  await expect(gone).toHaveCount(0);
  await expect(page.locator('tbody tr')).toHaveCount(3);
});
