/**
 * `npm run bench -- told`: how soon a client sees an approval. A client's page is open in a real Chromium; an admin
 * approves a top-up, and what is timed is from the answer to the admin until the new balance stands in the header.
 */
import { randomBytes } from 'node:crypto';
import { chromium, type Page } from '@playwright/test';
import { usd } from '#kernel/money.ts';
import { spawnPortal } from '../scripts/portal.ts';
import { openBrowser } from './browser.ts';
import { goal, makeDatabase, say } from './ledger.ts';
import { median } from './measure.ts';
import { newClient, password, signIn, type Call } from './people.ts';
import { areBuilt } from './portal.ts';

const times = 20;
const admin = 'admin@told.test';

export async function told(server: string): Promise<void> {
  if (!areBuilt('told')) return;
  const env = { ADMIN_EMAIL: admin, ADMIN_PASSWORD: password, RATE_LIMIT: 'off' };
  const portal = await spawnPortal({ DATABASE_URL: await makeDatabase(server, 'told'), ...env });
  const browser = await openBrowser();
  try {
    const desk = await signIn(portal.address, admin);
    const networkAddress = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    await desk('/update-network-details', { networkName: 'TRC20', networkAddress, password }, 'PUT');
    const client = await newClient(portal.address, 1);
    const session = await chromium.connectOverCDP(`http://127.0.0.1:${browser.port}`);
    const context = await session.newContext({ baseURL: portal.address });
    await context.request.post('/login-account', { data: { emailId: 'client-1@bench.test', password } });
    const page = await context.newPage();
    await page.goto('/dashboard');
    await balance(page, 0).waitFor();
    const seen: number[] = [];
    for (let n = 1; n <= times; n += 1) seen.push(await seenAfter(page, { desk, client }, n * 100));
    await session.close();
    const most = Math.max(...seen);
    say('an approval until the new balance stands', `median ${median(seen).toFixed(0)} ms, most ${most.toFixed(0)} ms`);
    goal('an approval until the new balance stands: seconds at most', most / 1_000, 1, 'at most');
  } finally {
    await browser.close();
    await portal.close();
  }
}

const balance = (page: Page, dollars: number) =>
  page
    .getByRole('banner')
    .getByText(usd(BigInt(dollars * 100)), { exact: true })
    .first();

/** Milliseconds from the answer to the approval until the header has the balance; below 0 where it was faster. */
async function seenAfter(page: Page, { desk, client }: { desk: Call; client: Call }, dollars: number): Promise<number> {
  const form = new FormData();
  form.set('chargeMoney', '100');
  form.set('transactionId', randomBytes(32).toString('hex'));
  const { transaction } = await client('/add-money', form);
  const shown = balance(page, dollars)
    .waitFor({ timeout: 10_000 })
    .then(() => performance.now());
  await desk(`/approve-transaction?id=${transaction.applyId}&action=approve`, {}, 'PUT');
  const answered = performance.now();
  return (await shown) - answered;
}
