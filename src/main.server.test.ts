/** What an operator reads when a start cannot go on: one sentence that says what to change. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#server/database.testing.server.ts';

const db = await testDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'portal start '));
const taken = createServer();
await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
const { port } = taken.address() as AddressInfo;
afterAll(async () => {
  taken.close();
  await rm(dataDir, { recursive: true });
});

function start(settings: Record<string, string>): Promise<{ code: unknown; said: string; logged: string }> {
  const env = { ...process.env, DATABASE_URL: db.url, DATA_DIR: dataDir, LOG_LEVEL: 'error', PORT: '0', ...settings };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, 'main.server.ts')],
      { env },
      (_error, logged, said) => resolve({ code: child.exitCode, said, logged }),
    );
  });
}

test.each([
  ['a port that is in use', { PORT: String(port) }, `Port ${port} is in use. Give another PORT.\n`],
  [
    'an address of another machine',
    { HOST: '192.0.2.1' },
    '192.0.2.1 is no address of this machine. Give another HOST, or 0.0.0.0 for all it has.\n',
  ],
  ['a name that nobody has', { HOST: 'nobody.invalid' }, /^HOST is not known here: .*nobody\.invalid\.\n$/],
  [
    'a time zone that only Node knows',
    { BUSINESS_TZ: 'US/Pacific-New' },
    'BUSINESS_TZ: PostgreSQL does not know the time zone US/Pacific-New. Give another name of it.\n',
  ],
  ['a wrong setting', { TRUST_PROXY: 'yes' }, /^These settings are wrong:\n {2}TRUST_PROXY must be .*\n$/],
] as const)('%s ends the start with a sentence', async (_what, settings, sentence) => {
  const { code, said } = await start(settings);
  expect(said).toMatch(sentence);
  expect(code).toBe(1);
});

test(
  'whose start fails late lets go of its own database before stopping it, and says nothing but why',
  { timeout: 120_000 },
  async () => {
    const { code, said, logged } = await start({ DATABASE_URL: '', LOG_LEVEL: 'warn', PORT: String(port) });
    expect([code, said, logged]).toEqual([1, `Port ${port} is in use. Give another PORT.\n`, '']);
  },
);
