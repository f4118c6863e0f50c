/** The frame around signed-in pages: what it remembers, what it says by itself, and what it keeps when things break. */
import type { Browser, Page } from '@playwright/test';
import { adminOf, newClient, ok, password, signIn, topUp } from './people.ts';
import { expect, test, type Portal } from './portal.ts';

/** Ends every session but a fresh one, as a person does who has lost a laptop. */
async function endSessions(browser: Browser, portal: Portal, emailId: string): Promise<void> {
  const elsewhere = await browser.newContext({ baseURL: portal.address });
  await signIn(elsewhere.request, emailId);
  expect((await elsewhere.request.put('/kimi/end-session?all=true')).status()).toBe(200);
  await elsewhere.close();
}

test('a session that ends while somebody writes asks to sign in over the page and keeps the draft', async ({
  browser,
  portal,
}) => {
  const { page, email } = await newClient(browser, portal);
  await page.goto('/google/accountManage/applyAd');
  const gmail = page.getByLabel('Gmail', { exact: true }).first();
  await gmail.fill('campaign@gmail.com');
  await endSessions(browser, portal, email);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('Email')).toHaveValue(email);
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  // Without the stream the wallet is fetched every two seconds, but not while each answer is the same refusal.
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().includes('/kimi/get-wallet-of-user'))));
  await page.waitForTimeout(7_000);
  expect(asked).toBeLessThan(2);
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Login failed. Please check your credentials.');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(gmail).toHaveValue('campaign@gmail.com');
});

test('offline is said over the page with Retry, what was typed stays, and the connection takes it back', async ({
  browser,
  portal,
}) => {
  const { page } = await newClient(browser, portal);
  await page.goto('/google/accountManage/applyAd');
  const gmail = page.getByLabel('Gmail', { exact: true }).first();
  await gmail.fill('campaign@gmail.com');
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  // The connection is back, and the portal behind it is not. The page looks by itself, too, and may be the quicker.
  let status = 503;
  await page.route(/kimi/, (route) => route.fulfill({ status, json: {} }));
  await page.context().setOffline(false);
  await expect(page.getByText('The portal cannot be reached right now. What you typed is kept.')).toBeVisible();
  status = 500;
  const retry = page.getByRole('button', { name: 'Retry' }).first();
  await retry.click();
  await expect(page.getByText('Something went wrong on our side. What you typed is kept.')).toBeVisible();
  await page.unroute(/kimi/);
  await retry.click({ timeout: 5_000 }).catch(() => undefined);
  await expect(page.getByText('What you typed is kept.')).toBeHidden();
  await expect(gmail).toHaveValue('campaign@gmail.com');
});

/** Where things are that somebody is about to press, and what would move with them. */
async function placesOn(page: Page, button: string): Promise<unknown[]> {
  const all = [page.locator('h1'), page.getByRole('button', { name: button }), page.locator('main')];
  return Promise.all(all.map((each) => each.first().evaluate((it) => JSON.stringify(it.getBoundingClientRect()))));
}

/** Runs in the page. What a finger would meet there, and whether it lies over any of these. */
const meets = ([finger, ...kept]: string[]) => {
  const banner = [...document.querySelectorAll('[role="alert"]')].find((each) =>
    each.textContent?.includes('offline'),
  )!;
  const [over, retry] = [banner.getBoundingClientRect(), banner.querySelector('button')!.getBoundingClientRect()];
  const met = document.elementFromPoint(retry.x + retry.width / 2, retry.y + retry.height / 2);
  const covered = kept.flatMap((what) =>
    [...document.querySelectorAll(what)].flatMap((each) => {
      const box = each.getBoundingClientRect();
      const apart = over.right <= box.x || box.right <= over.x || over.bottom <= box.y || box.bottom <= over.y;
      return box.width === 0 || apart ? [] : [what];
    }),
  );
  return [met?.closest('button')?.textContent === finger, covered, over.right <= innerWidth];
};

