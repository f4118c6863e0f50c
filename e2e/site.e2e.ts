/** The public site as a visitor meets it, with the script and without it. */
import { busyFactor } from '#server/busy.testing.server.ts';
import { axeFaults } from './axe.ts';
import { expect, test } from './portal.ts';

const addresses = [
  '/homepage',
  '/meta-ads',
  '/bing-ads',
  '/google-ads',
  '/contact-us',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/stop-weekly',
  '/security',
  '/privacy-policy',
  '/termof-services',
  '/refund-policy',
  '/404',
  '/offline',
];

for (const scheme of ['light', 'dark'] as const) {
  const title = `every public page is without fault for assistive technology and fits every width, ${scheme}`;
  test(title, { tag: '@long' }, async ({ page }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    for (const address of addresses) {
      await page.goto(address);
      for (const width of [320, 360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, `${address} at ${width}`).toBeLessThanOrEqual(width);
        // Colours are the same at every width; what is hidden or rearranged is looked at once more, in the light.
        if (width !== 1440 && !(width === 360 && scheme === 'light')) continue;
        expect(await axeFaults(page, 'best-practice'), `${address} at ${width}`).toEqual([]);
      }
    }
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the server works out what an order costs', async ({ page }) => {
    await page.goto('/homepage');
    await page.getByLabel('Accounts', { exact: true }).selectOption('10');
    await page.getByLabel('Deposit each').selectOption('$500');
    await page.getByRole('button', { name: 'Work it out' }).click();
    await expect(page).toHaveURL(/#cost$/);
    await expect(page.locator('[data-show=total]')).toHaveText('$5,780.00');
    await expect(page.getByLabel('Accounts', { exact: true })).toHaveValue('10');
  });

  test('menus, questions and help open by themselves', async ({ page }) => {
    await page.goto('/homepage');
    await page.getByText('Business', { exact: true }).first().click();
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Bing' }).click();
    await expect(page).toHaveURL(/\/bing-ads$/);
    const [first, second] = [page.locator('.faq details').nth(0), page.locator('.faq details').nth(1)];
    await first.locator('summary').click();
    await second.locator('summary').click();
    await expect(first).not.toHaveAttribute('open');
    await expect(second).toHaveAttribute('open');
    await page.goto('/login');
    await page.getByRole('button', { name: 'Having an issue signing in?' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

test('a page that cannot be reached says so, and comes back with the connection', async ({ page, context }) => {
  await page.goto('/homepage');
  await page.waitForFunction(() =>
    navigator.serviceWorker.ready.then((worker) => worker.active?.state === 'activated'),
  );
  await context.setOffline(true);
  await page.goto('/refund-policy');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refund Policy');
});

test('menus close by Escape and give the focus back', async ({ page }) => {
  await page.goto('/homepage');
  const menu = page.locator('nav.wide details').first();
  await menu.locator('summary').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(menu).toHaveAttribute('open');
  await page.keyboard.press('Escape');
  await expect(menu).not.toHaveAttribute('open');
  await expect(menu.locator('summary')).toBeFocused();
});

test('a menu closes behind whoever tabs on', async ({ page }) => {
  await page.goto('/homepage');
  const menu = page.locator('nav.wide details').first();
  await menu.locator('summary').focus();
  await page.keyboard.press('Enter');
  for (let link = 0; link < 3; link++) await page.keyboard.press('Tab');
  await expect(menu).toHaveAttribute('open');
  await page.keyboard.press('Tab');
  await expect(menu).not.toHaveAttribute('open');
});

test('counters step up to the figures that stood in the page', async ({ page }) => {
  await page.goto('/homepage');
  const users = page.locator('[data-count]').first();
  await users.scrollIntoViewIfNeeded();
  await expect(users).not.toHaveText('8,000');
  await expect(users).toHaveText('8,000', { timeout: 5_000 * busyFactor() });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await users.scrollIntoViewIfNeeded();
  await expect(users).toHaveText('8,000');
});

test('the home page works out what an order costs while one chooses', async ({ page }) => {
  await page.goto('/homepage');
  const total = page.locator('[data-show=total]');
  await expect(total).toHaveText('$260.00');
  await page.getByLabel('Accounts', { exact: true }).selectOption('3');
  await expect(total).toHaveText('$375.00');
  await page.getByLabel('Deposit each').selectOption('$15');
  await expect(total).toHaveText('$81.75');
});

test('the first screen plays one order to its end within five seconds, and stops at the step that one chooses', async ({
  page,
}) => {
  await page.goto('/homepage');
  const order = page.getByRole('group', { name: 'One order, step by step' });
  await expect(order.getByText('482-119-7732')).toBeVisible({ timeout: 5_000 * busyFactor() });
  await order.getByLabel('Order', { exact: true }).check();
  await expect(order.getByText('$740.00').first()).toBeVisible();
  await expect(order.getByText('Pending')).toBeVisible();
  await expect(order.getByText('482-119-7732')).toBeHidden();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(order.getByText('482-119-7732')).toBeVisible({ timeout: 500 * busyFactor() });
});

test('support hours stand on the contact page by the clock of the visitor', async ({ browser, portal }) => {
  const context = await browser.newContext({ baseURL: portal.address, timezoneId: 'Asia/Kolkata' });
  const page = await context.newPage();
  await page.goto('/contact-us');
  await expect(page.getByText('6:30–15:30 in your time zone')).toBeVisible();
  await context.close();
});
