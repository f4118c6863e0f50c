/**
 * Nobody can rely on a backup that was never restored. So once a week one node restores the newest backup into a
 * temporary PostgreSQL and proves the book there. That takes long, so it runs as a process of its own beside the
 * portal. How it ended stands in the row of its job, where the dashboard reads it.
 */
import { spawn } from 'node:child_process';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { auditBook } from '#requests/book.server.ts';
import type { App } from '#server/app.server.ts';
import { backUp } from '#server/backup.server.ts';
import type { Config } from '#server/config.server.ts';
import { withConnection } from '#server/connection.server.ts';
import { lockFile } from '#server/datadir.server.ts';
import { bareEnvironment } from '#server/postgres-install.server.ts';
import type { Job } from '#server/jobs.server.ts';
import { visitDatabase } from '#server/postgres-visit.server.ts';
import { endPostgres, startPostgres } from '#server/postgres.server.ts';
import { whereToRead } from '#server/oldreads.server.ts';
import { restore } from '#server/restore.server.ts';
import { expectedOf, testIsDue, testOfBackup } from './backuptest.store.server.ts';
import { newestSeals, sealWithHead } from './kept.server.ts';

const script = join(import.meta.dirname, '../../scripts/backup-test.ts');

/** The test runs as a process of its own, which finds the embedded database by DATA_DIR, as commands do. */
export function backupTestJob({ db, config, log }: Pick<App, 'db' | 'config' | 'log'>): Job {
  return {
    name: testOfBackup,
    everySeconds: 3_600,
    isDue: async () => {
      const { backupTestEverySeconds: every, dataDir } = config;
      return every !== undefined && testIsDue(db, every, (await freshBackup(dataDir)) !== undefined);
    },
    run: async (stop) => {
      const made = await freshBackup(config.dataDir);
      await beside(config, stop);
      // That one could be made and restored does not mean that anybody makes any.
      const folder = backupsOf(config.dataDir);
      if (!made) log.warn('a backup was made only to be tested: there was none of the last 36 hours', { folder });
    },
  };
}

const backupsOf = (dataDir: string) => join(dataDir, 'backups');

function beside(config: Config, stop: AbortSignal): Promise<void> {
  const { dataDir, databaseUrl, migrateDatabaseUrl, readDatabaseUrl, backupKeys } = config;
  const child = spawn(process.execPath, ['--max-old-space-size=256', script], {
    env: {
      ...bareEnvironment(),
      DATA_DIR: dataDir,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...(migrateDatabaseUrl ? { MIGRATE_DATABASE_URL: migrateDatabaseUrl } : {}),
      ...(readDatabaseUrl ? { READ_DATABASE_URL: readDatabaseUrl } : {}),
      ...(backupKeys ? { BACKUP_KEY: backupKeys.join(',') } : {}),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const leave = () => void child.kill('SIGTERM');
  stop.addEventListener('abort', leave, { once: true });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => (said = (said + bytes.toString()).slice(-2_000)));
  return new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(said.trim().split('\n').at(-1) || `It ended with ${code}.`));
    });
  }).finally(() => stop.removeEventListener('abort', leave));
}

type Say = (sentence: string) => void;
/** `own`: the test made that backup itself, as there was none. */
type Tested = { file: string; at: string; rows: number; checks: number; own: boolean };

/** A backup of last night is fresh enough. If the newest is older, nobody makes backups here, so the test makes one. */
const freshMs = 36 * 3_600_000;

/**
 * Restores the newest backup of DATA_DIR/backups, or one that it makes itself, into a temporary PostgreSQL and proves
 * the book there. Throws where that fails. `stop` ends it and removes everything.
 */
export async function testBackup(config: Config, stop: AbortSignal, say: Say): Promise<Tested> {
  const folder = join(config.dataDir, 'backup-test');
  const turn = await takeTurn(config.dataDir, stop, say);
  const tidy = async () => {
    await endPostgres(folder);
    // A process of it that is the last to end may still write a file.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  const left = new Promise<never>((_resolve, reject) => {
    if (stop.aborted) reject(stopped());
    stop.addEventListener('abort', () => reject(stopped()), { once: true });
  });
  left.catch(() => {});
  try {
    await tidy();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await Promise.race([restoredAndProved(config, folder, say), left]);
  } finally {
    await tidy().finally(() => turn.close());
  }
}