const still = 'that the portal is away covers and moves nothing that one is about to press, on a desk and on a phone';
test(still, { tag: '@long' }, async ({ browser, portal }) => {
  const { page, context } = await newClient(browser, portal);
  const applyId = await topUp(context.request, 75);
  const payer = { firstName: 'Jo', lastName: 'Payer', emailId: 'jo@example.com', country: 'DE', money: 40 };
  const { newPaylink } = await ok(context.request.post('/kimi/create-paylink-individual', { data: payer }));
  const admin = await adminOf(browser, portal);
  const looks = [
    { page, address: '/google/accountManage/applyAd', button: 'Create ads' },
    { page: await admin.newPage(), address: `/admin/requests/${applyId}`, button: 'Approve' },
    { page, address: `/pay/${(newPaylink as { code: string }).code}`, button: 'Submit payment' },
  ];
  const kept = ['main', 'nav', '[aria-label$=" menu"]', 'header > a', '#content'];
  for (const width of [1440, 768, 375]) {
    for (const { page: on, address, button } of looks) {
      await on.setViewportSize({ width, height: 812 });
      await on.goto(address);
      await expect(on.getByRole('button', { name: button }).first()).toBeVisible();
      await on.waitForLoadState('networkidle');
      const before = await placesOn(on, button);
      await on.context().setOffline(true);
      await expect(on.getByText('You are offline.')).toBeVisible();
      expect(await placesOn(on, button), `${address} ${width}`).toEqual(before);
      expect(await on.evaluate(meets, ['Retry', ...kept]), `${address} ${width}`).toEqual([true, [], true]);
      await on.context().setOffline(false);
      await expect(on.getByText('You are offline.')).toBeHidden();
      expect(await placesOn(on, button), `${address} ${width}`).toEqual(before);
    }
  }
  await Promise.all([context.close(), admin.close()]);
});

test('what is sent without a connection fails at once, and is not sent by itself once there is one @long', async ({
  browser,
  portal,
}) => {
  const { page, context } = await newClient(browser, portal, { dollars: 100 });
  await page.goto('/google/accountManage/applyAd');
  await page.getByLabel('Gmail', { exact: true }).first().fill('campaign@gmail.com');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create ads' }).click();
  await expect(page.getByRole('form').getByText('No answer came.')).toBeVisible();
  // Each thing is said once: over the page that there is no connection, in the form that nothing came back.
  await expect(page.getByText(/You are offline/)).toHaveCount(1);
  await expect(page.getByText(/No answer came/)).toHaveCount(1);
  // The balance is fetched by itself as soon as there is a connection again, and with it whatever had been kept back.
  const balance = page.waitForResponse((answer) => answer.url().includes('get-wallet-of-user'));
  await context.setOffline(false);
  await balance;
  expect((await ok(context.request.get('/get-google-ads'))).total).toBe(0);
  await page.getByRole('button', { name: 'Create ads' }).click();
  await expect(page.getByRole('heading', { name: 'Your order is in review' })).toBeVisible();
  expect((await ok(context.request.get('/get-google-ads'))).total).toBe(1);
});

test('an address that is none, or of a platform that is off, is a 404 in the frame of whoever asks', async ({
  browser,
  portal,
  page: visitor,
}) => {
  for (const address of ['/no-such-page', '/tiktok-ads']) {
    expect((await visitor.goto(address))?.status(), address).toBe(404);
    await expect(visitor.getByRole('heading', { level: 1, name: 'This page does not exist' })).toBeVisible();
    const site = visitor.getByRole('navigation', { name: 'Main', exact: true });
    await expect(site.getByRole('link', { name: 'Contact' }), address).toBeVisible();
  }
  const { page } = await newClient(browser, portal);
  for (const address of ['/no-such-page', '/tiktok-ads', '/tiktok/accountManage/applytiktokad']) {
    expect((await page.goto(address))?.status(), address).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'This page does not exist' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Dashboard' }).first(), address).toBeVisible();
  }
});

