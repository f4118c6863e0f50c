/** One portal node as a process of its own, which the harness may kill, stop, freeze and give a wrong clock. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type PortalNode = {
  readonly name: string;
  readonly port: number;
  /** Bugs it has reported and starts that failed, in its own words. */
  readonly complaints: string[];
  /** Its whole log so far. */
  readonly log: string[];
  readonly running: boolean;
  /** Resolves when the process is under way; `ready` tells when it serves. */
  start(): void;
  /** True once /readyz answers 200; false when it did not within `patienceMs`. */
  ready(patienceMs: number): Promise<boolean>;
  signal(signal: NodeJS.Signals): void;
  /** Resolves when the process has ended, with its exit code, null for a signal. */
  ended(): Promise<number | null>;
  skew(ms: number): void;
  pid(): number | undefined;
};

type NodeSettings = { name: string; databaseUrl: string; dataDir: string; env?: Record<string, string> };

const main = join(import.meta.dirname, '../src/main.server.ts');
const skewer = join(import.meta.dirname, 'skew.ts');
const compiled = join(import.meta.dirname, '../node_modules/.cache/compiled');

/** A node that is not started yet, on a port that it keeps over all its restarts. */
export async function makeNode({ name, databaseUrl, dataDir, env = {} }: NodeSettings): Promise<PortalNode> {
  const port = await freePort();
  await mkdir(dataDir, { recursive: true });
  const log: string[] = [];
  const complaints: string[] = [];
  let child: ChildProcess | undefined;
  let ended: Promise<number | null> = Promise.resolve(null);
  const hear = (bytes: Buffer) => {
    for (const line of bytes.toString().split('\n').filter(Boolean)) {
      if (log.push(line) > 5_000) log.shift();
      if (/unexpected error|"level":"(error|fatal)"|Uncaught|unhandled/i.test(line))
        complaints.push(`${name}: ${line.slice(0, 1500)}`);
    }
  };
  return {
    name,
    port,
    complaints,
    log,
    get running() {
      return child !== undefined && child.exitCode === null && child.signalCode === null;
    },
    start() {
      child = spawn(process.execPath, ['--import', skewer, main], {
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          // As `npm start` does: the second start of a node takes half of the first one's work.
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? compiled,
          ...standing,
          DATABASE_URL: databaseUrl,
          DATA_DIR: dataDir,
          PORT: String(port),
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      child.on('error', () => {});
      const mine = child;
      ended = new Promise((resolve) => mine.once('exit', (code) => resolve(code)));
      for (const stream of [child.stdout!, child.stderr!]) stream.on('data', hear);
    },
    ready: (patienceMs) => untilReady(port, patienceMs, () => child?.exitCode === null && child.signalCode === null),
    signal: (signal) => void child?.kill(signal),
    ended: () => ended,
    skew: (skewMs) => void (child?.connected && child.send({ skewMs })),
    pid: () => child?.pid,
  };
}

const standing = {
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'info',
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://portal.test',
  ADMIN_EMAIL: 'first@admin.test',
  ADMIN_PASSWORD: 'correct horse battery',
  // Nodes on one database share one key.
  SECRET_KEY: 'for-the-harness-only/0123456789abcdefghij=',
};

async function untilReady(port: number, patienceMs: number, running: () => boolean): Promise<boolean> {
  for (const end = performance.now() + patienceMs; performance.now() < end && running(); await sleep(50))
    if (await isReady(port)) return true;
  return false;
}

export async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => (await answer.text(), answer.status === 200),
    () => false,
  );
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
