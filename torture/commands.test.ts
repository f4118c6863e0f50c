/**
 * The commands that an operator types, on the database that comes along and on one of their own: a backup beside a
 * portal at work, and back from it. What they do is tested where it is made; here they are run.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { busyFactor } from '#server/busy.testing.server.ts';
import { databaseIn } from '#server/connection.server.ts';
import { onServer } from '#server/database.testing.server.ts';
import { makeKept } from './kept.ts';
import { makeNode, type PortalNode } from './node.ts';
import { password } from './people.ts';
import { openTalk } from './talk.ts';

const folder = await mkdtemp(join(tmpdir(), 'portal-commands-'));
const database = `test_${randomBytes(6).toString('hex')}`;
const external = databaseIn(inject('databaseUrl'), database);
const talk = openTalk();
const nodes: PortalNode[] = [];
afterAll(async () => {
  talk.close();
  for (const node of nodes) node.signal('SIGTERM');
  await Promise.all(nodes.map((node) => node.ended()));
  await onServer(`drop database if exists ${database} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

/** How a command ended and what it said. */
function run(
  command: 'backup' | 'restore' | 'audit',
  settings: { DATA_DIR: string; DATABASE_URL?: string },
  ...args: string[]
) {
  const { PATH, HOME } = process.env;
  return new Promise<{ code: unknown; said: string }>((resolve) => {
    const script = join(import.meta.dirname, `../scripts/${command}.ts`);
    const child = execFile(
      process.execPath,
      [script, ...args],
      { env: { PATH, HOME, ...settings } },
      (_error, out, wrong) => resolve({ code: child.exitCode, said: out + wrong }),
    );
  });
}

/** A portal on the database that comes along in this folder, and a client of it. */
async function portalIn(dataDir: string) {
  const node = await makeNode({ name: dataDir, databaseUrl: '', dataDir });
  nodes.push(node);
  node.start();
  if (!(await node.ready(60_000 * busyFactor()))) throw new Error(node.log.join('\n'));
  const body = { emailId: 'client-0@client.test', password };
  const { token } = (await talk.call(node.port, 'POST', '/login-account', { body })).body;
  return {
    async order(): Promise<string> {
      const adsDetails = [{ gmail: 'new@gmail.com', deposit: 15 }];
      const key = randomBytes(8).toString('hex');
      const { status, body: told } = await talk.call(node.port, 'POST', '/create-google-ads', {
        token,
        key,
        body: { adNum: 1, adsDetails },
      });
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(told)}`);
      return told.applyId;
    },
    async orders(): Promise<string[]> {
      const { body: told } = await talk.call(node.port, 'GET', '/get-google-ads?limit=200', { token });
      return told.ads.map(({ applyId }: { applyId: string }) => applyId);
    },
  };
}

const [first, second, third] = ['first', 'second', 'third'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
const proved = 'The book is proved: nothing was found.';
let file: string;
/** What was acknowledged before the backup began. */
const before: string[] = [];

describe('the database that comes along', { timeout: 300_000 }, () => {
  test('is filled from a backup, and backed up while a portal works on it', async () => {
    const { file: older } = await makeKept(join(folder, 'older'), 'older');
    const { code, said } = await run('restore', { DATA_DIR: first }, older);
    expect([code, said]).toEqual([0, expect.stringContaining(proved)]);
    const portal = await portalIn(first);
    for (let n = 0; n < 5; n++) before.push(await portal.order());
    let [going, meanwhile] = [true, 0];
    const busy = Promise.all(
      Array.from({ length: 4 }, async () => {
        // No more than a page of a list, which is looked at later.
        for (; going; meanwhile++) await (meanwhile < 150 ? portal.order() : sleep(20));
      }),
    );
    const backup = await run('backup', { DATA_DIR: first });
    going = false;
    await busy;
    expect([backup.code, backup.said]).toEqual([
      0,
      expect.stringMatching(/^movements \([\d,]+ rows, [^]*^Backed up into .+\.backup\.gz \(/m),
    ]);
    expect(meanwhile).toBeGreaterThan(3);
    const [name] = await readdir(join(first, 'backups'));
    file = join(first, 'backups', name!);
  });

  test('is proved beside the portal that uses it', async () => {
    expect(await run('audit', { DATA_DIR: first })).toEqual({ code: 0, said: expect.stringContaining(proved) });
  });

  test('is restored into an empty folder, with everything that was acknowledged, and a portal goes on from there', async () => {
    const { code, said } = await run('restore', { DATA_DIR: second }, file);
    expect([code, said]).toEqual([0, expect.stringContaining(proved)]);
    const portal = await portalIn(second);
    const later = await portal.order();
    expect(await portal.orders()).toEqual(expect.arrayContaining([...before, later]));
  });

  test('is not restored over a portal that runs, nor from what is no backup or not there', async () => {
    expect(await run('restore', { DATA_DIR: first }, file)).toEqual({
      code: 1,
      said: expect.stringMatching(/^Nothing was restored: .+/),
    });
    for (const none of [[join(folder, 'nothing')], [import.meta.filename], []])
      expect((await run('restore', { DATA_DIR: third }, ...none)).code).toBe(1);
  });
});

test(
  'a database of one’s own takes the same file, is backed up and proved by the same commands, and is not overwritten',
  { timeout: 300_000 },
  async () => {
    await onServer(`create database ${database}`);
    const own = { DATA_DIR: third, DATABASE_URL: external };
    expect(await run('restore', own, file)).toEqual({ code: 0, said: expect.stringContaining(proved) });
    const copy = join(folder, 'own.backup.gz');
    expect(await run('backup', own, copy)).toEqual({
      code: 0,
      said: expect.stringContaining(`Backed up into ${copy}`),
    });
    expect(await run('audit', own)).toEqual({ code: 0, said: expect.stringContaining(proved) });
    expect(await run('restore', own, copy)).toEqual({
      code: 1,
      said: expect.stringContaining('This database is not empty'),
    });
    const last = join(folder, 'last');
    expect(await run('restore', { DATA_DIR: last }, copy)).toEqual({ code: 0, said: expect.stringContaining(proved) });
  },
);