test('a chosen theme and a closed side menu are there before the first paint of the next page', async ({
  browser,
  portal,
}) => {
  const { page } = await newClient(browser, portal);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByLabel('Dark', { exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /Account of/ })).toBeFocused();
  await page.getByRole('button', { name: 'Hide the side menu' }).click();
  await page.reload({ waitUntil: 'commit' });
  const scheme = () =>
    page.evaluate(() => (document.documentElement as HTMLElement | null)?.dataset['mantineColorScheme']);
  await expect.poll(scheme).toBe('dark');
  await expect(page.getByRole('button', { name: 'Show the side menu' })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(20, 18, 15)');
});

test('a phone has every link in its menu, which keeps the focus, closes by Escape and on a choice', async ({
  browser,
  portal,
}) => {
  const { page } = await newClient(browser, portal);
  await page.goto('/dashboard');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toHaveText(['Home', 'Google', 'Bing', 'Facebook', 'Add Money']);
  await page.setViewportSize({ width: 375, height: 812 });
  const open = page.getByRole('button', { name: 'Open the menu' });
  await open.click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Facebook' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await menu.getByRole('link', { name: '2FA Tool' }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: '2FA Tool' })).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test('logging out leaves nothing of the person behind, and Back shows no page of theirs', async ({
  browser,
  portal,
}) => {
  const { page } = await newClient(browser, portal);
  await page.goto('/google/accountManage/applyAd');
  await page.getByLabel('Gmail', { exact: true }).first().fill('campaign@gmail.com');
  await page.getByRole('button', { name: /Account of/ }).click();
  await expect(page.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/dashboard/user-profile');
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/dashboard/settings');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft')))).toEqual([]);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);
});

test('a page that the browser kept whole is asked for anew, and not shown to whoever comes next', async ({
  browser,
  portal,
}) => {
  const { page } = await newClient(browser, portal);
  await page.goto('/dashboard');
  await page.evaluate(() => fetch('/kimi/logout', { method: 'POST' }));
  // What a browser that keeps pages says when one of them is shown again; that of the tests keeps none.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page).toHaveURL(/\/login$/);
});

test('without live hints the balance is asked for every two seconds, and not at all in a tab that is hidden', async ({
  browser,
  portal,
}) => {
  const { page, context } = await newClient(browser, portal);
  await page.route('**/kimi/events', (route) => route.fulfill({ status: 503, body: '' }));
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('banner').getByText('$0.00')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 2_000);
  await page.waitForLoadState('networkidle');
  let asked = 0;
  page.on('request', (request) => void (asked += Number(request.url().includes('get-wallet-of-user'))));
  // While an answer is on its way nothing is asked again.
  for (const times of [1, 2, 3])
    await expect.poll(() => page.clock.fastForward(2_000).then(() => asked)).toBeGreaterThanOrEqual(times);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.waitForLoadState('networkidle');
  asked = 0;
  await page.clock.fastForward(10_000);
  await page.waitForLoadState('networkidle');
  expect(asked).toBe(0);
  await context.close();
});

