/**
 * The portal that a journey walks through: the whole program as an operator starts it, with a database, a data folder and a
 * port of its own, one for each worker. Mails arrive as files, as they do wherever no SMTP_URL is set.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';

export { expect } from '@playwright/test';

const root = join(import.meta.dirname, '..');

export type Portal = {
  /** Where it listens, without a slash at its end; `page.goto('/login')` needs no more. */
  address: string;
  admin: { email: string; password: string };
  /** The mails sent so far to an address, oldest first, as they would travel. */
  mailsTo(email: string): Promise<string[]>;
};

export const test = base.extend<{ baseURL: string }, { alone: string; portal: Portal }>({
  /** A file that counts everything in the portal says its own name here, and gets a portal that no other file has used. */
  alone: ['', { option: true, scope: 'worker' }],
  portal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern.
    async ({}, give) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'portal-e2e-'));
      const admin = { email: 'admin@agency.example', password: 'the first admin 1' };
      const { child, address } = await startPortal(dataDir, admin);
      await give({ address, admin, mailsTo: (email) => mailsTo(join(dataDir, 'mail'), email) });
      child.kill('SIGTERM');
      await new Promise((done) => child.once('exit', done));
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ portal }, give) => give(portal.address),
});

async function startPortal(dataDir: string, admin: Portal['admin']): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, ['--import', join(root, 'scripts/end-with-parent.mjs'), join(root, 'src/main.server.ts')], {
    env: {
      ...process.env,
      ...{ DATA_DIR: dataDir, PORT: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
      ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((done, fail) => {
    let said = '';
    child.stdout.on('data', (bytes: Buffer) => {
      said += bytes.toString();
      const found = said.match(/http:\/\/127\.0\.0\.1:\d+/);
      if (found) done(found[0]);
    });
    child.once('exit', (code) => fail(new Error(`The portal ended with ${code}:\n${said}`)));
  });
  return { child, address };
}

async function mailsTo(folder: string, email: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.match(/^To:.*$/im)?.[0].includes(email));
}
