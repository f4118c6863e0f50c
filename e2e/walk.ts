/**
 * How a screen is looked at: whoever sees it, with data or without, while calls fail and while they do not come, for
 * console errors, what sticks out sideways, and what axe and html-validate find. With ATLAS set, a picture of each goes
 * on a contact sheet.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { axeFaults } from './axe.ts';
import {
  adminOf,
  approveAccounts,
  confirmAddress,
  hash,
  newClient,
  ok,
  openAccounts,
  orderAccounts,
  password,
  topUp,
  type Look,
} from './people.ts';
import { htmlFaults } from '#server/html.testing.server.ts';
import { expect, type Portal } from './portal.ts';

export const states = ['full', 'empty', 'failed', 'loading'] as const;
export type State = (typeof states)[number];

/** Set by `npm run atlas`: the folder of the contact sheets. */
const atlas = process.env['ATLAS'];

type Cast = { client: BrowserContext; admin: BrowserContext; userId: string; applyId: string; account: string };

export async function castOf(browser: Browser, portal: Portal, look: Look, busy: boolean): Promise<Cast> {
  // Long names and warnings take no room from how long something waits and what state it is in.
  const whose = { look, dollars: busy ? 2_000 : 0, ...(busy ? { name: 'Konstantina Papadopoulou-Wetherington' } : {}) };
  const { context: client, userId, email } = await newClient(browser, portal, whose);
  const admin = await adminOf(browser, portal, look);
  const applyId = busy ? await busyClient(client, admin) : 'GA-0000-0000';
  if (busy) await asksForMoney(portal, client, email);
  if (busy) await decidesSome(client, admin, userId);
  for (const kind of busy ? ['goodwill', 'penalty'] : [])
    await ok(
      admin.request.post('/kimi/apply-correction', { data: { userId, kind, amount: 7, reason: 'For the delay.' } }),
    );
  const { accounts } = (await ok(client.request.get('/kimi/get-ad-accounts'))) as unknown as {
    accounts: { _id: string }[];
  };
  return { client, admin, userId, applyId, account: accounts[0]?._id ?? 'AA-0000-0000' };
}

/** Two withdrawals that wait: their lists say the most of all. */
async function asksForMoney(portal: Portal, client: BrowserContext, email: string): Promise<void> {
  await confirmAddress(client.request, portal, email);
  const networkAddress = 'TY2vSS32yNiWm21bQgTWp5mVryNQoVRGqk';
  for (const amount of [520, 85])
    await ok(
      client.request.post('/kimi/apply-withdrawal', {
        data: { amount, networkName: 'TRC20', networkAddress, password },
      }),
    );
}

/** One of each in the lists of what was decided: a figure is cut only where there is a row. */
async function decidesSome(client: BrowserContext, admin: BrowserContext, userId: string): Promise<void> {
  for (const platform of ['Google', 'Bing', 'Facebook'] as const) {
    const [adsId] = await openAccounts(client, admin, [50], platform);
    const deposit = `/kimi/create-${platform.toLowerCase()}-adDeposit`;
    for (const money of [25, 35]) await ok(client.request.post(deposit, { data: { adsId, money, adType: platform } }));
    await ok(client.request.post('/kimi/apply-refund', { data: { adsId, amount: 5, adType: platform } }));
  }
  type Waiting = { requests: { applyId: string; kind: string; adType: string | null }[] };
  const waiting = await admin.request.get(`/kimi/get-queue?userId=${userId}&limit=200`);
  const { requests } = (await waiting.json()) as Waiting;
  const first = new Map(requests.toReversed().map((each) => [`${each.kind} ${each.adType}`, each]));
  const items = [...first.values()]
    .filter(({ kind }) => ['deposit', 'refund', 'withdrawal'].includes(kind))
    .map(({ applyId }) => ({
      applyId,
      transactionId: randomBytes(32).toString('hex'),
      acknowledged: true,
      letPass: 'It was asked for by phone, too.',
    }));
  const { results } = await ok(admin.request.put('/kimi/decide-requests', { data: { action: 'approve', items } }));
  expect(results).toEqual(items.map(({ applyId }) => expect.objectContaining({ applyId, done: true })));
}

/**
 * A client with something in every list, made through the portal's own calls; answers the apply id of an approved
 * order.
 */
async function busyClient(client: BrowserContext, admin: BrowserContext): Promise<string> {
  const post = (path: string, data: object) => ok(client.request.post(path, { data }));
  const picture = await sharp({ create: { width: 300, height: 500, channels: 3, background: '#d8e8f8' } })
    .png()
    .toBuffer();
  for (const dollars of [33, 34]) await topUp(client.request, dollars, hash(), picture);
  const applyId = await orderAccounts(client, [100, 50]);
  await orderAccounts(client, [100, 50]);
  await orderAccounts(client, [15], 'Bing');
  await orderAccounts(client, [80], 'Facebook');
  const [one, two] = await approveAccounts(admin, applyId, 2);
  await post('/kimi/create-google-adDeposit', { adsId: one, money: 20, adType: 'Google' });
  await post('/kimi/apply-refund', { adsId: two, amount: 10, adType: 'Google' });
  await post('/kimi/send-request-email', { emailId: 'buyer@gmail.com', adsId: one, adType: 'Google' });
  await post('/kimi/write-message', { applyId, text: 'When do the accounts open?' });
  const payer = { firstName: 'Jo', lastName: 'Payer', emailId: 'jo@example.com', country: 'DE' };
  await post('/kimi/create-paylink-individual', { ...payer, money: 40 });
  return applyId;
}

