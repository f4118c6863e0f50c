/** The portal that a bench measures, on a given database, and how much memory it takes. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { memory } from '../scripts/memory.mjs';
import { spawnPortal, type SpawnedPortal } from '../scripts/portal.ts';

const secrets = { SECRET_KEY: 'a-key-for-as-long-as-the-bench-runs' };

export type BenchPortal = SpawnedPortal & {
  /** One call, and how long its answer took in milliseconds; throws unless it is 200. */
  get(path: string, token: string): Promise<{ ms: number; body: Record<string, unknown> }>;
  memory(): ReturnType<typeof memoryOf>;
};

export async function portalOn(databaseUrl: string): Promise<BenchPortal> {
  const portal = await spawnPortal({ DATABASE_URL: databaseUrl, ...secrets }, memory);
  return {
    ...portal,
    async get(path, token) {
      const began = performance.now();
      const response = await fetch(portal.address + path, { headers: { authorization: `Bearer ${token}` } });
      const text = await response.text();
      const ms = performance.now() - began;
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 400)}`);
      return { ms, body: JSON.parse(text) };
    },
    memory: () => memoryOf(portal.child.pid!),
  };
}

/** Megabytes now, and the most so far. */
export async function memoryOf(pid: number): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
}

/** Seconds of a core that a process has used so far; the kernel counts hundredths. */
export async function coreSecondsOf(pid: number): Promise<number> {
  const [user, system] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

/** Bytes, and milliseconds of a core. */
export type Heap = { rss: number; heapUsed: number; external: number; cpuMs: number };

/** For long measurements: what the heap holds once everything unused is thrown away can be asked for (heap.ts). */
export async function portalWithHeap(
  databaseUrl: string,
): Promise<SpawnedPortal & { port: number; heap(): Promise<Heap> }> {
  const env = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', NODE_ENV: 'production', ...secrets };
  const portal = await spawnPortal(env, [...memory, '--expose-gc', '--import', join(import.meta.dirname, 'heap.ts')]);
  return {
    ...portal,
    port: Number(new URL(portal.address).port),
    heap: () =>
      new Promise((resolve) => {
        portal.child.once('message', (heap) => resolve(heap as Heap));
        portal.child.send('memory');
      }),
  };
}

/** Says how this part of the bench can be had where the pages are not built yet. */
export function areBuilt(part: string): boolean {
  const built = existsSync(join(import.meta.dirname, '../build/pages.json'));
  if (!built) console.log(`  The pages are not built: \`npm run build\`, then \`npm run bench -- ${part}\`.`);
  return built;
}
