/**
 * Takes the pictures of the product that the home page shows: the statement of a client who added money, ordered, deposited
 * and had a refund, in light and dark. Run it again when the statement looks different: `npm run picture`, after `npm start`
 * has built the pages.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import sharp from 'sharp';

const root = join(import.meta.dirname, '..');
const admin = { emailId: 'admin@agency.example', password: 'the first admin 1' };
const client = { emailId: 'ana@agency.example', password: 'a long enough secret' };
/** What the home page reserves for it; the picture holds twice as many points. */
const size = { width: 1020, height: 680 } as const;

type Answer = Record<string, unknown>;

const dataDir = await mkdtemp(join(tmpdir(), 'portal-picture-'));
const { address, stop } = await openPortal();
try {
  await makeHistory();
  const browser = await openBrowser();
  for (const scheme of ['light', 'dark'] as const) await take(browser, scheme);
  await browser.close();
} finally {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function openPortal(): Promise<{ address: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [join(root, 'src/main.server.ts')], {
    env: {
      ...process.env,
      ...{ DATA_DIR: dataDir, PORT: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
      ...{ ADMIN_EMAIL: admin.emailId, ADMIN_PASSWORD: admin.password },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const found = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (bytes: Buffer) => {
      said += bytes.toString();
      const listening = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (listening) resolve(listening);
    });
    child.once('exit', (code) => reject(new Error(`The portal ended with ${code}:\n${said}`)));
  });
  const stopped = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
  return { address: found, stop: stopped };
}

async function call(method: string, path: string, body: object | FormData | undefined, token = ''): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await fetch(address + path, {
    method,
    headers: { ...(isForm ? {} : { 'content-type': 'application/json' }), ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as Answer;
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${String(answer['message'])}`);
  return answer;
}

async function tokenOf(person: { emailId: string; password: string }): Promise<string> {
  return String((await call('POST', '/login-account', person))['token']);
}

/** The four steps of the home page's own arithmetic: 1,000 in, 260 for two accounts, 115 more, 46 back. */
async function makeHistory(): Promise<void> {
  const about = { username: 'Ana', country: 'DE', contact1: '+49 170 123456', pincode: '10115', confirmPassword: client.password };
  await call('POST', '/create-account', { ...about, ...client });
  const [asClient, asAdmin] = [await tokenOf(client), await tokenOf(admin)];
  const approve = async (how: object) => {
    const { requests } = (await call('GET', '/kimi/get-queue', undefined, asAdmin)) as { requests: { applyId: string }[] };
    const items = requests.map(({ applyId }) => ({ applyId, ...how }));
    const { results } = (await call('PUT', '/kimi/decide-requests', { action: 'approve', items }, asAdmin)) as {
      results: { done: boolean }[];
    };
    if (!results.every(({ done }) => done)) throw new Error(`Not everything was approved: ${JSON.stringify(results)}`);
  };
  const topUp = new FormData();
  for (const [name, value] of Object.entries({ chargeMoney: '1000', transactionId: '9f2c5540c3e84477ab1e', payway: 'USDT' }))
    topUp.set(name, value);
  await call('POST', '/add-money', topUp, asClient);
  await approve({});
  const adsDetails = [
    { gmail: 'ana@gmail.com', deposit: 100 },
    { gmail: 'ana.shop@gmail.com', deposit: 100 },
  ];
  await call('POST', '/create-google-ads', { adNum: 2, adsDetails }, asClient);
  await approve({ adsId: '482-119-7731, 482-119-7732' });
  await call('POST', '/kimi/create-google-adDeposit', { adsId: '482-119-7731', money: 100, adType: 'Google' }, asClient);
  await approve({ transactionId: 'GOOG-88121' });
  await call('POST', '/kimi/apply-refund', { adsId: '482-119-7732', amount: 40, adType: 'Google' }, asClient);
  await approve({ transactionId: 'GOOG-88177' });
}

async function openBrowser(): Promise<Browser> {
  const script = join(root, 'scripts/chromium.mjs');
  const unpacked = ((await import(script)) as { chromium: () => { executable: string; env: Record<string, string> } }).chromium();
  const env = { ...(process.env as Record<string, string>), ...unpacked.env };
  return chromium.launch({ executablePath: unpacked.executable, env, args: ['--no-sandbox'] });
}

async function take(browser: Browser, scheme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1320, height: 1000 },
    baseURL: address,
    colorScheme: scheme,
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  });
  await context.request.post('/login-account', { data: client });
  const page = await context.newPage();
  await page.goto('/kimi/wallet/statement');
  await page.getByText('Closing balance').waitFor();
  await page.getByText('GA-', { exact: false }).first().waitFor();
  await page.waitForTimeout(1_000);
  const box = (await page.locator('main').boundingBox())!;
  const x = Math.max(0, Math.round(box.x + (box.width - size.width) / 2));
  const png = await page.screenshot({ clip: { x, y: Math.round(box.y), ...size } });
  await context.close();
  const file = join(root, `public/statement-${scheme}.webp`);
  const { size: bytes } = await sharp(png).webp({ quality: 80, effort: 6 }).toFile(file);
  console.log(`${file} ${(bytes / 1024).toFixed(0)} KB`);
}
