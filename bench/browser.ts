/**
 * The Chromium inside @sparticuz/chromium, unpacked with its own libraries and fonts, so that measuring needs nothing
 * installed on the machine. CHROMIUM names another one.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Browser = { readonly port: number; close(): Promise<void> };

/** Where the executable lies. Sets LD_LIBRARY_PATH and FONTCONFIG_PATH of this process for it. */
export async function chromiumPath(): Promise<string> {
  if (process.env['CHROMIUM']) return process.env['CHROMIUM'];
  // A folder of its own: the package's default is shared with whatever else uses it on this machine.
  const folder = join(tmpdir(), 'portal-chromium-153.0.0');
  mkdirSync(folder, { recursive: true });
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  // The package brings its libraries along only where it believes to be on the system they were made for.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs24.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

/** Its own arguments: the package's defaults switch web security off. */
export const chromiumArguments = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--hide-scrollbars', '--mute-audio', '--no-first-run', '--disable-dev-shm-usage', '--disable-extensions', '--disable-background-networking'];

/** A headless browser with an open debugging port, for Lighthouse. */
export async function openBrowser(): Promise<Browser> {
  const path = await chromiumPath();
  const profile = mkdtempSync(join(tmpdir(), 'portal-profile-'));
  const chromium = spawn(path, ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...chromiumArguments, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const port = await new Promise<number>((resolve, reject) => {
    let said = '';
    chromium.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said)?.[1];
      if (found) resolve(Number(found));
    });
    chromium.once('error', reject);
    chromium.once('exit', () => reject(new Error(`Chromium ended before it listened:\n${said}`)));
  });
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        const done = () => {
          rmSync(profile, { recursive: true, force: true });
          resolve();
        };
        if (chromium.exitCode !== null || chromium.signalCode !== null) return done();
        chromium.once('exit', done);
        chromium.kill();
      }),
  };
}
