/**
 * `npm run bench -- turns`: how soon another page stands after a press on its link, on a processor four times slower,
 * once its code is there. Every link of the side menu, of a new client and of the first admin, is pressed five times,
 * from the dashboard; what is timed is from the press until the new page's heading was painted, in the middle of the
 * five. Then how soon the summary of an order of ten accounts says what another deposit comes to.
 */
import { chromium, type Page } from '@playwright/test';
import { spawnPortal } from '../scripts/portal.ts';
import { openBrowser, stepBehind } from './browser.ts';
import { goal, makeDatabase, say } from './ledger.ts';
import { median } from './measure.ts';
import { newClient, password } from './people.ts';
import { areBuilt } from './portal.ts';

const [times, slowdown, goalMs] = [5, 4, 100];
const [changes, summaryGoalMs] = [20, 50];
/** After so many milliseconds what the page asked for is there; its stream of hints never ends. */
const settled = 300;
const people = [
  { email: 'client-1@bench.test', home: '/dashboard' },
  { email: 'admin@agency.example', home: '/admin/dashboard' },
];

export async function turned(server: string, postmaster: number): Promise<void> {
  if (!areBuilt('turns')) return;
  const browser = await openBrowser();
  stepBehind(postmaster);
  const env = { ADMIN_EMAIL: people[1]!.email, ADMIN_PASSWORD: password, RATE_LIMIT: 'off' };
  const portal = await spawnPortal({ DATABASE_URL: await makeDatabase(server, 'turns'), ...env });
  try {
    await newClient(portal.address, 1);
    const session = await chromium.connectOverCDP(`http://127.0.0.1:${browser.port}`);
    const all: { to: string; ms: number }[] = [];
    const sums: number[] = [];
    for (const { email, home } of people) {
      const viewport = { width: 1440, height: 900 };
      const context = await session.newContext({ baseURL: portal.address, viewport });
      await context.request.post('/login-account', { data: { emailId: email, password } });
      all.push(...(await turnsOf(await context.newPage(), home)));
      if (email === people[0]!.email) sums.push(...(await sumsOf(await context.newPage())));
      await context.close();
    }
    await session.close();
    for (const { to, ms } of all.toSorted((one, other) => other.ms - one.ms).slice(0, 5))
      say(to, `${ms.toFixed(0)} ms`);
    const figures = all.map(({ ms }) => ms);
    say(
      `${all.length} changes of page`,
      `median ${median(figures).toFixed(0)} ms, most ${Math.max(...figures).toFixed(0)} ms`,
    );
    const slow = figures.filter((ms) => ms > goalMs).length;
    goal(`changes of page that take longer than ${goalMs} ms, with warm code`, slow, 0, 'at most');
    say(
      `${sums.length} deposits changed in an order of ten`,
      `median ${median(sums).toFixed(0)} ms, most ${Math.max(...sums).toFixed(0)} ms until the summary says it`,
    );
    goal('ms until the summary of an order says another deposit', median(sums), summaryGoalMs, 'at most');
  } finally {
    await browser.close();
    await portal.close();
  }
}

async function turnsOf(page: Page, home: string): Promise<{ to: string; ms: number }[]> {
  await page.goto(home);
  await page.locator('main h1').waitFor();
  await page.waitForTimeout(settled);
  const links = await page
    .locator('nav a[href^="/"]')
    .evaluateAll((found) => [...new Set(found.map((link) => link.getAttribute('href')!))]);
  const others = links.filter((to) => to !== home);
  const turn = async (to: string): Promise<number> => {
    const ms = await page.evaluate(press, to);
    await page.waitForTimeout(settled);
    return ms;
  };
  // Each once, so that its code is there.
  for (const to of others) await turn(to);
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const taken: { to: string; ms: number }[] = [];
  for (const to of others) {
    const each: number[] = [];
    for (let n = 0; n < times; n++) {
      await turn(home);
      each.push(await turn(to));
    }
    taken.push({ to, ms: median(each) });
  }
  return taken;
}

/** In the page: milliseconds from the press until a frame with another heading was painted. */
function press(to: string): Promise<number> {
  return new Promise((done) => {
    const heading = () => document.querySelector('main h1');
    const [before, text] = [heading(), heading()?.textContent];
    const began = performance.now();
    const look = () => {
      const now = heading();
      const there = location.pathname === to && now && (now !== before || now.textContent !== text);
      if (!there) return void requestAnimationFrame(look);
      // A message comes after the frame.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => done(performance.now() - began));
      port1.start();
      port2.postMessage(0);
    };
    document.querySelector<HTMLAnchorElement>(`nav a[href="${to}"]`)!.click();
    requestAnimationFrame(look);
  });
}

/** How soon the total of an order of ten follows its last deposit, chosen anew again and again. */
async function sumsOf(page: Page): Promise<number[]> {
  await page.goto('/google/accountManage/accountList/creategoogleads');
  await page.getByLabel('Number of ads').fill('10');
  const deposit = page.getByLabel('Deposit').last();
  await deposit.waitFor();
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const taken: number[] = [];
  for (let n = 0; n < changes; n++) {
    taken.push(await deposit.evaluate(choose, 1 + (n % 5)));
    await page.waitForTimeout(settled / 3);
  }
  return taken;
}

/** In the page: milliseconds from the choice of another deposit until a frame with another total was painted. */
function choose(field: HTMLElement, option: number): Promise<number> {
  return new Promise((done) => {
    const total = () => document.querySelector('aside dl')!.textContent;
    const [before, select] = [total(), field as HTMLSelectElement];
    const began = performance.now();
    const look = () => {
      if (total() === before) return void requestAnimationFrame(look);
      // A message comes after the frame.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => done(performance.now() - began));
      port1.start();
      port2.postMessage(0);
    };
    select.selectedIndex = option;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    requestAnimationFrame(look);
  });
}
