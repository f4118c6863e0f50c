/** Going back in time: a portal at work is archived, its machine dies, and the archive brings any moment back. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#portal.server.ts';
import { readConfig } from '#server/config.server.ts';
import { withConnection } from '#server/connection.server.ts';
import { endPostgres, startPostgres, type Postgres } from '#server/postgres.server.ts';
import { busyFactor } from '#server/busy.testing.server.ts';
import { makePeople, password } from './people.ts';
import { openTalk } from './talk.ts';
import { asOwner, type World } from './world.ts';

const folder = await mkdtemp(join(tmpdir(), 'portal-archive-'));
const archive = join(folder, 'archive');
const key = 'YXJjaGl2ZSBrZXkgb2YgdGhlIHRlc3RzIDAxMjM0NTY3ODk';
const { PATH, HOME } = process.env;
const talk = openTalk();
let postgres: Postgres;
let portal: Portal;
let port: number;
let archiver: ChildProcess;

type Ask = { began: number; answered: number; applyId: string };
const asks: Ask[] = [];
let to = 0;

beforeAll(async () => {
  await mkdir(join(folder, 'one'));
  postgres = await startPostgres(join(folder, 'one'));
  const env = { DATA_DIR: join(folder, 'node'), PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT: 'off', SECRET_KEY: key };
  const config = readConfig({ ...env, ADMIN_EMAIL: 'first@admin.test', ADMIN_PASSWORD: password });
  portal = await openPortal({ config, databaseUrl: postgres.ownerUrl });
  port = Number(new URL(portal.address).port);
  const world = { nodes: [{ port }], asOwner: bookOf };
  const people = await makePeople(world, talk, { clients: 2, admins: 1 });
  await followed();
  const askUntil = async (enough: number) => {
    await Promise.all(people.clients.map((client) => askOften(client.token, enough)));
  };
  await askUntil(12);
  // Whoever archives may be killed at any time, and goes on where it was.
  archiver.kill('SIGKILL');
  await askUntil(20);
  await followed();
  await nextSegment();
  to = Date.now();
  await sleep(5);
  await nextSegment();
  await askUntil(40);
  await archived();
  // The machine dies: nothing is told to stop.
  archiver.kill('SIGKILL');
  process.kill(postgres.pid!, 'SIGKILL');
  await portal.close();
  await postgres.stop();
}, 120_000);

afterAll(async () => {
  talk.close();
  for (const name of ['one', 'then', 'near', 'far', 'all']) await endPostgres(join(folder, name));
  await rm(folder, { recursive: true, force: true });
});

const bookOf = (<T>(work: (client: pg.Client) => Promise<T>) => asOwner(postgres.ownerUrl, work)) as World['asOwner'];

async function askOften(token: string, enough: number): Promise<void> {
  const body = { adNum: 1, adsDetails: [{ gmail: 'ad@gmail.com', deposit: 15 }] };
  while (asks.length < enough) {
    const began = Date.now();
    const { status, body: told } = await talk.call(port, 'POST', '/create-google-ads', { token, body });
    expect(status).toBe(200);
    asks.push({ began, answered: Date.now(), applyId: told.applyId });
  }
}

/** Starts to archive; resolves when it follows. */
async function followed(): Promise<void> {
  const script = join(import.meta.dirname, '../scripts/archive.ts');
  archiver = spawn(process.execPath, [script, archive], {
    env: { PATH, HOME, DATA_DIR: join(folder, 'one'), BACKUP_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const child = archiver;
  let said = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (bytes: Buffer) => {
        said += bytes.toString();
        if (said.includes(' follows.')) resolve();
      });
    child.once('exit', () => reject(new Error(`It ended: ${said}`)));
  });
}

/** A segment that is whole is packed. */
const nextSegment = () => withConnection(postgres.url, (client) => client.query('select pg_switch_wal()'));

/** Resolves when the archive has got all that is acknowledged. */
async function archived(): Promise<void> {
  const [{ at }] = await bookOf(async (client) => (await client.query('select pg_current_wal_lsn()::text as at')).rows);
  for (const end = performance.now() + 20_000 * busyFactor(); performance.now() < end; await sleep(50)) {
    const { rowCount } = await withConnection(postgres.url, (client) =>
      client.query(`select from pg_stat_replication where flush_lsn >= $1`, [at]),
    );
    if (rowCount) return;
  }
  throw new Error('The archive does not follow.');
}

