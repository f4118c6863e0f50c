/** What only some people meet: small windows, large type, the system's colours, other scripts, no mouse. */
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import {
  adminOf,
  confirmAddress,
  hash,
  newBuyer,
  newClient,
  openAccounts,
  password,
  setNetwork,
  toastOn,
  topUp,
} from './people.ts';
import { expect, test } from './portal.ts';

const list = '/google/accountManage/accountList';

test('what stays at the top right covers no button of the page, at any width', async ({ browser, portal }) => {
  const { context, page, admin } = await newBuyer(browser, portal, 80);
  await page.goto('/google/finance/googleads-deposite');
  await page.getByRole('button', { name: 'Remove Deposit 1' }).click();
  await expect(toastOn(page, 'At least one row is required!')).toBeVisible();
  for (const width of [1440, 1024, 900, 768, 375]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => scrollTo(0, 0));
    for (const button of await page.locator('main header[data-head] :is(a, button)').all())
      expect(await button.evaluate(isOnTop), `${await button.textContent()} at ${width}`).toBe(true);
  }
  await Promise.all([context.close(), admin.close()]);
});

test('a browser that tells of no paint starts the portal all the same, and one whose code is gone asks anew', async ({
  browser,
  portal,
}) => {
  const { context, page } = await newClient(browser, portal);
  await context.addInitScript(() => {
    Object.assign(window, {
      PerformanceObserver: class {
        observe() {}
      },
    });
  });
  await page.goto('/dashboard');
  await expect(page.locator('#portal h1')).toBeVisible();
  // A document of one build meets files of another; the next document names what is there.
  let asked = 0;
  await page.route(/\/assets\/frame-[^/]*\.js$/, (route) =>
    asked++ ? route.continue() : route.fulfill({ status: 404 }),
  );
  await page.goto('/accounts');
  await expect(page.locator('#portal h1')).toBeVisible();
  expect(asked).toBe(2);
  await context.close();
});

test('at twice the size and in forced colours nothing is lost, and a name from right to left moves no figure @long', async ({
  browser,
  portal,
}) => {
  const name = 'קימי בע״מ 5 (תל אביב)';
  const { context, page } = await newClient(browser, portal, {
    name,
    dollars: 1_234.5,
    // A screen of 1440 by 900, zoomed to twice its size.
    look: { viewport: { width: 720, height: 450 }, forcedColors: 'active', reducedMotion: 'reduce' },
  });
  const admin = await adminOf(browser, portal);
  await openAccounts(context, admin, [15]);
  const waits = await topUp(context.request, 75);
  for (const address of ['/dashboard', list, '/google/accountManage/applyAd', '/kimi/wallet/statement']) {
    await page.goto(address);
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), address).toBe(0);
    for (const button of await page.locator('main button:visible').all())
      expect(await button.evaluate(isSeen), `${await button.textContent()} at ${address}`).toBe(true);
    expect(await page.evaluate(figuresTurned), address).toEqual([]);
    expect(await page.evaluate(moving), address).toEqual([]);
  }
  const queue = await admin.newPage();
  await queue.goto(`/admin/queue?q=${waits}`);
  await expect(queue.getByRole('region', { name: 'The request in focus' })).toContainText(name);
  expect(await queue.evaluate(figuresTurned)).toEqual([]);
  await Promise.all([context.close(), admin.close()]);
});

