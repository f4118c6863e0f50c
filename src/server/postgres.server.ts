/**
 * The embedded PostgreSQL is started before the portal, stopped after it, and started again when it was killed. If a
 * killed portal left one running, that one is stopped first, so that every start begins in the same state. It listens
 * on a socket in a folder that only its owner can open, and asks for a generated password even there.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from './config.server.ts';
import { lockDataDir } from './datadir.server.ts';
import { appRole } from './migrate.server.ts';
import {
  bareEnvironment,
  CannotRunPostgres,
  chooseRunner,
  ensureCluster,
  findPrograms,
  owner,
  passwordFiles,
  socketFolder,
  superuser,
  type Runner,
} from './postgres-install.server.ts';
import { stopProcesses } from './postgres-processes.server.ts';

export type Postgres = {
  /** The portal's database with a login that may do everything on this server: for tests and benches. */
  url: string;
  /** The same for its owner, who is no superuser. */
  ownerUrl: string;
  /** The number of the process that runs now; it changes after a crash. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
};

type PostgresOptions = {
  /** Further settings of the server, such as `{ fsync: 'off' }` for tests. */
  settings?: Record<string, string>;
  log?: (sentence: string) => void;
};

/**
 * For the portal itself: locks the data folder against a second portal and returns the owner's URL of its database,
 * embedded or given. Throws DataDirTaken (after waiting `patienceMs` for a portal that is just stopping),
 * DataDirUnusable, CannotRunPostgres.
 */