function restored(name: string, args: string[], keys = key): Promise<{ code: number | null; said: string }> {
  const env = { PATH, HOME, DATA_DIR: join(folder, name), BACKUP_KEY: keys };
  const script = join(import.meta.dirname, '../scripts/restore.ts');
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, archive, ...args], { env }, (_error, out, wrong) =>
      resolve({ code: child.exitCode, said: out + wrong }),
    );
  });
}

async function requestsIn(name: string): Promise<Set<string>> {
  const server = await startPostgres(join(folder, name));
  try {
    const { rows } = await withConnection(server.ownerUrl, (client) =>
      client.query<{ id: string }>('select apply_id as id from requests'),
    );
    return new Set(rows.map(({ id }) => id));
  } finally {
    await server.stop();
  }
}

test('to a moment: all that was acknowledged before it is there, and nothing that began after it', async () => {
  expect(await restored('then', [`--to=${new Date(to).toISOString()}`])).toEqual({
    code: 0,
    said: expect.stringContaining('The book is proved: nothing was found.'),
  });
  expect((await readdir(join(archive, 'journal'))).map((name) => name.slice(24))).toEqual(['.gz', '.gz', '.partial']);
  const there = await requestsIn('then');
  const [before, after] = [asks.filter(({ answered }) => answered < to), asks.filter(({ began }) => began > to)];
  expect(before.length).toBeGreaterThanOrEqual(18);
  expect(after.length).toBeGreaterThanOrEqual(18);
  expect(before.filter(({ applyId }) => !there.has(applyId))).toEqual([]);
  expect(after.filter(({ applyId }) => there.has(applyId))).toEqual([]);
}, 60_000);

test('to a moment: the journal after it is not unpacked, but where a commit that ends it is only there', async () => {
  const journal = join(archive, 'journal');
  const names = (await readdir(journal)).map((name) => name.slice(0, 24)).toSorted();
  const later = join(journal, `${names.at(-1)!.slice(0, 16)}000000F0.gz`);
  const copied = async (ms: number, segment: string) => {
    const at = new Date(to + ms).toISOString();
    const file = join(archive, 'copies', `${at.replaceAll(/[-:]/g, '')}.tar.gz.json`);
    await writeFile(file, JSON.stringify({ at, segment, server: '17.0' }));
    return file;
  };
  const made = [await copied(1, names[0]!), await copied(2, names.at(-1)!)];
  await writeFile(later, 'no segment, which would stop whoever unpacks it');
  expect(await restored('near', [`--to=${new Date(to).toISOString()}`])).toMatchObject({ code: 0 });
  await rm(later);
  await copied(2, names[0]!);
  expect(await restored('far', [`--to=${new Date(to).toISOString()}`])).toMatchObject({ code: 0 });
  for (const file of made) await rm(file);
  const there = await requestsIn('then');
  for (const name of ['near', 'far']) expect(await requestsIn(name)).toEqual(there);
}, 120_000);

test('without a moment everything that was acknowledged comes back', async () => {
  expect(await restored('all', [])).toMatchObject({ code: 0 });
  const there = await requestsIn('all');
  expect(asks.filter(({ applyId }) => !there.has(applyId))).toEqual([]);
}, 60_000);

test('without a moment a journal with a hole is refused, rather than restored up to the hole', async () => {
  const journal = join(archive, 'journal');
  const missing = (await readdir(journal)).toSorted()[1]!;
  await rename(join(journal, missing), join(archive, missing));
  expect(await restored('hole', [])).toMatchObject({
    code: 1,
    said: expect.stringContaining('The journal has a hole'),
  });
  expect(await readdir(join(folder, 'hole')).catch(() => [])).not.toContain('postgres');
  await rename(join(archive, missing), join(journal, missing));
}, 60_000);

test('what the archive does not know is refused with a sentence, and so is a wrong key', async () => {
  const at = (ms: number) => `--to=${new Date(ms).toISOString()}`;
  const said = async (args: string[], keys?: string) => {
    const { code, said: sentence } = await restored('none', args, keys);
    expect(await readdir(join(folder, 'none')).catch(() => [])).not.toContain('postgres');
    return `${code}: ${sentence}`;
  };
  expect(await said([at(Date.now() + 3_600_000)])).toContain('1: Nothing was restored: The archive ends before that');
  expect(await said([at(asks[0]!.began - 3_600_000)])).toContain('it knows nothing of a moment before');
  expect(await said(['--to=yesterday'])).toContain('“yesterday” is no moment');
  expect(await said([], `${key}x`)).toContain('encrypted with another key than BACKUP_KEY');
}, 60_000);
