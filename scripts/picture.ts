/**
 * Takes the pictures of the product that the public pages show, in light and dark, wide and on a phone: the statement
 * of a client who added money, ordered, deposited and had a refund, and the order form of each platform. Run it again
 * when one of them looks different: `npm run picture`, after `npm start` has built the pages.
 */
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { chromium as unpacked } from './chromium.mjs';
import { depositField, type RowsOrder } from '#platforms/order.ts';
import { registry } from '#platforms/platforms.ts';
import { platformWords } from '#site/platformwords.ts';
import { spawnPortal } from './portal.ts';
import { sizeOf, type PictureName } from '../src/site/pictures.ts';

const root = join(import.meta.dirname, '..');
const admin = { emailId: 'admin@agency.example', password: 'the first admin 1' };
const client = { emailId: 'ana@agency.example', password: 'a long enough secret' };
type Size = 'wide' | 'phone';
type Scheme = 'light' | 'dark';

type Screen = { readonly path: string; readonly show: (page: Page) => Promise<void> };

/** The screens that are shown, and what a visitor of them has typed. */
const screens = new Map<PictureName, Screen>([
  ['statement', { path: '/kimi/wallet/statement', show: (page) => page.getByText('Closing balance').waitFor() }],
  ...registry.flatMap(({ name, pages, order }) => {
    const { picture } = platformWords[name];
    const show = order.form === 'rows' ? typeRows(order) : typeLicense;
    return picture ? [[picture, { path: pages.order[0], show }] as const] : [];
  }),
]);

/** Three rows, of the platform's own example; what has options beside the deposit is left as it is offered. */
function typeRows({ fields, example }: RowsOrder): Screen['show'] {
  const [row] = (example as { adsDetails: [Record<string, unknown>] }).adsDetails;
  return async (page) => {
    await page.getByLabel('Number of ads').fill('3');
    for (const { name, label, type, options } of fields) {
      const typed = ['ana', 'shop', 'app'].map((who) =>
        type === 'email' ? String(row[name]).replace(/^[^@]*/, who) : `${who}.example`,
      );
      if (name === depositField.name) await choose(page, label, ['50', '100', '200']);
      else if (!options) await fill(page, label, typed);
    }
  };
}

async function typeLicense(page: Page): Promise<void> {
  await fill(page, 'License name', ['Ana Commerce']);
  await fill(page, 'Page URL 1', ['facebook.com/ana.commerce']);
  await fill(page, 'Account Name', ['Ana Commerce DE']);
  await fill(page, 'Deposit', ['350']);
}

/** The height of the bar above every page of the portal, in CSS pixels. */
const barHeight = 60;

type Answer = Record<string, unknown>;

const { address, close } = await spawnPortal({ ADMIN_EMAIL: admin.emailId, ADMIN_PASSWORD: admin.password });
try {
  await makeHistory();
  const browser = await openBrowser();
  for (const [name, screen] of screens)
    for (const size of ['wide', 'phone'] as const)
      for (const scheme of ['light', 'dark'] as const) await take(browser, name, screen, size, scheme);
  await browser.close();
} finally {
  await close();
}

async function call(method: string, path: string, body: object | FormData | undefined, token = ''): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await fetch(address + path, {
    method,
    headers: {
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as Answer;
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${String(answer['message'])}`);
  return answer;
}

async function tokenOf(person: { emailId: string; password: string }): Promise<string> {
  return String((await call('POST', '/login-account', person))['token']);
}

/** Makes the four steps of the example on the home page: $1,000 in, $260 for two accounts, $115 more, $46 back. */
async function makeHistory(): Promise<void> {
  const about = {
    username: 'Ana',
    country: 'DE',
    contact1: '+49 170 123456',
    pincode: '10115',
    confirmPassword: client.password,
  };
  await call('POST', '/create-account', { ...about, ...client });
  const [asClient, asAdmin] = [await tokenOf(client), await tokenOf(admin)];
  const approve = async (how: object) => {
    const { requests } = (await call('GET', '/kimi/get-queue', undefined, asAdmin)) as {
      requests: { applyId: string }[];
    };
    const items = requests.map(({ applyId }) => ({ applyId, ...how }));
    const { results } = (await call('PUT', '/kimi/decide-requests', { action: 'approve', items }, asAdmin)) as {
      results: { done: boolean }[];
    };
    if (!results.every(({ done }) => done)) throw new Error(`Not everything was approved: ${JSON.stringify(results)}`);
  };
  const topUp = new FormData();
  for (const [name, value] of Object.entries({
    chargeMoney: '1000',
    transactionId: '9f2c5540c3e84477ab1e',
    payway: 'USDT',
  }))
    topUp.set(name, value);
  await call('POST', '/add-money', topUp, asClient);
  await approve({});
  const adsDetails = [
    { gmail: 'ana@gmail.com', deposit: 100 },
    { gmail: 'ana.shop@gmail.com', deposit: 100 },
  ];
  await call('POST', '/create-google-ads', { adNum: 2, adsDetails }, asClient);
  await approve({ adsId: '482-119-7731, 482-119-7732' });
  await call(
    'POST',
    '/kimi/create-google-adDeposit',
    { adsId: '482-119-7731', money: 100, adType: 'Google' },
    asClient,
  );
  await approve({ transactionId: 'GOOG-88121' });
  await call('POST', '/kimi/apply-refund', { adsId: '482-119-7732', amount: 40, adType: 'Google' }, asClient);
  await approve({ transactionId: 'GOOG-88177' });
}

async function openBrowser(): Promise<Browser> {
  const { executable, env } = unpacked();
  return chromium.launch({
    executablePath: executable,
    env: { ...(process.env as Record<string, string>), ...env },
    args: ['--no-sandbox'],
  });
}

async function fill(page: Page, label: string, texts: readonly string[]): Promise<void> {
  const fields = page.getByRole('textbox', { name: label, exact: true });
  for (const [row, text] of texts.entries()) await fields.nth(row).fill(text);
}

async function choose(page: Page, label: string, values: readonly string[]): Promise<void> {
  for (const [row, value] of values.entries())
    await page.getByLabel(label, { exact: true }).nth(row).selectOption(value);
}

async function take(
  browser: Browser,
  name: PictureName,
  { path, show }: Screen,
  size: Size,
  scheme: Scheme,
): Promise<void> {
  const { width, height } = sizeOf(name, size);
  const context = await browser.newContext({
    viewport: size === 'wide' ? { width: 1320, height: 1000 } : { width, height: height + barHeight },
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
    baseURL: address,
    colorScheme: scheme,
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  });
  await context.request.post('/login-account', { data: client });
  const page = await context.newPage();
  await page.goto(path);
  await show(page);
  await page.evaluate('document.activeElement?.blur(); scrollTo(0, 0)');
  await page.waitForTimeout(1_000);
  // Beside the menu or below the bar, which bears an agency's sign.
  const box = (await page.locator('main').boundingBox())!;
  const x = Math.max(0, Math.round(box.x + (box.width - width) / 2));
  const png = await page.screenshot({ clip: { x, y: Math.round(box.y), width, height } });
  await context.close();
  const file = join(root, `public/pictures/${name}-${size}-${scheme}.webp`);
  const { size: bytes } = await sharp(png).webp({ quality: 80, effort: 6 }).toFile(file);
  console.log(`${file} ${(bytes / 1024).toFixed(0)} KB`);
}
