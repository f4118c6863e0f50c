import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { busyFactor } from './busy.testing.server.ts';
import { withConnection } from './connection.server.ts';
import { DataDirTaken, DataDirUnusable, lockDataDir } from './datadir.server.ts';
import { initdbArgs, socketFolder } from './postgres-install.server.ts';
import { backUp } from './backup.server.ts';
import { migrate } from './migrate.server.ts';
import { restore } from './restore.server.ts';
import { visitDatabase } from './postgres-visit.server.ts';
import { holdDatabase, startPostgres, type Postgres } from './postgres.server.ts';

// Every test here starts real servers in folders of its own, and leaves none behind.
let dataDir: string;
const started: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portal-postgres-'));
});

afterEach(async () => {
  for (const each of started.splice(0)) await each.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (folder = dataDir): Promise<Postgres> => {
  const postgres = await startPostgres(folder);
  started.push(postgres);
  return postgres;
};

const ask = <Row>(url: string, text: string): Promise<Row[]> =>
  withConnection(url, async (client) => (await client.query(text)).rows as Row[]);

const keep = (url: string) => ask(url, `create table kept as select 'acknowledged' as word`);
const kept = (url: string) => ask(url, 'select word from kept');

/**
 * Whether a process runs. One that has ended, and whose parent has not asked for its result, is still listed, but
 * without a program.
 */
const runs = (pid: number) => existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';

async function until(condition: () => unknown) {
  for (const end = Date.now() + 15_000; Date.now() < end; await sleep(20)) if (await condition()) return;
  throw new Error('It did not happen within 15 s.');
}

/** Another process that holds the database as a portal does; answers when the database answers. */
async function portalProcess(): Promise<{ child: ChildProcess; postmaster: number; url: string }> {
  const program = `
    import { holdDatabase } from ${JSON.stringify(join(import.meta.dirname, 'postgres.server.ts'))};
    const held = await holdDatabase({ dataDir: ${JSON.stringify(dataDir)}, databaseUrl: undefined });
    process.once('SIGTERM', () => held.stop().then(() => process.exit(0)));
    setInterval(() => {}, 1000);
    console.log(held.url);`;
  const child = spawn(
    process.execPath,
    ['--import', join(import.meta.dirname, '../../scripts/end-with-parent.mjs'), '--input-type=module', '-e', program],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  started.push({
    async stop() {
      child.kill('SIGTERM');
      await until(() => child.exitCode !== null || child.signalCode !== null);
    },
  });
  const url = await new Promise<string>((done) =>
    child.stdout?.once('data', (bytes: Buffer) => done(bytes.toString().trim())),
  );
  return { child, url, postmaster: await postmasterPid() };
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);
}

test('it is a PostgreSQL 18 that only a local owner of the folder can reach, and only with the generated password', async () => {
  const { url } = await start();
  const [row] = await ask(
    url,
    `select current_setting('server_version_num')::int / 10000 as major, inet_server_addr() as address,
    current_setting('listen_addresses') as listens, current_setting('data_checksums') as checksums,
    current_setting('fsync') as fsync`,
  );
  expect(row).toEqual({ major: 18, address: null, listens: '', checksums: 'on', fsync: 'on' });
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o077).toBe(0);
  expect((await stat(join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600);
  const guess = new URL(url);
  guess.password = 'guess';
  await expect(ask(guess.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
});

test('stopping it leaves no process, and starting it again finds everything', async () => {
  const first = await start();
  await keep(first.url);
  const pid = first.pid as number;
  await first.stop();
  expect(runs(pid)).toBe(false);
  expect(await kept((await start()).url)).toEqual([{ word: 'acknowledged' }]);
});

test('killed while the portal runs, it comes back by itself', async () => {
  const postgres = await start();
  await keep(postgres.url);
  const killed = postgres.pid as number;
  process.kill(killed, 'SIGKILL');
  await until(() => postgres.pid !== killed);
  expect(await kept(postgres.url)).toEqual([{ word: 'acknowledged' }]);
});

test('when the portal was killed, the next start takes over what it left running', async () => {
  const { child, url, postmaster } = await portalProcess();
  await keep(url);
  child.kill('SIGKILL');
  await until(() => child.signalCode);
  expect(runs(postmaster)).toBe(true);
  const next = await start();
  expect(runs(postmaster)).toBe(false);
  expect(await kept(next.url)).toEqual([{ word: 'acknowledged' }]);
});

test('when portal and PostgreSQL were killed in the middle of work, the next start recovers', async () => {
  const { child, url, postmaster } = await portalProcess();
  await keep(url);
  const busy = ask(url, 'select pg_sleep(30)').catch(() => 'cut off');
  child.kill('SIGKILL');
  process.kill(postmaster, 'SIGKILL');
  expect(await kept((await start()).url)).toEqual([{ word: 'acknowledged' }]);
  expect(await busy).toBe('cut off');
});

test('a pid file that names a stranger is no obstacle, and the stranger lives on', async () => {
  const first = await start();
  await first.stop();
  const stranger = spawn('sleep', ['60']);
  await writeFile(join(dataDir, 'postgres/data/postmaster.pid'), `${stranger.pid}\n${dataDir}\n1\n5432\n\n\n\n`);
  await start();
  expect(stranger.exitCode).toBeNull();
  stranger.kill();
});

test('a database that was half made when the machine went down is made again', async () => {
  await mkdir(join(dataDir, 'postgres.new/data/base'), { recursive: true });
  await writeFile(join(dataDir, 'postgres.new/data/PG_VERSION'), '18\n');
  const { url } = await start();
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false);
});

test('a second start on the same folder says so and stops; the folder is free again once the first was killed', async () => {
  const { child } = await portalProcess();
  const second = lockDataDir(dataDir, 0);
  await expect(second).rejects.toThrow(DataDirTaken);
  await expect(second).rejects.toThrow(`process ${child.pid}`);
  child.kill('SIGKILL');
  started.push(await holdDatabase({ dataDir, databaseUrl: undefined }));
});

test('nobody takes the folder without writing to it, a dead process has it no more, and a number is believed to nobody', async () => {
  const { dev, ino } = await stat(dataDir);
  // Any local user may bind such a name. It once kept the portal from starting, and was named as the process that holds
  // the folder.
  const squatter = createServer().listen(`\0agency-portal:${dev}:${ino}`);
  started.push({ stop: () => new Promise<void>((done) => squatter.close(() => done())) });
  await writeFile(join(dataDir, 'portal.pid'), String(process.pid));
  const first = await lockDataDir(dataDir, 0);
  await expect(lockDataDir(dataDir, 0)).rejects.toThrow(`process ${process.pid}`);
  await first.release();
  await (await lockDataDir(dataDir, 0)).release();
  expect((await stat(join(dataDir, 'portal.lock'))).mode & 0o777).toBe(0o600);
  await rm(join(dataDir, 'portal.lock'));
  await symlink(join(dataDir, 'elsewhere'), join(dataDir, 'portal.lock'));
  await expect(lockDataDir(dataDir, 0)).rejects.toThrow(DataDirUnusable);
});

test('a link that somebody put where sockets are to lie changes the owner of nothing', async () => {
  const [deep, temporary] = [join(dataDir, 'a'.repeat(60), 'b'.repeat(60)), join(dataDir, 'tmp')];
  await Promise.all([mkdir(deep, { recursive: true }), mkdir(temporary)]);
  const { dev, ino } = await stat(deep);
  const theirs = join(dataDir, 'theirs');
  await mkdir(theirs, { mode: 0o755 });
  const before = await stat(theirs);
  await symlink(theirs, join(temporary, `agency-portal-${dev}-${ino}`));
  // Root hands the folder to a system user; anybody else can only name themselves.
  const [uid, gid] = process.getuid!() === 0 ? [65_534, 65_534] : [process.getuid!(), process.getgid!()];
  await expect(socketFolder(deep, { prefix: [], uid, gid }, temporary)).rejects.toThrow('belongs to somebody else');
  const after = await stat(theirs);
  expect([after.uid, after.gid, after.ctimeMs]).toEqual([before.uid, before.gid, before.ctimeMs]);
});

test('a link in the place of its log is not followed, by whoever the folder is', async () => {
  await (await start()).stop();
  const [log, theirs] = [join(dataDir, 'postgres/log'), join(dataDir, 'theirs')];
  await rm(log);
  await writeFile(theirs, '');
  await symlink(theirs, log);
  await expect(start()).rejects.toThrow('ELOOP');
  expect(readFileSync(theirs, 'utf8')).toBe('');
});

test('a portal told to stop is gone within seconds and has taken PostgreSQL with it', async () => {
  const { child, postmaster } = await portalProcess();
  const began = Date.now();
  child.kill('SIGTERM');
  await until(() => child.exitCode !== null);
  expect(child.exitCode).toBe(0);
  expect(runs(postmaster)).toBe(false);
  expect(Date.now() - began).toBeLessThan(5_000 * busyFactor());
});

test('a command beside a running portal joins its database and leaves it running', async () => {
  const { url, postmaster } = await portalProcess();
  const visit = await visitDatabase({ dataDir, databaseUrl: undefined });
  expect(visit.url).toBe(url);
  await visit.stop();
  expect(runs(postmaster)).toBe(true);
});

test('a command that comes while the portal starts waits until its database answers, also at the very first start', async () => {
  const lock = await lockDataDir(dataDir, 0);
  const visit = visitDatabase({ dataDir, databaseUrl: undefined });
  started.push({ stop: async () => (await visit).stop() });
  const asked = visit.then(({ url }) => ask(url, 'select 1 as one'));
  await Promise.all([sleep(500).then(() => start()), expect(asked).resolves.toEqual([{ one: 1 }])]);
  await lock.release();
});

test('beside a portal a command waits for one, and never keeps it out; else it runs the database of a folder that becomes free', async () => {
  const alone = visitDatabase({ dataDir, databaseUrl: undefined }, { beside: true, patienceMs: 500 }).catch(String);
  await sleep(50);
  const lock = await lockDataDir(dataDir, 0);
  expect(await alone).toContain(`no database of a running portal answers in the data folder ${dataDir}`);
  const visit = visitDatabase({ dataDir, databaseUrl: undefined });
  started.push({ stop: async () => (await visit).stop() });
  await sleep(50);
  await lock.release();
  expect(await ask((await visit).url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('the portal owns its database and no more: what it migrates, backs up and restores needs no superuser', async () => {
  const held = await holdDatabase({ dataDir, databaseUrl: undefined });
  started.push(held);
  const [role] = await ask<object>(
    held.url,
    `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles
     where rolname = current_user`,
  );
  expect(new Set(Object.values(role!))).toEqual(new Set([false]));
  for (const attempt of [
    `copy (select 1) to program 'id'`,
    `select pg_read_file('/etc/passwd')`,
    `set session_replication_role = replica`,
    `alter role portal nosuperuser`,
  ])
    await expect(ask(held.url, attempt), attempt).rejects.toThrow(/permission denied|must be superuser/);
  await migrate(held.url);
  expect(await ask(held.url, `select pg_has_role('portal_app', 'set') as serves`)).toEqual([{ serves: true }]);
  const file = join(dataDir, 'one.backup.gz');
  await backUp(held.url, file);
  const other = await mkdtemp(join(tmpdir(), 'portal-postgres-'));
  const empty = await holdDatabase({ dataDir: other, databaseUrl: undefined });
  started.push({ stop: () => empty.stop().finally(() => rm(other, { recursive: true, force: true })) });
  expect((await restore(empty.url, file)).tables.length).toBeGreaterThan(20);
});

test('a path too deep for a socket is no obstacle', async () => {
  const deep = join(dataDir, 'a'.repeat(60), 'b'.repeat(60));
  await mkdir(deep, { recursive: true });
  const { url } = await start(deep);
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a database of another PostgreSQL, and a folder that is none, are left alone', async () => {
  await mkdir(join(dataDir, 'postgres/data'), { recursive: true });
  await expect(startPostgres(dataDir)).rejects.toThrow('holds no database of the portal');
  await writeFile(join(dataDir, 'postgres/data/PG_VERSION'), '16\n');
  await expect(startPostgres(dataDir)).rejects.toThrow('was made by PostgreSQL 16');
});

test('a data folder that is no folder is named', async () => {
  const file = join(dataDir, 'file');
  await writeFile(file, '');
  await chmod(file, 0o600);
  await expect(lockDataDir(file, 0)).rejects.toThrow(DataDirUnusable);
});

test('the database of the containers is made as the embedded one is', async () => {
  const compose = await readFile(join(import.meta.dirname, '../../deploy/compose.yaml'), 'utf8');
  expect(/POSTGRES_INITDB_ARGS: (.*)/.exec(compose)?.[1]).toBe(initdbArgs.join(' '));
});
