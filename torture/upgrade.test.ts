/**
 * What an older version left behind is taken over. kept/ holds the backup of a small agency as the version with migration 0017
 * made it: orders, deposits, refunds, withdrawals, corrections, a reversal, pictures, mails, a two-factor key in the clear.
 */
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { findings } from '#requests/testing.server.ts';
import { startPostgres } from '#server/postgres.server.ts';
import { restore } from '#server/restore.server.ts';
import { codeAt, readKey } from '#totp/totp.ts';
import { makeNode } from './node.ts';
import { password } from './people.ts';
import { openTalk } from './talk.ts';
import { asOwner } from './world.ts';

const kept = join(import.meta.dirname, 'kept/portal-0017.backup.gz');
const migrations = join(import.meta.dirname, '../migrations');
const twoFactorKey = 'PT7QAL6YAT6CFPRC6OKYO5RQ5I52EZOA';
/** As that version told them. */
const told = {
  'client-0': { wallet: 115405.22, held: 1140.63 },
  'client-1': { wallet: 108498.98, held: 740.88 },
  'client-2': { wallet: 98396, held: 578 },
  'client-3': { wallet: 88830.46, held: 919.79 },
};

const dataDir = await mkdtemp(join(tmpdir(), 'portal-upgrade-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** The migrations that the older version had, and no others. */
async function thatVersions(): Promise<string> {
  const header = JSON.parse(
    gunzipSync(await readFile(kept))
      .toString('latin1')
      .split('\n', 1)[0]!,
  ) as { migrations: { name: string }[] };
  const folder = join(dataDir, 'migrations-of-then');
  await mkdir(folder);
  for (const { name } of header.migrations) await copyFile(join(migrations, name), join(folder, name));
  return folder;
}

test(
  'a data folder of an older version starts, is brought up to date, and says of everybody’s money what it said before',
  { timeout: 300_000 },
  async () => {
    const before = await startPostgres(dataDir);
    expect((await restore(before.url, kept, await thatVersions())).migrated).toEqual([]);
    await before.stop();

    const node = await makeNode({ name: 'upgraded', databaseUrl: '', dataDir });
    node.start();
    expect(await node.ready(60_000), node.log.join('\n')).toBe(true);
    const talk = openTalk();
    for (const [name, money] of Object.entries(told)) {
      const { key } = readKey(twoFactorKey) as { key: Parameters<typeof codeAt>[0] };
      const otp = name === 'client-1' ? codeAt(key, Date.now()) : '';
      const signedIn = await talk.call(node.port, 'POST', '/login-account', { body: { emailId: `${name}@client.test`, password, otp } });
      expect(signedIn.status, JSON.stringify(signedIn.body)).toBe(200);
      const { token } = signedIn.body;
      expect((await talk.call(node.port, 'GET', '/kimi/get-wallet-of-user', { token })).body.users).toMatchObject(money);
      const body = { adNum: 1, adsDetails: [{ gmail: 'new@gmail.com', deposit: 100 }] };
      const ordered = await talk.call(node.port, 'POST', '/create-google-ads', { token, body, key: 'after-the-upgrade' });
      expect(ordered.body.data.wallet).toBeCloseTo(money.wallet - ordered.body.data.totalCost, 2);
      expect((await talk.call(node.port, 'GET', '/kimi/get-statement', { token })).status).toBe(200);
    }
    talk.close();
    node.signal('SIGTERM');
    expect(await node.ended()).toBe(0);
    expect(node.complaints).toEqual([]);

    const after = await startPostgres(dataDir);
    try {
      const { rows } = await asOwner(after.url, (client) => client.query<{ name: string }>('select name from migrations order by name'));
      expect(rows.map((row) => row.name)).toEqual((await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort());
      expect(await findings(after.url)).toEqual([]);
    } finally {
      await after.stop();
    }
  },
);
