/** An archive that fell behind, or whose copies fail: it says so, mends itself, and comes back whole. */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archive, copiesIn, endArchive, type Copy } from '#server/archive.server.ts';
import { withConnection } from '#server/connection.server.ts';
import { migrate } from '#server/migrate.server.ts';
import { endPostgres, startPostgres, superuserUrl, type Postgres } from '#server/postgres.server.ts';
import { busyFactor } from '#server/busy.testing.server.ts';

const folder = await mkdtemp(join(tmpdir(), 'portal-gap-'));
const data = join(folder, 'one');
const kept = join(folder, 'archive');
const { PATH, HOME } = process.env;
const children: ChildProcess[] = [];
let postgres: Postgres;

beforeAll(async () => {
  await mkdir(data);
  postgres = await startPostgres(data);
  await migrate(postgres.ownerUrl);
}, 120_000);

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await postgres.stop();
  for (const name of ['one', 'back']) await endPostgres(join(folder, name));
  await rm(folder, { recursive: true, force: true });
});

const asOwner = (text: string) => withConnection(postgres.ownerUrl, (client) => client.query(text));
const asSuperuser = (text: string) => withConnection(postgres.url, (client) => client.query(text));

/** Archives in a process of its own, which can be killed; `said` grows. */
function archiver(): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../scripts/archive.ts'), kept], {
    env: { PATH, HOME, DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()));
  return { child, said: () => said };
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

async function until(what: string, is: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 15_000 * busyFactor(); performance.now() < end; await sleep(5))
    if (await is()) return;
  throw new Error(`It never came to pass: ${what}.`);
}

/** The server hears a moment later that nobody follows any more. */
const ended = () =>
  until('its place is let go', async () =>
    endArchive(await superuserUrl(data)).then(
      () => true,
      () => false,
    ),
  );

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** What was written up to now is in the archive. */
async function archived(): Promise<void> {
  const { rows } = await asSuperuser('select pg_current_wal_lsn()::text as at');
  await until('the archive has everything', async () => {
    const { rowCount } = await asSuperuser(
      `select from pg_stat_replication where flush_lsn >= '${rows[0].at}'::pg_lsn and state = 'streaming'`,
    );
    return rowCount === 1;
  });
}

test('killed in the copy after a gap, it makes that copy the next time, and what comes then comes back', async () => {
  const first = archiver();
  await until('it follows', () => first.said().includes(' follows.'));
  await asOwner(`insert into clients (public_id, name, email) values ('US-OLD', 'old', 'old@example.com')`);
  await archived();
  await killed(first.child);
  // PostgreSQL throws away what the archive has not got: as after 4 GB of journal, only sooner.
  await ended();
  for (let segment = 0; segment < 3; segment++) {
    await asOwner(`insert into clients (public_id, name, email) values ('US-${segment}', 'x', 'x${segment}@x.com')`);
    await asSuperuser('select pg_switch_wal()');
  }
  await asSuperuser('checkpoint');
  const second = archiver();
  await until('it copies', () => isThere(join(kept, 'copies/growing')));
  await killed(second.child);
  expect(second.said()).toContain('The database no longer has what came since: the archive has a gap here.');
  expect(await copiesIn(kept)).toHaveLength(1);

  const third = archiver();
  await until('it follows again', () => third.said().includes(' follows.'));
  await asOwner(`insert into clients (public_id, name, email) values ('US-NEW', 'new', 'new@example.com')`);
  await archived();
  await killed(third.child);
  expect(third.said()).not.toContain('does not follow');
  expect(await copiesIn(kept)).toHaveLength(2);

  const back = await new Promise<string>((resolve) => {
    const env = { PATH, HOME, DATA_DIR: join(folder, 'back') };
    const script = join(import.meta.dirname, '../scripts/restore.ts');
    execFile(process.execPath, [script, kept], { env }, (_error, out, wrong) => resolve(out + wrong));
  });
  expect(back).toContain('The book is proved: nothing was found.');
  const server = await startPostgres(join(folder, 'back'));
  const { rows } = await withConnection(server.ownerUrl, (client) =>
    client.query(`select public_id as id from clients order by public_id`),
  ).finally(() => server.stop());
  expect(rows.map(({ id }) => id)).toEqual(['US-0', 'US-1', 'US-2', 'US-NEW', 'US-OLD']);
}, 180_000);

