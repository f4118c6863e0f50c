/**
 * What an older version left behind is taken over (kept.ts): its orders, decisions, pictures, mails, secrets and seals.
 */
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { busyFactor } from '#server/busy.testing.server.ts';
import { findings } from '#requests/story.testing.server.ts';
import { readMigrations } from '#server/migrate.server.ts';
import { startPostgres } from '#server/postgres.server.ts';
import { restore } from '#server/restore.server.ts';
import { codeAt, readKey } from '#totp/totp.ts';
import { keptOnes, makeKept, type Kept } from './kept.ts';
import { makeNode } from './node.ts';
import { password } from './people.ts';
import { openTalk } from './talk.ts';
import { asOwner } from './world.ts';

const migrations = join(import.meta.dirname, '../migrations');
const folder = await mkdtemp(join(tmpdir(), 'portal-upgrade-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The migrations that the older version had, and no others; functions are those of now. */
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

async function isTakenOver({ name, file, told }: Kept): Promise<void> {
  const dataDir = join(folder, name);
  await mkdir(dataDir);
  const before = await startPostgres(dataDir);
  expect((await restore(before.ownerUrl, file, { migrationsFolder: await thatVersions(file) })).migrated).toEqual([]);
  await before.stop();

  const node = await makeNode({ name: 'upgraded', databaseUrl: '', dataDir });
  node.start();
  expect(await node.ready(60_000 * busyFactor()), node.log.join('\n')).toBe(true);
  const talk = openTalk();
  for (const [person, money] of Object.entries(told.money)) {
    const { key } = readKey(told.twoFactorKey) as { key: Parameters<typeof codeAt>[0] };
    // The code of the next half minute: the older version may have taken this one's already.
    const otp = person === 'client-1' ? codeAt(key, Date.now() + 30_000) : '';
    const signedIn = await talk.call(node.port, 'POST', '/login-account', {
      body: { emailId: `${person}@client.test`, password, otp },
    });
    expect(signedIn.status, JSON.stringify(signedIn.body)).toBe(200);
    const { token } = signedIn.body;
    expect((await talk.call(node.port, 'GET', '/kimi/get-wallet-of-user', { token })).body.users).toMatchObject(money);
    const body = { adNum: 1, adsDetails: [{ gmail: 'new@gmail.com', deposit: 100 }] };
    const key2 = 'after-the-upgrade';
    const ordered = await talk.call(node.port, 'POST', '/create-google-ads', { token, body, key: key2 });
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
    expect(rows.map((row) => row.name)).toEqual((await readMigrations(migrations)).map((file) => file.name));
    expect(await findings(after.url)).toEqual([]);
  } finally {
    await after.stop();
  }
}

test(
  'a data folder of every kept version starts, is brought up to date, and says of everybody’s money what it said before',
  { timeout: 600_000 },
  async () => {
    const present = await makeKept(join(folder, 'present'), 'portal-present');
    expect((await readdir(join(folder, 'present'))).length).toBe(2);
    const older = await keptOnes();
    expect(older.map(({ name }) => name)).toEqual(['portal-0001', 'portal-0003']);
    for (const kept of [...older, present]) await isTakenOver(kept);
  },
);
