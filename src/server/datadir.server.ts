/**
 * Only one running portal may use a data folder. The lock is held by the kernel on a file in that folder: only somebody
 * who can write there can take it, and it ends with the process, in whatever way that ends.
 */
import { constants } from 'node:fs';
import { access, lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** Thrown when another portal runs on the folder. */
export class DataDirTaken extends Error {}

/** Thrown when the folder can't be made or written to. */
export class DataDirUnusable extends Error {}

type DataDirLock = { release(): Promise<void> };

/** A portal that is just stopping needs a moment to free the folder; one that holds it longer is running. */
const patienceMs = 3_000;

/**
 * Makes the folder where it is missing and takes it for this process, or throws DataDirTaken or DataDirUnusable saying
 * why it can't.
 */
export async function lockDataDir(dataDir: string, patience = patienceMs): Promise<DataDirLock> {
  await makeFolder(dataDir);
  const pidFile = join(dataDir, 'portal.pid');
  for (const end = Date.now() + patience; ; await sleep(100)) {
    const file = await lockFile(join(dataDir, 'portal.lock')).catch((error: unknown) => refuseFolder(dataDir, error));
    if (file) {
      // The number is only for people to read; whether the folder is taken is decided by the lock.
      await writeFile(pidFile, String(process.pid), { mode: 0o600 });
      return { release: async () => file.close() };
    }
    if (Date.now() < end) continue;
    const holder = (await readFile(pidFile, 'utf8').catch(() => '')).trim();
    throw new DataDirTaken(
      `A portal is already running on the data folder ${dataDir}${/^\d+$/.test(holder) ? ` (process ${holder})` : ''}. Stop it first, or give this one a DATA_DIR and a PORT of its own.`,
    );
  }
}

async function makeFolder(dataDir: string) {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    refuseFolder(dataDir, error);
  }
}

function refuseFolder(dataDir: string, error: unknown): never {
  throw new DataDirUnusable(
    `The data folder ${dataDir} can't be used (${(error as Error).message}). Give a DATA_DIR that the user who starts the portal may write to.`,
  );
}

/**
 * Takes a file until it is closed; undefined where another has it. SQLite is used for its lock only, which is a lock of
 * the kernel on the file itself: only somebody who may write to the folder can take it, and it ends with the process.
 * Nothing is ever written to the file.
 */
export async function lockFile(path: string): Promise<DatabaseSync | undefined> {
  // Written only where it does not exist yet: closing a file ends every lock that this process holds on it.
  await writeFile(path, '', { flag: 'wx', mode: 0o600 }).catch(unlessItExists);
  if (!(await lstat(path)).isFile()) throw new Error(`${path} is no file`);
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('begin immediate');
    return file;
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === heldByAnother) return undefined;
    throw error;
  }
}

/** SQLite's error code SQLITE_BUSY. */
const heldByAnother = 5;

function unlessItExists(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