test('a daily copy that fails is tried again, and what is too old goes all the same', async () => {
  const aged = join(folder, 'aged');
  const stop = new AbortController();
  const said: string[] = [];
  const archiving = (again: AbortSignal) =>
    archive({
      folder: aged,
      url: () => superuserUrl(data),
      keys: undefined,
      days: 1,
      say: (sentence) => said.push(sentence),
      stop: again,
      againMs: 50,
    });
  const once = new AbortController();
  await ended();
  const before = archiving(once.signal);
  await until('it follows', () => said.some((sentence) => sentence.includes(' follows.')));
  await asOwner(`insert into clients (public_id, name, email) values ('US-AGED', 'aged', 'aged@example.com')`);
  await archived();
  once.abort();
  await before;
  const copies = join(aged, 'copies');
  const [named] = (await readdir(copies)).filter((name) => name.endsWith('.json'));
  const copy = JSON.parse(await readFile(join(copies, named!), 'utf8')) as Copy;
  // Four copies of days gone by, of which the last one is needed, and one stays in case the clock is wrong; and nothing
  // can be written beside them.
  await rm(join(copies, named!));
  for (const at of [
    '2026-01-01T00:00:00.000Z',
    '2026-01-02T00:00:00.000Z',
    '2026-01-03T00:00:00.000Z',
    '2026-01-04T00:00:00.000Z',
  ])
    await writeFile(join(copies, `${at.replaceAll(/[-:]/g, '')}.tar.gz.json`), JSON.stringify({ ...copy, at }));
  await mkdir(join(copies, 'growing'));

  const after = archiving(stop.signal);
  const failed = () => said.filter((sentence) => sentence.startsWith('No copy was made, which is tried again'));
  await until('it is tried again', () => failed().length > 1);
  expect((await copiesIn(aged)).map(({ at }) => at)).toEqual(['2026-01-03T00:00:00.000Z', '2026-01-04T00:00:00.000Z']);
  await rm(join(copies, 'growing'), { recursive: true });
  const days = async () =>
    (await readdir(copies)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, 8));
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  await until('a copy is made', async () => (await days()).toSorted().join(' ') === `20260104 ${today}`);
  stop.abort();
  await after;
  await ended();
}, 120_000);

test('copies that were made while the clock was wrong take nothing from the others, and make no copy due', async () => {
  const wrong = join(folder, 'wrong');
  const copies = join(wrong, 'copies');
  const journal = () => readdir(join(wrong, 'journal'));
  const days = async () => (await copiesIn(wrong)).map(({ at }) => at.slice(0, 10));
  const followed = async () => {
    const stop = new AbortController();
    let said = '';
    const say = (sentence: string) => (said += sentence);
    const url = () => superuserUrl(data);
    const archiving = archive({ folder: wrong, url, keys: undefined, days: 14, say, stop: stop.signal });
    await until('it follows', () => said.includes(' follows.'));
    await asOwner(`select pg_logical_emit_message(true, 'word', 'more')`);
    await asSuperuser('select pg_switch_wal()');
    await archived();
    // A copy that has begun is waited for.
    stop.abort();
    await archiving;
  };
  await followed();
  const before = await journal();
  const [copy] = await copiesIn(wrong);
  const named = (at: string) => join(copies, `${at.replaceAll(/[-:]/g, '')}.tar.gz.json`);
  const said = { ...copy!, segment: before.toSorted().at(-1)!.slice(0, 24) };
  expect(said.segment > copy!.segment).toBe(true);
  // Ten days in a row, old for a clock that is ahead; one from when it was behind, one from when it was ahead.
  const row = Array.from({ length: 10 }, (_, day) => `2026-02-${10 + day}T00:00:00.000Z`);
  for (const at of [...row, '2020-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z'])
    await writeFile(named(at), JSON.stringify({ ...said, at }));
  const all = await days();
  await followed();
  expect(await days()).toEqual(all);
  expect(await journal()).toEqual(expect.arrayContaining(before.filter((file) => !file.endsWith('.partial'))));
  await ended();
}, 120_000);

test('a database set back to a snapshot of its machine is not archived behind what it did since', async () => {
  const [ahead, snapshot] = [join(folder, 'ahead'), join(folder, 'snapshot')];
  const journal = () => readdir(join(ahead, 'journal'));
  const archiving = (stop: AbortSignal, say: (sentence: string) => void = () => {}) =>
    archive({ folder: ahead, url: () => superuserUrl(data), keys: undefined, days: 1, say, stop });
  await postgres.stop();
  execFileSync('cp', ['-a', data, snapshot]);
  postgres = await startPostgres(data);
  const stop = new AbortController();
  let said = '';
  const first = archiving(stop.signal, (sentence) => (said += sentence));
  await until('it follows', () => said.includes(' follows.'));
  // Whoever is killed and comes back has all that the archive was sent.
  process.kill(postgres.pid!, 'SIGKILL');
  await until('it follows again', () => said.split(' follows.').length === 3);
  await asOwner(`insert into clients (public_id, name, email) values ('US-LOST', 'lost', 'lost@example.com')`);
  await archived();
  stop.abort();
  await first;
  const before = await journal();

  await postgres.stop();
  await rm(data, { recursive: true });
  await rename(snapshot, data);
  postgres = await startPostgres(data);
  const again = archiving(AbortSignal.timeout(10_000));
  await expect(again).rejects.toThrow('older than its archive');
  expect(await journal()).toEqual(before);
}, 120_000);
