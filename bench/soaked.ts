/** A portal process for long measurements: on a given database, with its heap to be asked for, and people who are signed in. */
import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

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

/** Sessions for `many` people from this internal number on; passwords are slow on purpose and measured elsewhere. */
export async function seat(url: string, from: bigint, many: number): Promise<string[]> {
  const tokens = Array.from({ length: many }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  await withOwner(url, (owner) =>
    owner.query(
      `insert into sessions (public_id, token_hash, user_id, address, agent, expires_at)
       select 'SO-' || $2 || '-' || n, hash, $2::bigint + n - 1, '127.0.0.1', 'bench', now() + interval '1 day' from unnest($1::bytea[]) with ordinality t (hash, n)`,
      [hashes, String(from)],
    ),
  );
  return tokens;
}

export async function withOwner<T>(url: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  return work(owner).finally(() => owner.end());
}