/**
 * One test after the other: each begins by ending what an earlier one left behind, which might be one that somebody has
 * begun by hand.
 */
async function takeTurn(dataDir: string, stop: AbortSignal, say: Say) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (let waits = false; !stop.aborted; await sleep(200)) {
    const turn = await lockFile(join(dataDir, 'backup-test.lock'));
    if (turn) return turn;
    if (!waits) say('Another test of a backup is under way here. This one begins when that one has ended.');
    waits = true;
  }
  throw stopped();
}

const stopped = () => new Error('it was told to stop.');

async function restoredAndProved(config: Config, folder: string, say: Say): Promise<Tested> {
  const made = await freshBackup(config.dataDir);
  const file = made ?? (await makeOne(config, folder, say));
  const scratch = await startPostgres(folder, {
    settings: { fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB', max_connections: '20' },
  });
  const { at, tables } = await restore(scratch.ownerUrl, file, { keys: config.backupKeys });
  const checks = await withConnection(
    scratch.ownerUrl,
    async (restored) => {
      await besideItsPortal(config, (own) => insistOnOwn(own, restored, at));
      return auditBook(restored);
    },
    'agency-portal audit',
  );
  const wrong = checks.find(({ findings }) => findings > 0);
  if (wrong) throw new Error(`the restored book is not in order: ${wrong.check}, ${wrong.shown[0]}`);
  return { file, at, rows: tables.reduce((sum, table) => sum + table.rows, 0), checks: checks.length, own: !made };
}

async function besideItsPortal(config: Config, work: (own: pg.Client) => Promise<void>): Promise<void> {
  const database = await visitDatabase(config);
  try {
    await withConnection(database.url, work);
  } finally {
    await database.stop();
  }
}

/**
 * A book that adds up may still be that of another portal, or of months ago in a file that was copied today. So what
 * the backup says of its time has to be fresh, and either of both books has to have the other's seals.
 */
export async function insistOnOwn(own: pg.ClientBase, restored: pg.ClientBase, at: string): Promise<void> {
  const { fresh, head } = await expectedOf(own, at);
  if (!fresh) throw new Error(`its file is new, but what is in it is of ${at}. Who copies old backups here?`);
  for (const seal of await newestSeals(restored))
    if (!(await sealWithHead(own, seal.head)))
      throw new Error(
        `the portal does not have its seal of the ${seal.of} up to ${seal.upto}. Is it another portal's, or was this one taken back to an earlier moment? Then make a new backup.`,
      );
  if (head !== null && !(await sealWithHead(restored, head)))
    throw new Error(`it lacks the seal ${head}, which the portal had by then. Is it another portal's?`);
}

async function freshBackup(dataDir: string): Promise<string | undefined> {
  const last = await newestBackup(dataDir);
  return last && Date.now() - last.at < freshMs ? last.file : undefined;
}

/** The newest file in DATA_DIR/backups and when it was written, in milliseconds; undefined where there is none. */
export async function newestBackup(dataDir: string): Promise<{ file: string; at: number } | undefined> {
  const folder = backupsOf(dataDir);
  const files = (await readdir(folder).catch(() => [] as string[])).filter((file) => file.endsWith('.backup.gz'));
  const aged = await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name);
      // Whoever removes old ones may do so just now.
      return { file, at: (await stat(file).catch(() => undefined))?.mtimeMs ?? 0 };
    }),
  );
  return aged.filter(({ at }) => at > 0).toSorted((a, b) => b.at - a.at)[0];
}

async function makeOne(config: Config, folder: string, say: Say): Promise<string> {
  const database = await visitDatabase(config);
  try {
    await insistOnRoom(folder, database.url);
    const file = join(folder, 'test.backup.gz');
    const url = await whereToRead(database.url, config.readDatabaseUrl, { say });
    await backUp(url, file, config.backupKeys);
    return file;
  } finally {
    await database.stop();
  }
}

/** Refuses to begin where the disk has too little room: the test must not fill it while the portal runs. */
async function insistOnRoom(folder: string, url: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const size = await withConnection(url, async (client) => {
    const { rows } = await client.query<{ size: string }>('select pg_database_size(current_database()) as size');
    return Number(rows[0]!.size);
  });
  const gb = (bytes: number) => (bytes / 1e9).toFixed(1);
  if (bavail * bsize < size * 2)
    throw new Error(`${gb(bavail * bsize)} GB are free in ${folder}, and it takes ${gb(size * 2)}.`);
}
