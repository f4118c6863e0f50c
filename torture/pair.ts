/**
 * Two servers of one database on this machine: a primary, and a standby that gets the journal over a wire. Whoever is
 * killed stays dead: nothing here starts a server again by itself.
 */
import { spawn, spawnSync } from 'node:child_process';
import { open, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '#server/postgres.server.ts';
import {
  bareEnvironment,
  chooseRunner,
  findPrograms,
  socketFolder,
  superuser,
} from '#server/postgres-install.server.ts';
import { processesOn, stopProcesses, tell } from '#server/postgres-processes.server.ts';
import { openWire, type Wire } from './wire.ts';

type Server = {
  /** Its socket, for wires. */
  readonly socket: string;
  /** The portal's database, for whoever may everything; and for its owner. */
  readonly url: string;
  readonly ownerUrl: string;
  /** Resolves when it answers. */
  start(settings: Readonly<Record<string, string>>): Promise<void>;
  /** The same again, after it was killed. */
  restart(): Promise<void>;
  /** One statement by who may everything, on a connection of its own. */
  query<Row>(text: string): Promise<Row[]>;
  /** To each of its processes at once, as a machine that dies or freezes takes them all. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  stop(): Promise<void>;
};

export type Pair = {
  readonly primary: Server;
  readonly standby: Server;
  /** Between the two. */
  readonly wire: Wire;
  close(): Promise<void>;
};

const small = { max_connections: '60', shared_buffers: '32MB', max_wal_size: '256MB', wal_keep_size: '128MB' };

/** How the standby is called that the primary waits for. */
const follower = 'follower';

/** `prepare` fills the database before it is copied. With `synchronous` each commit waits for the standby. */
export async function openPair(
  folder: string,
  { synchronous, prepare }: { synchronous: boolean; prepare: (ownerUrl: string) => Promise<unknown> },
): Promise<Pair> {
  const [one, other] = [join(folder, 'one'), join(folder, 'other')];
  spawnSync('mkdir', ['-p', one, other]);
  const first = await startPostgres(one, { settings: { fsync: 'off', ...small } });
  await prepare(first.ownerUrl).finally(() => first.stop());
  if (spawnSync('cp', ['-a', join(one, 'postgres'), other]).status !== 0) throw new Error('the copy failed');
  const [primary, standby] = [await serverIn(one), await serverIn(other)];
  const wire = await openWire(primary.socket);
  const close = async () => {
    await Promise.all([primary.stop(), standby.stop()]);
    await wire.close();
  };
  try {
    await writeFile(join(other, 'postgres/data/standby.signal'), '');
    await primary.start({ ...small, synchronous_standby_names: synchronous ? follower : '' });
    const password = (await readFile(join(one, 'postgres/password'), 'utf8')).trim();
    await standby.start({
      ...small,
      wal_retrieve_retry_interval: '200ms',
      primary_conninfo: `host=127.0.0.1 port=${wire.port} user=${superuser} password=${password} application_name=${follower}`,
    });
    await caughtUp(primary);
    return { primary, standby, wire, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Resolves when the standby follows. */
export async function caughtUp(primary: Server): Promise<void> {
  const [{ at } = { at: '' }] = await primary.query<{ at: string }>('select pg_current_wal_lsn()::text as at');
  for (const end = performance.now() + 30_000; performance.now() < end; await sleep(50)) {
    const rows = await primary.query(`select from pg_stat_replication where replay_lsn >= '${at}'`);
    if (rows.length > 0) return;
  }
  throw new Error('The standby does not follow.');
}

async function serverIn(dataDir: string): Promise<Server> {
  const folder = join(dataDir, 'postgres');
  const [programs, runner, data] = [
    await findPrograms(),
    await chooseRunner(folder),
    await realpath(join(folder, 'data')),
  ];
  const sockets = await socketFolder(folder, runner, tmpdir());
  const urlOf = async (login: string, file: string) =>
    `postgresql://${login}:${(await readFile(join(folder, file), 'utf8')).trim()}@localhost/portal?host=${encodeURIComponent(sockets)}`;
  const [url, ownerUrl] = [await urlOf(superuser, 'password'), await urlOf('portal_owner', 'owner-password')];
  const query = async <Row>(text: string) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(text)).rows as Row[];
    } finally {
      await client.end().catch(() => {});
    }
  };
  const signal: Server['signal'] = async (name) => {
    for (const pid of await processesOn(data)) tell(pid, name);
  };
  let before: Readonly<Record<string, string>> = {};
  const start: Server['start'] = async (settings) => {
    before = settings;
    const all = { listen_addresses: '', unix_socket_directories: `"${sockets}"`, fsync: 'off', ...settings };
    const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [command, ...rest] = [...runner.prefix, join(programs, 'bin/postgres'), '-D', data, ...args];
    const log = await open(join(folder, 'log'), 'a');
    const child = spawn(command!, rest, {
      ...(runner.uid === undefined ? {} : { uid: runner.uid, gid: runner.gid! }),
      stdio: ['ignore', log.fd, log.fd],
      env: bareEnvironment(),
      cwd: '/',
    });
    child.unref();
    await log.close();
    await untilItAnswers(query, () => child.exitCode === null, join(folder, 'log'));
  };
  return {
    socket: join(sockets, '.s.PGSQL.5432'),
    url,
    ownerUrl,
    query,
    signal,
    start,
    async restart() {
      // What a killed server leaves behind, and would take for one that runs.
      const socket = join(sockets, '.s.PGSQL.5432');
      for (const file of [join(data, 'postmaster.pid'), socket, `${socket}.lock`]) await rm(file, { force: true });
      await start(before);
    },
    async stop() {
      await signal('SIGCONT');
      await stopProcesses(data);
      if (!sockets.startsWith(folder)) await rm(sockets, { recursive: true, force: true });
    },
  };
}

async function untilItAnswers(query: Server['query'], runs: () => boolean, log: string): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end && runs(); await sleep(50)) {
    const answered = await query('select 1').then(
      () => true,
      () => false,
    );
    if (answered) return;
  }
  throw new Error(`A server did not start:\n${(await readFile(log, 'utf8')).slice(-2_000)}`);
}
