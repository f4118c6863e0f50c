/**
 * The data folder belongs to one running portal at a time. The lock is a listening socket in Linux' abstract namespace, named
 * after the folder's inode: the kernel takes it back when its process ends, however it ends, so that no stale lock file can
 * ever keep a portal from starting.
 */
import { mkdir, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';

/** Thrown when another portal runs on the folder. */
export class DataDirTaken extends Error {}

export type DataDirLock = { release(): Promise<void> };

/** Makes the folder where it is missing and takes it for this process, or throws DataDirTaken naming who has it. */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const { dev, ino } = await stat(dataDir);
  const name = `\0agency-portal:${dev}:${ino}`;
  for (let attempt = 1; ; attempt += 1) {
    const server = await listen(name);
    if (server) return { release: () => new Promise((done) => server.close(() => done())) };
    const holder = await askHolder(name);
    // Nobody answers: the holder ended between the two calls, so the name is free now.
    if (holder === undefined && attempt < 5) continue;
    throw new DataDirTaken(
      `A portal is already running on the data folder ${dataDir}${holder ? ` (process ${holder})` : ''}. Stop it first, or give this one a DATA_DIR and a PORT of its own.`,
    );
  }
}

function listen(name: string): Promise<Server | undefined> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end(String(process.pid));
  });
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? done(undefined) : fail(error)));
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