/**
 * Lets every call of a page fail, or leaves it waiting for as long as the page is open; but for what it needs to know
 * who is there, and the stream, which stays open by design. Routes of Playwright would switch the browser's cache off,
 * and each page would fetch all its code anew. Documents come without the answers that they would bring.
 */
async function trouble(context: BrowserContext, state: State): Promise<void> {
  if (state !== 'failed' && state !== 'loading') return;
  await context.setExtraHTTPHeaders({ prefer: 'return=minimal' });
  await context.addInitScript((failed: boolean) => {
    const asked = window.fetch;
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (/\/kimi\/(me|events)(\?|$)/.test(url)) return asked(input, init);
      const answer = new Response('{}', { status: 500, headers: { 'Content-Type': 'application/json' } });
      return failed ? Promise.resolve(answer) : new Promise(() => {});
    };
  }, state === 'failed');
}

type Walk = { name: string; state: State; axe: boolean };

/** Calls that fail are tried again, and what does not come is waited for: several tabs wait together. */
const tabs: Record<State, number> = { full: 1, empty: 1, failed: 3, loading: 3 };

/** Walks the pages of one audience, as somebody at work does; answers what is wrong with them. */
export async function walk(
  context: BrowserContext,
  addresses: readonly string[],
  { name, state, axe }: Walk,
): Promise<string[]> {
  const faults: string[] = [];
  await trouble(context, state);
  const shots: Shot[] = [];
  const left = [...addresses];
  const oneTab = async () => {
    const page = await context.newPage();
    let at = '';
    page.on('pageerror', (error) => faults.push(`${at}: ${error.message}`));
    page.on('console', (message) => {
      // What failed or is not there by design, the browser reports as an error of its own.
      const expected = message.text().includes('404') || (state === 'failed' && message.text().includes('500'));
      if (message.type() === 'error' && !expected) faults.push(`${at}: ${message.text()}`);
    });
    while ((at = left.shift() ?? '')) {
      const served = await page.goto(at);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (state === 'loading') await page.waitForTimeout(400);
      else await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (sideways > 0) faults.push(`${at}: ${sideways} px stick out sideways`);
      if (state === 'full') faults.push(...(await narrowest(page)).map((each) => `${at}: ${each}`));
      if (atlas) shots.push({ at, jpeg: await page.screenshot({ type: 'jpeg', quality: 60 }) });
      if (state === 'full') faults.push(...(await cutFigures(page)).map((each) => `${at}: ${each}`));
      if (state === 'full') faults.push(...(await page.evaluate(hardToHit)).map((each) => `${at}: ${each}`));
      if (axe) faults.push(...(await axeFaults(page)).map((each) => `${at}: ${each}`));
      // What was sent is the same at every width.
      const sent = axe && page.viewportSize()!.width > 480 ? [await served!.text()] : [];
      for (const html of axe ? [...sent, await page.content()] : [])
        faults.push(...(await htmlFaults(html, { signedIn: true })).map((each) => `${at}: ${each}`));
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: tabs[state] }, oneTab));
  const inOrder = shots.toSorted((one, other) => addresses.indexOf(one.at) - addresses.indexOf(other.at));
  if (atlas) await contactSheet(context, join(atlas, `${name}.png`), inOrder);
  return faults;
}

/** The least width that there is, which is a phone of 640 pixels zoomed to twice its size, too. */
async function narrowest(page: Page): Promise<string[]> {
  const size = page.viewportSize()!;
  if (size.width > 480) return [];
  await page.setViewportSize({ ...size, width: 320 });
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.setViewportSize(size);
  return sideways > 0 ? [`at 320 px ${sideways} px stick out sideways`] : [];
}

/** Where a table cuts what it says or leaves money at the left, at every width; a phone has been one from the start. */
export async function cutFigures(page: Page): Promise<string[]> {
  const size = page.viewportSize()!;
  if (size.width < 1440 || (await page.locator('main table').count()) === 0) return [];
  const faults: string[] = [];
  for (const width of [1440, 1280, 768, 375]) {
    await page.setViewportSize({ ...size, width });
    faults.push(...(await page.evaluate(cutNow)).map((each) => `${width} px: ${each}`));
  }
  await page.setViewportSize(size);
  return [...faults, ...(await page.evaluate(moneyAstray))];
}