test('the bell leads to everything that was ever told, page by page, and a notice to the very request @long', async ({
  browser,
  portal,
}) => {
  const { page } = await newClient(browser, portal);
  const admin = await adminOf(browser, portal);
  const items: { applyId: string; remarks: string }[] = [];
  for (let n = 1; n <= 26; n++)
    items.push({ applyId: await topUp(page.request, n), remarks: `Number ${n} did not arrive.` });
  await ok(admin.request.put('/kimi/decide-requests', { data: { action: 'reject', items } }));
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Notices, 26 new' }).click();
  const bell = page.getByRole('group', { name: 'Notices' });
  const box = (await bell.boundingBox())!;
  expect([box.x >= 0, box.x + box.width <= 375]).toEqual([true, true]);
  await bell.getByRole('link', { name: 'All notices' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeVisible();
  await expect(page.getByText('1–25 of 26')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('26–26 of 26')).toBeVisible();
  await page.getByRole('link', { name: /^Your top-up of \$1\.00 was rejected/ }).click();
  await expect(page.getByText('Number 1 did not arrive.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send again' }).first()).toBeVisible();
  // What was read is no longer new; the others are once they are marked.
  await page.getByRole('button', { name: 'Notices, 25 new' }).click();
  await bell.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible();
  await admin.close();
});

test('a message that goes by itself keeps no finger from the menu that it lies over', async ({ browser, portal }) => {
  const look = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
  const { page, context } = await newClient(browser, portal, { look });
  await page.goto('/dashboard');
  const applyId = await topUp(context.request, 75);
  const menu = (await page.getByRole('button', { name: 'Open the menu' }).boundingBox())!;
  const admin = await adminOf(browser, portal);
  await ok(admin.request.put(`/approve-transaction?id=${applyId}&action=approve`, { data: {} }));
  await expect(page.getByRole('region', { name: 'Results' }).getByText(/\$75/)).toBeVisible();
  await page.touchscreen.tap(menu.x + menu.width / 2, menu.y + menu.height / 2);
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await Promise.all([context.close(), admin.close()]);
});

test('the code of a page comes when the pointer is at its link, and a new page begins at its top', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal, { look: { viewport: { width: 1280, height: 400 } } });
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  const code = () => asked.filter((path) => path.startsWith('/assets/TopupsPage')).length;
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(code()).toBe(0);
  await page.evaluate(() => scrollTo(0, 120));
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Add Money' });
  await link.hover();
  await expect.poll(code).toBeGreaterThan(0);
  let before = 0;
  // Script and styles, until nothing more comes.
  await expect.poll(() => before === (before = code()), { intervals: [300] }).toBe(true);
  await link.click();
  await expect(page).toHaveURL(/addmoney-table$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(code()).toBe(before);
  const steps = () => page.evaluate(() => history.length);
  const taken = await steps();
  await link.click();
  expect(await steps()).toBe(taken);
  const other = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' });
  const [tab] = await Promise.all([context.waitForEvent('page'), other.click({ modifiers: ['ControlOrMeta'] })]);
  await expect(tab).toHaveURL(/dashboard$/);
  await expect(page).toHaveURL(/addmoney-table$/);
  await context.close();
});

/** Runs in the page. How much stood under each heading in the moment that it came. */
const watchHeadings = () => {
  const under: { [heading: string]: number } = {};
  new MutationObserver(() => {
    const head = document.querySelector('main > header');
    if (head) under[head.querySelector('h1')!.textContent] ??= head.parentElement!.children.length - 1;
  }).observe(document.querySelector('main')!, { childList: true, subtree: true });
  Object.assign(window, { under });
};

test('a press on a link shows the heading before the page under it, and going back the whole page', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal);
  await page.goto('/kimi/wallet/statement');
  await expect(page.locator('#portal h1')).toHaveText('Statement');
  await page.evaluate(watchHeadings);
  await page.locator('nav').getByRole('link', { name: 'Pay', exact: true }).click();
  await expect(page.locator('#portal h1')).toHaveText('Pay');
  await expect(page.locator('main > :not(header)').first()).toBeVisible();
  await page.goBack();
  await expect(page.locator('#portal h1')).toHaveText('Statement');
  const under = await page.evaluate(() => (window as unknown as { under: { [heading: string]: number } }).under);
  expect(under['Pay']).toBe(0);
  expect(under['Statement']).toBeGreaterThan(0);
  await context.close();
});

/** Runs in the page. Styles that it has in one file already. */
const fetchedTwice = () => {
  const joined = [...document.querySelectorAll<HTMLLinkElement>('link[disabled]')].map(({ href }) => href);
  return performance.getEntries().flatMap(({ name }) => (joined.includes(name) ? [name] : []));
};

test('while the portal takes over from what the server drew, the page has a title and is there once', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal);
  await context.addInitScript(() => {
    const faults: string[] = [];
    Object.assign(window, { faults });
    new MutationObserver(() => {
      if (document.body && !document.title) faults.push('no title');
      if (document.querySelector('#first') && document.querySelector('#portal *')) faults.push('drawn twice');
    }).observe(document, { childList: true, subtree: true });
  });
  for (const address of ['/dashboard', '/kimi/wallet/statement', '/nothing/like/this']) {
    await page.goto(address);
    await expect(page.locator('#portal h1')).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { faults: string[] }).faults)).toEqual([]);
    expect(await page.evaluate(fetchedTwice)).toEqual([]);
  }
  await context.close();
});