export async function holdDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  options: PostgresOptions = {},
  patienceMs?: number,
): Promise<Pick<Postgres, 'url' | 'stop'>> {
  const lock = await lockDataDir(config.dataDir, patienceMs);
  try {
    const postgres = config.databaseUrl
      ? { ownerUrl: config.databaseUrl, stop: async () => {} }
      : await startPostgres(config.dataDir, options);
    return { url: postgres.ownerUrl, stop: () => postgres.stop().finally(() => lock.release()) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** The URL of a portal's embedded database with its owner's login; throws where there is none. */
export function ownerUrl(dataDir: string): Promise<string> {
  return urlIn(dataDir, owner);
}

/** The same with a login that may do everything. */
export function superuserUrl(dataDir: string): Promise<string> {
  return urlIn(dataDir, superuser);
}

async function urlIn(dataDir: string, login: keyof typeof passwordFiles): Promise<string> {
  const folder = join(dataDir, 'postgres');
  return urlOf(folder, await socketFolder(folder, await chooseRunner(folder), tmpdir()), 'portal', login);
}

/** Starts the PostgreSQL of a data folder, which the caller has locked, and resolves when it answers. */
export async function startPostgres(dataDir: string, options: PostgresOptions = {}): Promise<Postgres> {
  const folder = join(dataDir, 'postgres');
  const log = options.log ?? (() => {});
  const programs = await findPrograms();
  const runner = await chooseRunner(folder);
  await ensureCluster(folder, programs, runner);
  const data = await realpath(join(folder, 'data'));
  const sockets = await socketFolder(folder, runner, tmpdir());
  const launch = { folder, data, sockets, programs, runner, settings: options.settings ?? {}, log };
  const running = await supervise(launch);
  return {
    url: await urlOf(folder, sockets, 'portal', superuser),
    ownerUrl: await urlOf(folder, sockets, 'portal', owner),
    get pid() {
      return running.pid();
    },
    stop: running.stop,
  };
}

/** Ends the PostgreSQL of a data folder whose portal is gone for good; the caller has locked the folder. */
export async function endPostgres(dataDir: string): Promise<void> {
  const data = await realpath(join(dataDir, 'postgres/data')).catch(() => undefined);
  if (data) await stopProcesses(data);
}

type Launch = {
  folder: string;
  data: string;
  sockets: string;
  programs: string;
  runner: Runner;
  settings: Record<string, string>;
  log: (sentence: string) => void;
};

async function supervise(launch: Launch) {
  let stopping = false;
  let child = await launchUntilReady(launch);
  let reviving: Promise<void> | undefined;
  const watch = () =>
    child.once('exit', () => {
      if (!stopping) reviving = revive();
    });
  const revive = async () => {
    launch.log('The embedded PostgreSQL ended unexpectedly and is started again.');
    for (let pause = 200; !stopping; pause = Math.min(pause * 2, 5_000)) {
      try {
        child = await launchUntilReady(launch);
        launch.log('The embedded PostgreSQL is back.');
        return void watch();
      } catch (error) {
        launch.log(`The embedded PostgreSQL does not start: ${(error as Error).message}`);
        await sleep(pause);
      }
    }
  };
  watch();
  const end = async () => {
    stopping = true;
    await reviving;
    await stopProcesses(launch.data);
    if (!launch.sockets.startsWith(launch.folder)) await rm(launch.sockets, { recursive: true, force: true });
  };
  let ended: Promise<void> | undefined;
  // `end` runs once: a second call must not stop the server that a later start has put here.
  return { pid: () => child.pid, stop: () => (ended ??= end()) };
}

async function launchUntilReady(launch: Launch): Promise<ChildProcess> {
  await stopProcesses(launch.data);
  // No process of this database is left, so the process that these files name is dead or an unrelated one.
  const leftover = [
    join(launch.data, 'postmaster.pid'),
    join(launch.sockets, '.s.PGSQL.5432'),
    join(launch.sockets, '.s.PGSQL.5432.lock'),
  ];
  for (const file of leftover) await rm(file, { force: true });
  const { child, from } = await launchProgram(launch);
  try {
    await untilReady(launch, child, from);
    return child;
  } catch (error) {
    await stopProcesses(launch.data);
    throw error;
  }
}

async function untilReady(launch: Launch, child: ChildProcess, from: number) {
  const url = await urlOf(launch.folder, launch.sockets, 'postgres', superuser);
  const began = Date.now();
  for (let nextWord = 10_000; ; await sleep(40)) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      throw new CannotRunPostgres(`The embedded PostgreSQL did not start:\n${await logSince(launch.folder, from)}`);
    }
    if (await answers(launch.folder, url)) return;
    if (Date.now() - began < nextWord) continue;
    // After a crash it replays its journal first; that takes as long as it takes.
    launch.log('The embedded PostgreSQL is still starting.');
    nextWord += 10_000;
  }
}

async function launchProgram({ folder, data, sockets, programs, runner, settings }: Launch) {
  const { file, from } = await openLog(folder);
  const all = { ...defaults, unix_socket_directories: `"${sockets}"`, ...settings };
  const [command, ...args] = [
    ...runner.prefix,
    join(programs, 'bin/postgres'),
    '-D',
    data,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  // Detached: otherwise Ctrl-C in the terminal would stop it too, while the portal still has requests to finish.
  const child = spawn(command as string, args, {
    uid: runner.uid,
    gid: runner.gid,
    detached: true,
    stdio: ['ignore', file.fd, file.fd],
    env: bareEnvironment(),
    cwd: '/',
  });
  child.on('error', () => {});
  child.unref();
  await file.close();
  return { child, from };
}

const defaults = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  log_checkpoints: 'off',
  // An archive that is away for long must not fill the disk; it has to begin anew instead.
  max_slot_wal_keep_size: '4GB',
  // The portal itself reports refused statements, without the values that people typed.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
};

/** True when the portal's database answers; makes it the first time. False while the server is on its way. */
async function answers(folder: string, url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query(`select from pg_database where datname = 'portal'`);
    if (rowCount === 0) await makeDatabase(client, await passwordOf(folder, owner));
    return true;
  } catch (error) {
    // Starting, stopping and full are states that pass. Any other answer, such as a wrong password, does not change by
    // waiting.
    if (error instanceof pg.DatabaseError && !/^(57P0|53300)/.test(error.code ?? '')) throw error;
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The database is made last: if it exists, so does everything that it needs. */
async function makeDatabase(client: pg.Client, password: string): Promise<void> {
  const make = async (role: string, how: string) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    if (rowCount === 0) await client.query(`create role ${role} ${how}`);
  };
  await make(owner, `login password '${password}'`);
  await make(appRole, 'nologin');
  await client.query(`grant ${appRole} to ${owner} with inherit false, set true`);
  await client.query(`create database portal owner ${owner}`);
}

async function passwordOf(folder: string, login: keyof typeof passwordFiles): Promise<string> {
  return (await readFile(join(folder, passwordFiles[login]), 'utf8')).trim();
}

async function urlOf(
  folder: string,
  sockets: string,
  database: string,
  login: keyof typeof passwordFiles,
): Promise<string> {
  const password = await passwordOf(folder, login);
  return `postgresql://${login}:${password}@localhost/${database}?host=${encodeURIComponent(sockets)}`;
}

// The folder is PostgreSQL's, which may be another user: whoever follows a link of theirs writes where they want.
const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
const logLimit = 8 * 1024 * 1024;

async function openLog(folder: string) {
  const path = join(folder, 'log');
  if (existsSync(path) && (await stat(path)).size > logLimit) await rename(path, `${path}.1`);
  const file = await open(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  return { file, from: (await file.stat()).size };
}

async function logSince(folder: string, from: number): Promise<string> {
  const bytes = await readFile(join(folder, 'log'), { flag: O_NOFOLLOW }).catch(() => Buffer.alloc(0));
  return bytes.subarray(from).toString().trim().split('\n').slice(-12).join('\n');
}