/** Runs in the page: money that does not end where its column does, below its heading, in figures of one width. */
function moneyAstray(): string[] {
  const faults: string[] = [];
  const partsOf = (row: Element) =>
    [...row.children].flatMap((part) => (part.matches('[data-cell="stack"]') ? [...part.children] : [part]));
  const fromRight = (part: Element) => {
    const written = document.createRange();
    written.selectNodeContents(part.querySelector('button, .figures') ?? part);
    const padding = Number.parseFloat(getComputedStyle(part).paddingRight);
    return part.getBoundingClientRect().right - padding - written.getBoundingClientRect().right;
  };
  for (const table of document.querySelectorAll('main table')) {
    const heads = partsOf(table.querySelector('thead tr')!);
    for (const row of table.querySelectorAll('tbody tr:not([data-expanded])'))
      for (const [place, cell] of partsOf(row).entries()) {
        const money = cell.textContent.trim();
        if (!/^[+\u2212]?\$[\d,]+\.\d\d$/.test(money) || !cell.checkVisibility()) continue;
        const [head, inside] = [heads[place]!, cell.querySelector('.figures') ?? cell];
        for (const part of [head, cell])
          if (Math.abs(fromRight(part)) > 2) faults.push(`${money} below ${head.textContent} is not at the right`);
        if (getComputedStyle(inside).fontVariantNumeric !== 'tabular-nums') faults.push(`${money} is not tabular`);
      }
  }
  return faults;
}

/** Runs in the page. What is shortened says so by dots and tells the whole by its title. */
async function cutNow(): Promise<string[]> {
  // The page looks at its own width first.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 30)));
  const faults: string[] = [];
  for (const cell of document.querySelectorAll('main [role="cell"]')) {
    // A row that was opened is as wide as it likes.
    if (cell.closest('[data-expanded]')) continue;
    for (const part of [cell, ...cell.querySelectorAll('*')]) {
      if (part.scrollWidth <= part.clientWidth + 1 || part.clientWidth === 0) continue;
      const { textOverflow, overflowX, display } = getComputedStyle(part);
      // What sticks out of a part in sight sticks out of its cell, too.
      if (display === 'inline' || (overflowX === 'visible' && part !== cell)) continue;
      if (part.closest('.visually-hidden, svg, button, input, textarea, select')) continue;
      if (textOverflow === 'ellipsis' && part.closest('[title]')) continue;
      faults.push(`cut by ${part.scrollWidth - part.clientWidth} px (${overflowX}): ${part.textContent.slice(0, 40)}`);
    }
  }
  // A button says all of its word.
  for (const word of document.querySelectorAll('main button .mantine-Button-label, main td [data-word]'))
    if (word.scrollWidth > word.clientWidth + 1) faults.push(`a button is too narrow for ${word.textContent}`);
  for (const box of document.querySelectorAll('main [role="group"]:has(> table)')) {
    const hidden = box.scrollWidth - box.clientWidth;
    const areCards = getComputedStyle(box.querySelector('table')!).display === 'block';
    if (hidden > 1 && (innerWidth >= 1280 || areCards))
      faults.push(`${hidden} px of ${box.getAttribute('aria-label')} are out of sight`);
    if (hidden > 0 && !box.hasAttribute('data-more')) faults.push('nothing says that it scrolls');
  }
  return faults;
}

/**
 * Runs in the page: what a finger may miss on a touch screen. Links inside of sentences are as high as their line; a
 * field's frame is two of its pixels.
 */
function hardToHit(): string[] {
  if (!matchMedia('(pointer: coarse)').matches) return [];
  const heightOf = (part: Element) => {
    const reach = getComputedStyle(part, '::after');
    const drawn = part.getBoundingClientRect().height;
    return reach.position === 'absolute' ? Math.max(drawn, Number.parseFloat(reach.height) || 0) : drawn;
  };
  return [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary')]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }) && part.getBoundingClientRect().height > 1)
    .filter((part) => part.localName !== 'a' || getComputedStyle(part).display !== 'inline')
    .map((part) => {
      const labels = part instanceof HTMLInputElement ? [...(part.labels ?? [])] : [];
      return { part, height: Math.max(...[part, ...labels].map(heightOf)) };
    })
    .filter(({ height }) => height < 42)
    .map(({ part, height }) => {
      const name = part.getAttribute('aria-label') ?? part.textContent.slice(0, 40);
      return `${part.localName} ${name} is ${Math.round(height)} px high on a touch screen`;
    });
}

type Shot = { at: string; jpeg: Buffer };

/** All screens of one walk side by side, each with its address. */
async function contactSheet(context: BrowserContext, file: string, shots: readonly Shot[]): Promise<void> {
  const page = await context.newPage();
  const phone = page.viewportSize()!.width < 600;
  await page.setViewportSize({ width: 1900, height: 1000 });
  const figures = shots.map(
    ({ at, jpeg }) =>
      `<figure><img src="data:image/jpeg;base64,${jpeg.toString('base64')}"><figcaption>${at}</figcaption></figure>`,
  );
  await page.setContent(
    `<style>body{margin:8px;display:grid;grid-template-columns:repeat(${phone ? 9 : 4},1fr);gap:8px;background:#888;font:12px sans-serif}
     figure{margin:0}img{width:100%;display:block}figcaption{overflow-wrap:anywhere}</style>${figures.join('')}`,
  );
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, await page.screenshot({ fullPage: true }));
  await page.close();
}
