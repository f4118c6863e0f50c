/**
 * `npm run picture:readme`: takes the pictures of README from the demonstration: five screens, and a film of an
 * approval, from the row in the queue to the decision, as an animated picture.
 */
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { chromium as unpacked } from './chromium.mjs';
import { spawnPortal } from './portal.ts';

const pictures = join(import.meta.dirname, '../docs/pictures');
const wide = { viewport: { width: 1440, height: 900 }, colorScheme: 'light', deviceScaleFactor: 1 } as const;
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', deviceScaleFactor: 2 } as const;
const filmWidth = 1_000;

const { address, close } = await spawnPortal({ NODE_ENV: 'production' }, [], 'seeds/demo.ts');
try {
  const { executable, env } = unpacked();
  const browser = await chromium.launch({
    executablePath: executable,
    env: { ...(process.env as Record<string, string>), ...env },
    args: ['--no-sandbox'],
  });
  await take(browser, 'home', '/', wide);
  await take(browser, 'queue', '/admin/queue', wide, 'tom');
  await take(browser, 'accounts', '/accounts', wide, 'ana');
  await take(browser, 'statement', '/kimi/wallet/statement', wide, 'sofia');
  await take(browser, 'phone-dashboard', '/dashboard', phone, 'sofia');
  await film(browser);
  await browser.close();
} finally {
  await close();
}

async function open(browser: Browser, path: string, look: BrowserContextOptions, who?: string): Promise<Page> {
  const context = await browser.newContext({ ...look, reducedMotion: 'reduce', baseURL: address });
  const data = { emailId: `${who}@demo.example`, password: 'demonstration' };
  if (who) await context.request.post('/login-account', { data });
  const page = await context.newPage();
  await page.goto(path);
  await page.waitForTimeout(3_000);
  return page;
}

async function take(browser: Browser, name: string, path: string, look: BrowserContextOptions, who?: string) {
  const page = await open(browser, path, look, who);
  await keep(`${name}.png`, sharp(await page.screenshot()).png({ palette: true, effort: 8 }));
  await page.context().close();
}

/**
 * What an admin does: goes to a top-up that the chain agrees with and no signal speaks against, approves it, and is led
 * to the next request.
 */
async function film(browser: Browser): Promise<void> {
  const page = await open(browser, '/admin/queue', wide, 'tom');
  const frames: { png: Buffer; ms: number }[] = [];
  const shoot = async (ms: number) => frames.push({ png: await page.screenshot(), ms });
  const press = async (key: string) => {
    await page.keyboard.press(key);
    await page.waitForTimeout(900);
  };
  const inFocus = page.locator('[data-detail]').getByRole('heading', { name: 'Credit $275.00 to Ana Ruiz' });
  await shoot(1_500);
  for (let row = 0; row < 10 && !(await inFocus.isVisible()); row++) await press('j');
  await shoot(2_000);
  await press('a');
  await shoot(1_500);
  await press('Enter');
  await page.getByRole('region', { name: 'Results' }).getByText(': Approved.').waitFor();
  await shoot(2_000);
  await page.context().close();
  const small = await Promise.all(frames.map(({ png }) => sharp(png).resize(filmWidth).png().toBuffer()));
  const delay = frames.map(({ ms }) => ms);
  await keep(
    'approval.webp',
    sharp(small, { join: { animated: true } }).webp({ quality: 70, effort: 6, delay, loop: 0 }),
  );
}

async function keep(name: string, picture: Sharp): Promise<void> {
  const { size } = await picture.toFile(join(pictures, name));
  console.log(`${name} ${(size / 1024).toFixed(0)} KB`);
}
