/** A portal of its own process for a bench: on a given database, a free port, and how much memory it takes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type BenchPortal = {
  readonly address: string;
  /** One call, and how long its answer took in milliseconds; throws unless it is 200. */
  get(path: string, token: string): Promise<{ ms: number; body: Record<string, unknown> }>;
  /** Megabytes now, and the most so far. */
  memory(): Promise<{ now: number; most: number }>;
  close(): Promise<void>;
};

export async function spawnPortal(databaseUrl: string): Promise<BenchPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-load-'));
  const main = join(import.meta.dirname, '../src/main.server.ts');
  const { memory } = (await import(join(import.meta.dirname, '../scripts/memory.mjs'))) as { memory: string[] };
  const child = spawn(process.execPath, [...memory, main], {
    env: {
      ...process.env,
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
      SECRET_KEY: 'a-key-for-as-long-as-the-bench-runs',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await listening(child);
  return {
    address,
    async get(path, token) {
      const began = performance.now();
      const response = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
      const text = await response.text();
      const ms = performance.now() - began;
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 400)}`);
      return { ms, body: JSON.parse(text) };
    },
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
      return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
    },
    async close() {
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve).kill());
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The address that the portal prints when it is ready. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /ready at (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The portal ended before it listened:\n${said}`)));
  });
}
