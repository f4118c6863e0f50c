/** A portal process for long measurements: on a given database, with its heap to be asked for. */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes, and milliseconds of a core. */
export type Memory = { rss: number; heapUsed: number; external: number; cpuMs: number };
export type Soaked = { port: number; memory(): Promise<Memory>; close(): Promise<void> };

export async function forkPortal(databaseUrl: string): Promise<Soaked> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-soak-'));
  const child = fork(join(import.meta.dirname, '../src/main.server.ts'), {
    execArgv: ['--expose-gc', '--import', join(import.meta.dirname, 'heap.ts')],
    env: {
      ...process.env,
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'error', NODE_ENV: 'production' },
      SECRET_KEY: 'a-key-for-as-long-as-the-bench-runs',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    let said = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /ready at http:\/\/[^:]+:(\d+)/.exec(said)?.[1];
      if (found) resolve(Number(found));
    });
    child.once('exit', () => reject(new Error(`The portal ended before it listened:\n${said}`)));
  });
  return {
    port,
    memory: () =>
      new Promise((resolve) => {
        child.once('message', (memory) => resolve(memory as Memory));
        child.send('memory');
      }),
    async close() {
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve).kill());
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
