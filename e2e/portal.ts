/**
 * The portal that a journey walks through: the whole program as an operator starts it, with a database, a data folder
 * and a port of its own, one for each worker. Mails arrive as files, as they do wherever no SMTP_URL is set.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { fakeChain, fakeNode, type FakeChain } from '#chain/fakenodes.testing.server.ts';
import { busyFactor } from '#server/busy.testing.server.ts';
import { spawnPortal } from '../scripts/portal.ts';

export { expect } from '@playwright/test';

export type Portal = {
  /** Where it listens, without a slash at its end; `page.goto('/login')` needs no more. */
  address: string;
  admin: { email: string; password: string };
  /** The mails sent so far to an address, oldest first, as they would travel. */
  mailsTo(email: string): Promise<string[]>;
  /** What its nodes say, where it was asked for: all others are told of no node, as most portals are. */
  chain?: FakeChain;
};

/** The page itself is there. What the server drew of it takes nothing, and is no more than a picture of it. */
export async function isThere(page: Page): Promise<void> {
  await expect(page.locator('#first')).toHaveCount(0);
}

/** A journey goes on where a person can: what is pressed in the picture, and measured of it, tells nothing. */
function waitForPages(page: Page): void {
  for (const way of ['goto', 'reload'] as const) {
    const go = page[way].bind(page) as (...asked: unknown[]) => ReturnType<Page['goto']>;
    page[way] = async (...asked: unknown[]) => {
      const answer = await go(...asked);
      await isThere(page);
      return answer;
    };
  }
}

export const test = base.extend<{ baseURL: string }, { alone: string; watched: boolean; portal: Portal }>({
  /**
   * A file that counts everything in the portal says its own name here, and gets a portal that no other file has used.
   */
  alone: ['', { option: true, scope: 'worker' }],
  watched: [false, { option: true, scope: 'worker' }],
  browser: [
    async ({ browser }, give) => {
      browser.on('context', (context) => context.on('page', waitForPages));
      await give(browser);
    },
    { scope: 'worker' },
  ],
  portal: [
    async ({ watched }, give) => {
      const chain = watched ? fakeChain('TRC20') : undefined;
      const node = chain && (await fakeNode(chain));
      const admin = { email: 'admin@agency.example', password: 'the first admin 1' };
      const { address, dataDir, close } = await spawnPortal({
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        ...(node ? { TRON_NODE_URLS: node.url } : {}),
      });
      const mails = (email: string) => mailsTo(join(dataDir, 'mail'), email);
      await give({ address, admin, mailsTo: mails, ...(chain ? { chain } : {}) });
      await close();
      await node?.close();
    },
    { scope: 'worker', timeout: 60_000 * busyFactor() },
  ],
  baseURL: async ({ portal }, give) => give(portal.address),
});

export async function mailsTo(folder: string, email: string): Promise<string[]> {
  // A mail that is still being written has a dot before its name.
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name)).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.match(/^To:.*$/im)?.[0].includes(email));
}
