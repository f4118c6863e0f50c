/**
 * `npm run atlas -- parts`: every part of `ui/` in every state, light and dark, wide and on a phone, as contact sheets
 * in build/atlas. The sheet is drawn from the sources: no portal and no build is needed. Answers what is wrong with it.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
import { axeFaults } from '../e2e/axe.ts';
import { chromium as unpacked } from './chromium.mjs';

const root = join(import.meta.dirname, '..');
const html = `<!doctype html><html lang="en"><head><title>Parts</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><div id="parts"></div><script type="module" src="/scripts/sheet.tsx"></script></body></html>`;

/** The sheet, then what lies over a page. */
const sheets = ['all', 'window', 'messages'] as const;

export async function drawParts(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const faults: string[] = [];
  const vite = await serve();
  const { executable: executablePath, env } = unpacked();
  const browser = await chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    args: ['--no-sandbox'],
  });
  try {
    for (const width of [1440, 375])
      for (const colorScheme of ['light', 'dark'] as const)
        for (const sheet of sheets) {
          const viewport = { width, height: 900 };
          const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
          const name = `parts-${sheet}-${width}-${colorScheme}`;
          page.on('pageerror', ({ message }) => faults.push(`${name}: ${message}`));
          await page.goto(`${vite.resolvedUrls!.local[0]!}#${sheet}`);
          faults.push(...(await faultsOf(page, sheet)).map((fault) => `${name}: ${fault}`));
          await page.screenshot({ path: join(folder, `${name}.png`), fullPage: sheet === 'all' });
          await page.close();
        }
  } finally {
    await browser.close();
    await vite.close();
  }
  return faults;
}

async function serve(): Promise<ViteDevServer> {
  const vite = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    publicDir: join(root, 'public'),
    cacheDir: join(root, 'node_modules/.cache/parts'),
    optimizeDeps: { entries: ['scripts/sheet.tsx'] },
    server: { host: '127.0.0.1', port: 0, ws: false, hmr: false },
  });
  vite.middlewares.use((request, response, next) => {
    if (request.url !== '/') return next();
    vite.transformIndexHtml('/', html).then((page) => response.setHeader('content-type', 'text/html').end(page), next);
  });
  await vite.listen();
  return vite;
}

/** Brings the sheet into every state, and says what is wrong with it. */
async function faultsOf(page: Page, sheet: (typeof sheets)[number]): Promise<string[]> {
  await page.getByText('Failed to fetch ads.').first().waitFor({ timeout: 60_000 });
  if (sheet === 'window') await page.getByRole('dialog').waitFor();
  if (sheet === 'messages') await page.getByText('offline').first().waitFor();
  if (sheet === 'all') {
    await page.locator('[data-menu]').click();
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .check();
    await page.getByRole('slider').hover();
    await force(page);
  }
  await page.waitForTimeout(300);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [...(wide > 0 ? [`${wide} px stick out sideways`] : []), ...(await axeFaults(page))];
}

const pseudoClasses = { hover: ['hover'], focus: ['focus', 'focus-visible'], active: ['hover', 'active'] };

/** What has `data-force` looks as if it were pointed at, pressed or in focus: all of them at once on one picture. */
async function force(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root: document } = await session.send('DOM.getDocument', { depth: -1 });
  for (const [state, forcedPseudoClasses] of Object.entries(pseudoClasses)) {
    const selector = `[data-force=${state}]`;
    const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: document.nodeId, selector });
    for (const nodeId of nodeIds) await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses });
  }
}
