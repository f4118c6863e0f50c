/** The browser that measures: the Chromium of the tests, with a debugging port open for Lighthouse. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Browser = { readonly port: number; close(): Promise<void> };
type Unpacked = { executable: string; env: Record<string, string> };

const flags = [
  '--headless',
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--hide-scrollbars',
  '--mute-audio',
  '--no-first-run',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-background-networking',
  '--remote-debugging-port=0',
];

async function unpacked(): Promise<Unpacked> {
  // The script is plain JavaScript, because it also runs before any package is there.
  const script = join(import.meta.dirname, '../scripts/chromium.mjs');
  const { chromium } = (await import(script)) as { chromium: () => Unpacked };
  return chromium();
}

/** Starts a headless browser with a profile of its own. */
export async function openBrowser(): Promise<Browser> {
  const { executable, env } = await unpacked();
  const profile = mkdtempSync(join(tmpdir(), 'portal-profile-'));
  const chromium = spawn(executable, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
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