/** Runs in the page. What takes a thousandth of a second or less is a step and no movement. */
const moving = () =>
  document
    .getAnimations()
    .filter((animation) => Number(animation.effect?.getComputedTiming().endTime) > 1)
    .map((animation) => String((animation.effect as KeyframeEffect).target?.className));

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let press = 0; press < 90; press++) {
    if (await target.evaluate((field) => field === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not get to ${String(target)}.`);
}

/** What is done in a page with the keys alone. */
function keysOn(page: Page) {
  const type = async (label: string, text: string) => {
    const named = { name: label, exact: true };
    const field = page.getByRole('textbox', named).or(page.getByRole('combobox', named));
    // A field for passwords has no role.
    await tabTo(page, field.or(page.getByLabel(label, { exact: true })).first());
    await page.keyboard.type(text);
  };
  const press = async (name: string | RegExp) => {
    const exact = typeof name === 'string' ? { exact: true } : {};
    await tabTo(page, page.getByRole('button', { name, ...exact }).last());
    await page.keyboard.press('Enter');
  };
  /** Answers a question, which takes no key before anybody can have read it. */
  const agree = async (name: string) => {
    await expect(page.getByRole('dialog').getByRole('button', { name, exact: true })).toBeFocused();
    await page.waitForTimeout(600);
    await press(name);
  };
  return { type, press, agree };
}

test(
  'a keyboard alone signs in, orders, takes back, funds, refunds and makes a pay link',
  { tag: '@long' },
  async ({ browser, portal }) => {
    const { context, page, email } = await newClient(browser, portal, { dollars: 900 });
    const admin = await adminOf(browser, portal);
    const [adsId] = await openAccounts(context, admin, [100]);
    await context.clearCookies();
    const { type, press, agree } = keysOn(page);
    await page.goto('/login');
    await type('Email', email);
    await type('Password', password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);

    await page.goto('/google/accountManage/applyAd');
    await type('Gmail', 'ana@gmail.com');
    await press('Create ads');
    await expect(page.getByRole('heading', { name: 'Your order is in review' })).toBeVisible();

    await page.goto('/google/finance/googleads-deposite');
    await type('Ads ID', adsId!);
    await page.keyboard.press('Tab');
    await page.keyboard.type('20');
    await press('Deposit');
    await expect(page.getByText('$23.00 is held until the deposits are decided.')).toBeVisible();
    await page.goto('/google/finance/googleads-depositerecord');
    await press(/^Take it back: /);
    await agree('Take it back');
    await expect(page.getByRole('row').filter({ hasText: adsId! })).toContainText('Cancelled');

    await page.goto('/google/aftersale/refund');
    await type('Ad account', adsId!);
    await type('Amount', '10');
    await press('Apply for refund');
    await expect(page.getByRole('heading', { name: /refund/i, level: 2 }).first()).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: adsId! })).toContainText('Pending');

    await page.goto('/kimi/wallet/paylink');
    await press('Create paylink');
    const fields = {
      'First name': 'Rui',
      'Last name': 'Costa',
      Email: 'rui@example.com',
      Country: 'Port',
      Amount: '50',
    };
    for (const [label, text] of Object.entries(fields)) await type(label, text);
    await press('Create paylink');
    await expect(toastOn(page, 'Paylink created successfully!')).toBeVisible();
    await Promise.all([context.close(), admin.close()]);
  },
);

test('a keyboard alone adds money and withdraws', { tag: '@long' }, async ({ browser, portal }) => {
  const { context, page, email } = await newClient(browser, portal, { dollars: 300 });
  const admin = await adminOf(browser, portal);
  await setNetwork(admin, portal, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
  await confirmAddress(context.request, portal, email);
  const { type, press, agree } = keysOn(page);

  await page.goto('/kimi/wallet/addmoney-table');
  await press('Add Money Here');
  await type('Amount in US dollars', '50');
  await press('Continue');
  await press('I have sent it');
  const picture = await sharp({ create: { width: 300, height: 500, channels: 3, background: '#d8e8f8' } })
    .png()
    .toBuffer();
  const [files] = await Promise.all([page.waitForEvent('filechooser'), press(/picture/i)]);
  await files.setFiles({ name: 'proof.png', mimeType: 'image/png', buffer: picture });
  await type('Transaction ID', hash());
  await press('Submit');
  await expect(toastOn(page, 'Money added successfully!')).toBeVisible();
  await expect(page.getByText('$50.00').first()).toBeVisible();

  await page.goto('/kimi/wallet/withdraw');
  await type('Amount', '25');
  await type('Your USDT address', 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL');
  await type('Your password', password);
  await press('Ask for withdrawal');
  await expect(page.getByRole('dialog')).toContainText('$25.00');
  await agree('Yes, withdraw');
  await expect(page.getByRole('heading', { name: 'Your withdrawal is in review' })).toBeVisible();
  await Promise.all([context.close(), admin.close()]);
});

/** Runs in the page, where the system's colours hold: a button shows a word, or at least an edge. */
function isSeen(button: Element): boolean {
  const { borderTopWidth, visibility, opacity } = getComputedStyle(button);
  const isDrawn =
    button.querySelector('svg') !== null || getComputedStyle(button, '::before').borderRightWidth !== '0px';
  const says = button.textContent.trim() !== '' || isDrawn;
  return visibility === 'visible' && opacity !== '0' && (says || borderTopWidth !== '0px');
}

/** Runs in the page: amounts of which the sign does not stand left of the last digit. */
function figuresTurned(): string[] {
  const turned: string[] = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    for (const found of (node as Text).data.matchAll(/\$[\d,]+\.\d\d/g)) {
      const placeOf = (at: number) => {
        const range = document.createRange();
        range.setStart(node!, at);
        range.setEnd(node!, at + 1);
        return range.getBoundingClientRect();
      };
      const [sign, digit] = [placeOf(found.index), placeOf(found.index + found[0].length - 1)];
      if (sign.width > 0 && sign.left >= digit.left) turned.push((node as Text).data);
    }
  }
  return turned;
}

function isOnTop(field: Element): boolean {
  const { left, top, width, height } = field.getBoundingClientRect();
  return [top + 2, top + height - 2].every((y) => field.contains(document.elementFromPoint(left + width / 2, y)));
}
