/** What is tortured: one PostgreSQL with everything on that a real one has on, nodes of the portal, and a wire from each to it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isDatabaseAway } from '#server/database.server.ts';
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

export type WorldOptions = { nodes: number; diskMegabytes?: number; env?: Record<string, string>; say?: (sentence: string) => void };

/** Starts the database and `nodes` nodes, which all serve when this resolves. */
export async function makeWorld({ nodes: many, diskMegabytes = 512, env = {}, say = () => {} }: WorldOptions): Promise<World> {
  if (!existsSync(join(builtPages, 'pages.json'))) throw new Error('The nodes serve pages, which are not built yet: npm run build.');
  const disk = await openDisk(diskMegabytes);
  const postgres = await startPostgres(disk.folder, {
    settings: { max_wal_size: '96MB', min_wal_size: '32MB', wal_recycle: 'off', max_connections: '60', shared_buffers: '64MB' },
    log: say,
  });
  const socket = join(new URL(postgres.url).searchParams.get('host')!, '.s.PGSQL.5432');
  const names = Array.from({ length: many }, (_, n) => String.fromCodePoint(97 + n));
  const wires = await Promise.all(names.map(() => openWire(socket)));
  const nodes = await Promise.all(
    names.map((name, n) =>
      makeNode({ name, databaseUrl: through(postgres.url, wires[n]!.port), dataDir: join(disk.folder, '..', name), env }),
    ),
  );
  for (const node of nodes) node.start();
  const served = await Promise.all(nodes.map((node) => node.ready(60_000)));
  const world: World = {
    ...{ postgres, disk, nodes, wires },
    asOwner: (work) => asOwner(postgres.url, work),
    async close() {
      for (const node of nodes) node.signal('SIGKILL');
      await Promise.all(nodes.map((node) => node.ended()));
      await Promise.all(wires.map((wire) => wire.close()));
      await postgres.stop();
      await disk.remove();
    },
  };
  if (served.includes(false)) {
    const said = nodes.flatMap((node) => node.log.slice(-20).map((line) => `${node.name}: ${line}`)).join('\n');
    await world.close();
    throw new Error(`A node did not start:\n${said}`);
  }
  return world;
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
    const client = new pg.Client({ connectionString: url, application_name: 'torture', connectionTimeoutMillis: 10_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > end) throw error;
    }
  }
}
