/**
 * The system under test: one PostgreSQL with production settings (fsync is on), nodes of the portal, and from each node
 * a wire to the database.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { busyFactor } from '#server/busy.testing.server.ts';
import { isDatabaseAway } from '#server/away.server.ts';
import { builtPages } from '#portal.server.ts';
import { startPostgres, type Postgres } from '#server/postgres.server.ts';
import { openDisk, type Disk } from './disk.ts';
import { makeNode, type PortalNode } from './node.ts';
import { openWire, type Wire } from './wire.ts';

export type World = {
  readonly postgres: Postgres;
  readonly disk: Disk;
  readonly nodes: readonly PortalNode[];
  /** The wire of the node in the same place. */
  readonly wires: readonly Wire[];
  /** The owner's own way to the database, past the wires. */
  asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

type WorldOptions = {
  nodes: number;
  diskMegabytes?: number;
  env?: Record<string, string>;
  say?: (sentence: string) => void;
};

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Starts the database and `nodes` nodes, which all serve when this resolves. */
export async function makeWorld(options: WorldOptions): Promise<World> {
  if (!existsSync(join(builtPages, 'pages.json')))
    throw new Error('The nodes serve pages, which are not built yet: npm run build.');
  const made: (() => Promise<unknown>)[] = [];
  const undoAll = async () => {
    for (const signal of signals) process.off(signal, interrupted);
    for (const undo of made.toReversed()) await undo();
  };
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= undoAll());
  const building = build(options, made);
  // PostgreSQL and the nodes outlive whoever started them, and a disk stays mounted: an interrupted run takes them
  // along.
  const interrupted = () =>
    void building
      .catch(() => {})
      .then(close)
      .finally(() => process.exit(130));
  for (const signal of signals) process.on(signal, interrupted);
  try {
    return { ...(await building), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Adds to `made` a function that removes each thing it makes. */
async function build(
  { nodes: many, diskMegabytes = 512, env = {}, say = () => {} }: WorldOptions,
  made: (() => Promise<unknown>)[],
): Promise<Omit<World, 'close'>> {
  const disk = await openDisk(diskMegabytes);
  made.push(() => disk.remove());
  const postgres = await startPostgres(disk.folder, {
    settings: {
      max_wal_size: '96MB',
      min_wal_size: '32MB',
      wal_recycle: 'off',
      max_connections: '60',
      shared_buffers: '64MB',
    },
    log: say,
  });
  made.push(() => postgres.stop());
  const socket = join(new URL(postgres.url).searchParams.get('host')!, '.s.PGSQL.5432');
  const names = Array.from({ length: many }, (_, n) => String.fromCodePoint(97 + n));
  const wires = await Promise.all(names.map(() => openWire(socket)));
  made.push(() => Promise.all(wires.map((wire) => wire.close())));
  const nodes = await Promise.all(
    names.map((name, n) =>
      makeNode({
        name,
        databaseUrl: through(postgres.url, wires[n]!.port),
        dataDir: join(disk.folder, '..', name),
        env,
      }),
    ),
  );
  for (const node of nodes) node.start();
  made.push(() => {
    for (const node of nodes) node.signal('SIGKILL');
    return Promise.all(nodes.map((node) => node.ended()));
  });
  const served = await Promise.all(nodes.map((node) => node.ready(60_000 * busyFactor())));
  if (served.includes(false)) {
    const said = nodes.flatMap((node) => node.log.slice(-20).map((line) => `${node.name}: ${line}`)).join('\n');
    throw new Error(`A node did not start:\n${said}`);
  }
  return { postgres, disk, nodes, wires, asOwner: (work) => asOwner(postgres.url, work) };
}

/** The same database over TCP, by way of a wire. */
export function through(url: string, port: number): string {
  const there = new URL(url);
  there.searchParams.delete('host');
  there.host = `127.0.0.1:${port}`;
  return there.href;
}

/** Waits for a database that is on its way back; what breaks in the middle of `work` is the caller's to judge. */
export async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await reach(url);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function reach(url: string): Promise<pg.Client> {
  for (const end = performance.now() + 20_000; ; await sleep(100)) {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'torture',
      connectionTimeoutMillis: 10_000,
      // Whoever asks a machine that is gone hears nothing.
      query_timeout: 60_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > end) throw error;
    }
  }
}
