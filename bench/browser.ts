/** The browser that measures: the Chromium of the tests, with a debugging port open for Lighthouse. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '../scripts/chromium.mjs';

type Browser = { readonly port: number; close(): Promise<void> };

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

/**
 * For pages: a phone runs neither server nor database, nor what measures, so these step behind the browser, which is
 * started before, wherever both want a core. So does whatever they start from now on: the portal, each connection.
 */
export function stepBehind(postmaster: number): void {
  for (const pid of [process.pid, postmaster]) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
}

/** Starts a headless browser with a profile of its own. */
export async function openBrowser(): Promise<Browser> {
  const { executable, env } = chromium();
  const profile = mkdtempSync(join(tmpdir(), 'portal-profile-'));
  const child = spawn(executable, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said)?.[1];
      if (found) resolve(Number(found));
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Chromium ended before it listened:\n${said}`)));
  });
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        const done = () => {
          rmSync(profile, { recursive: true, force: true });
          resolve();
        };
        if (child.exitCode !== null || child.signalCode !== null) return done();
        child.once('exit', done);
        child.kill();
      }),
  };
}
