/**
 * What an older version left behind is taken over. kept/ holds backups of a small agency, each named after the last
 * migration of the version that made it: orders, deposits, refunds, withdrawals, corrections, pictures, mails, a
 * two-factor key. 0017 has a reversal and the key in the clear; 0024 has the key sealed, a pay link, and seals over
 * book, audit log and statements.
 */
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { busyFactor } from '#server/testing-busy.server.ts';
import { findings } from '#requests/testing.server.ts';
import { startPostgres } from '#server/postgres.server.ts';
import { restore } from '#server/restore.server.ts';
import { codeAt, readKey } from '#totp/totp.ts';
import { makeNode } from './node.ts';
import { password } from './people.ts';
import { openTalk } from './talk.ts';
import { asOwner } from './world.ts';

const migrations = join(import.meta.dirname, '../migrations');

type Kept = { twoFactorKey: string; told: Record<string, { wallet: number; held: number }> };

/** The two-factor key of client-1, and everybody's money as that version told it. */
const kept: Record<string, Kept> = {
  'portal-0017': {
    twoFactorKey: 'PT7QAL6YAT6CFPRC6OKYO5RQ5I52EZOA',
    told: {
      'client-0': { wallet: 115405.22, held: 1140.63 },
      'client-1': { wallet: 108498.98, held: 740.88 },
      'client-2': { wallet: 98396, held: 578 },
      'client-3': { wallet: 88830.46, held: 919.79 },
    },
  },
  'portal-0024': {
    twoFactorKey: 'CT7XTN6X3TWEA5SXNJERNUQIXOAUXYNY',
    told: {
      'client-0': { wallet: 88258.69, held: 1084.82 },
      'client-1': { wallet: 88101.25, held: 1339.92 },
      'client-2': { wallet: 88135.81, held: 1406.2 },
      'client-3': { wallet: 88151.17, held: 1196.54 },
    },
  },
};

const folder = await mkdtemp(join(tmpdir(), 'portal-upgrade-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The migrations that the older version had, and no others. */
async function thatVersions(file: string): Promise<string> {
  const header = JSON.parse(
    gunzipSync(await readFile(file))
      .toString('latin1')
      .split('\n', 1)[0]!,
  ) as { migrations: { name: string }[] };
  const then = await mkdtemp(join(folder, 'migrations-of-then-'));
  for (const { name } of header.migrations) await copyFile(join(migrations, name), join(then, name));
  return then;
}

test.each(Object.entries(kept))(
  '%s: a data folder of an older version starts, is brought up to date, and says of everybody’s money what it said before',
  { timeout: 300_000 },
  async (name, { twoFactorKey, told }) => {
    const dataDir = join(folder, name);
    await mkdir(dataDir);
    const before = await startPostgres(dataDir);
    const file = join(import.meta.dirname, 'kept', `${name}.backup.gz`);
    expect((await restore(before.url, file, await thatVersions(file))).migrated).toEqual([]);
    await before.stop();

    const node = await makeNode({ name: 'upgraded', databaseUrl: '', dataDir });
    node.start();
    expect(await node.ready(60_000 * busyFactor()), node.log.join('\n')).toBe(true);
    const talk = openTalk();
    for (const [person, money] of Object.entries(told)) {
      const { key } = readKey(twoFactorKey) as { key: Parameters<typeof codeAt>[0] };
      const otp = person === 'client-1' ? codeAt(key, Date.now()) : '';
      const signedIn = await talk.call(node.port, 'POST', '/login-account', {
        body: { emailId: `${person}@client.test`, password, otp },
      });
      expect(signedIn.status, JSON.stringify(signedIn.body)).toBe(200);
      const { token } = signedIn.body;
      expect((await talk.call(node.port, 'GET', '/kimi/get-wallet-of-user', { token })).body.users).toMatchObject(
        money,
      );
      const body = { adNum: 1, adsDetails: [{ gmail: 'new@gmail.com', deposit: 100 }] };
      const ordered = await talk.call(node.port, 'POST', '/create-google-ads', {
        token,
        body,
        key: 'after-the-upgrade',
      });
      expect(ordered.body.data.wallet).toBeCloseTo(money.wallet - ordered.body.data.totalCost, 2);
      expect((await talk.call(node.port, 'GET', '/kimi/get-statement', { token })).status).toBe(200);
    }
    talk.close();
    node.signal('SIGTERM');
    expect(await node.ended()).toBe(0);
    expect(node.complaints).toEqual([]);

    const after = await startPostgres(dataDir);
    try {
      const { rows } = await asOwner(after.url, (client) =>
        client.query<{ name: string }>('select name from migrations order by name'),
      );
      expect(rows.map((row) => row.name)).toEqual(
        (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort(),
      );
      expect(await findings(after.url)).toEqual([]);
    } finally {
      await after.stop();
    }
  },
);
