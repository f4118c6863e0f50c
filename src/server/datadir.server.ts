/**
 * Only one running portal may use a data folder. The lock is a listening socket in Linux' abstract namespace, named
 * after the folder's inode. The kernel removes it when the process ends in any way, so there are no stale lock files.
 */
import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Thrown when another portal runs on the folder. */
export class DataDirTaken extends Error {}

/** Thrown when the folder can't be made or written to. */
export class DataDirUnusable extends Error {}

type DataDirLock = { release(): Promise<void> };

/** A portal that is just stopping needs a moment to free the folder; one that holds it longer is not stopping. */
const patienceMs = 3_000;

/**
 * Makes the folder where it is missing and takes it for this process, or throws DataDirTaken or DataDirUnusable saying
 * why it can't.
 */
export async function lockDataDir(dataDir: string, patience = patienceMs): Promise<DataDirLock> {
  await makeFolder(dataDir);
  const { dev, ino } = await stat(dataDir);
  const name = `\0agency-portal:${dev}:${ino}`;
  for (const end = Date.now() + patience; ; await sleep(100)) {
    const server = await listen(name);
    if (server) return { release: () => new Promise((done) => server.close(() => done())) };
    if (Date.now() < end) continue;
    const holder = await askHolder(name);
    throw new DataDirTaken(
      `A portal is already running on the data folder ${dataDir}${holder ? ` (process ${holder})` : ''}. Stop it first, or give this one a DATA_DIR and a PORT of its own.`,
    );
  }
}

async function makeFolder(dataDir: string) {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DataDirUnusable(
      `The data folder ${dataDir} can't be used (${(error as Error).message}). Give a DATA_DIR that the user who starts the portal may write to.`,
    );
  }
}

function listen(name: string): Promise<Server | undefined> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end(String(process.pid));
  });
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(undefined) : fail(error),
    );
    server.listen(name, () => done(server.unref()));
  });
}

function askHolder(name: string): Promise<string | undefined> {
  return new Promise((done) => {
    let answer = '';
    const socket = connect(name);
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('data', (bytes) => (answer += bytes.toString().slice(0, 20)));
    socket.on('error', () => done(undefined));
    socket.on('close', () => done(answer));
  });
}
