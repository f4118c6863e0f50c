/**
 * What an admin waits for: every list of the admins opened from the menu in a real Chromium on the large agency, then
 * its next page, an order and searches. Each is timed inside the page, from the press to the first frame that shows the
 * new rows.
 */
import { chromium, type Page } from '@playwright/test';
import { openBrowser } from './browser.ts';
import type { Crowd } from './crowd.ts';

const mostMs = 500;
const mostNodes = 1_500;

/** Every list that an admin has. */
const lists = [
  '/admin/queue',
  '/admin/requests',
  '/admin/adapproval/gapprove',
  '/admin/adapproval/bapprove',
  '/admin/adapproval/fapprove',
  '/admin/approvedads/g-oogle',
  '/admin/approveds/b-ing',
  '/admin/approvedads/f-acebook',
  '/admin/AdsDeposite/PendingAdsGoogleDeposite',
  '/admin/AdsDeposite/PendingAdsBingDeposite',
  '/admin/AdsDeposite/PendingAdsFacebookDeposite',
  '/admin/AdsDeposite/CompleteAdsGoogleDeposite',
  '/admin/AdsDeposite/CompleteAdsBingDeposite',
  '/admin/AdsDeposite/CompleteAdsFacebookDeposite',
  '/admin/refund/pendingrefund',
  '/admin/refund/approverefund',
  '/admin/transactions/pending',
  '/admin/transactions/approved',
  '/admin/withdrawals/pending',
  '/admin/withdrawals/approved',
  '/admin/dashboard/UserAdsInformation',
  '/admin/dashboard/activeuser',
  '/admin/logs/GmailShareLog',
  '/admin/logs/audit',
  '/admin/revenue',
] as const;

type Timed = { what: string; ms: number; nodes: number };

/** Measures all lists of one portal; prints a line for each and answers how many goals were missed. */
export async function measureScreens(
  address: string,
  { admin, rareName, commonName, deep }: Crowd,
  only = '',
): Promise<number> {
  const browser = await openBrowser();
  const session = await chromium.connectOverCDP(`http://127.0.0.1:${browser.port}`);
  try {
    const context = await session.newContext({ viewport: { width: 1440, height: 900 }, baseURL: address });
    await context.addCookies([{ name: 'session', value: admin.token, url: address }]);
    const page = await context.newPage();
    let missed = 0;
    await page.goto('/admin/dashboard');
    await settled(page);
    await unfold(page);
    for (const list of lists.filter((each) => each.includes(only))) {
      const words = [list.includes('audit') ? deep.topup : rareName, commonName, commonName.slice(0, 2)];
      for (const timed of await measureList(page, list, words)) {
        const fine = timed.ms < mostMs && timed.nodes < mostNodes;
        if (!fine) missed += 1;
        const figures = `${timed.ms.toFixed(0).padStart(6)} ms ${String(timed.nodes).padStart(6)} nodes`;
        console.log(`${fine ? '✓' : '✗'} ${`${list}, ${timed.what}`.padEnd(72)} ${figures}`);
      }
    }
    return missed;
  } finally {
    await session.close();
    await browser.close();
  }
}

async function measureList(page: Page, list: string, words: readonly string[]): Promise<Timed[]> {
  const times: Timed[] = [];
  const time = async (what: string, act: string, text = '') => {
    const ms = await page.evaluate(pressed, { act, text });
    if (ms !== undefined)
      times.push({ what, ms, nodes: await page.evaluate(() => document.querySelectorAll('*').length) });
  };
  await time('opened', 'open', list);
  await settled(page);
  await time('next page', 'next');
  await time('order', 'sort');
  for (const [at, word] of words.entries())
    await time(['search, one', 'search, many', 'search, two letters'][at]!, 'search', word);
  return times;
}

/** What is done is folded up in the menu until somebody asks for it. */
async function unfold(page: Page): Promise<void> {
  const folded = page.locator('nav button[aria-expanded="false"]:visible');
  while ((await folded.count()) > 0) await folded.first().click();
}

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
  await page.waitForTimeout(400);
}

/**
 * Runs in the page: presses what a person would press and waits for the frame in which the answer stands; undefined
 * where the list has no such thing, as an empty one has no next page.
 */
function pressed({ act, text }: { act: string; text: string }): Promise<number | undefined> {
  const main = document.querySelector('main')!;
  const button = (name: RegExp) =>
    [...main.querySelectorAll('button')].find(
      (each) => name.test(each.textContent ?? '') && !each.disabled && each.offsetParent !== null,
    );
  const field = main.querySelector<HTMLInputElement>('input[type="search"]');
  const before = main.querySelector('h1')?.textContent;
  let answered = 0;
  const watch = new PerformanceObserver((entries) => {
    answered += entries
      .getEntries()
      .filter((each) => /\/(kimi\/)?(get-(?!queue-counts)|active-users|refund-|approved-)/.test(each.name)).length;
  });
  watch.observe({ type: 'resource' });
  const began = performance.now();
  if (act === 'open') {
    document.querySelector<HTMLAnchorElement>(`nav a[href="${text}"]`)!.click();
  } else if (act === 'search') {
    if (!field) return Promise.resolve(undefined);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.form!.requestSubmit();
  } else {
    const target = act === 'next' ? button(/^Next/) : main.querySelector<HTMLButtonElement>('thead button');
    if (!target) return Promise.resolve(undefined);
    target.click();
  }
  return new Promise((resolve) => {
    const look = () => {
      const waits = main.querySelector('[aria-busy="true"]') !== null;
      const elsewhere = act === 'open' && [undefined, before].includes(main.querySelector('h1')?.textContent);
      if ((answered > 0 && !waits && !elsewhere) || performance.now() - began > 15_000) {
        watch.disconnect();
        return resolve(performance.now() - began);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
