/**
 * Commands beside the portal (audit, backup …) read the database that it runs, or run it themselves where it does not.
 * Whoever runs it holds the data folder, and no portal can start before they are done.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.server.ts';
import { withConnection } from './connection.server.ts';
import { DataDirTaken } from './datadir.server.ts';
import { holdDatabase, ownerUrl, type Postgres } from './postgres.server.ts';

type Visit = {
  /** Only beside a portal: waits for one that is about to start, and never holds the folder in its place. */
  beside?: boolean;
  patienceMs?: number;
};

/**
 * The owner's URL of a database that answers: of a running portal's, else of one that runs until `stop`. A portal that
 * starts is waited for: 60 s, five minutes `beside` it, and as long as its PostgreSQL says that it is on its way.
 */
export async function visitDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 'migrateDatabaseUrl'>>,
  { beside = false, patienceMs = beside ? 300_000 : 60_000 }: Visit = {},
): Promise<Pick<Postgres, 'url' | 'stop'>> {
  // With the owner's login: reading the whole database, or restoring it, is not what the portal's own login is for.
  if (config.databaseUrl) return { url: config.migrateDatabaseUrl ?? config.databaseUrl, stop: async () => {} };
  const nobody = beside
    ? `no database of a running portal answers in the data folder ${config.dataDir}`
    : `another process has the data folder ${config.dataDir}, and no database answers there`;
  for (let end = Date.now() + patienceMs; ; await sleep(100)) {
    const held = beside ? undefined : await holdUnlessTaken(config);
    if (held) return held;
    const seen = await running(config.dataDir);
    if ('url' in seen) return { url: seen.url, stop: async () => {} };
    if (seen.onItsWay) end = Date.now() + patienceMs;
    if (Date.now() < end) continue;
    throw new Error(`${nobody}: ${seen.error.message}`);
  }
}

async function holdUnlessTaken(config: Pick<Config, 'dataDir' | 'databaseUrl'>) {
  try {
    return await holdDatabase(config, {}, 0);
  } catch (error) {
    if (error instanceof DataDirTaken) return undefined;
    throw error;
  }
}

/** What may run on a folder that somebody else holds: at its first start not even the login is there at once. */
async function running(dataDir: string): Promise<{ url: string } | { error: Error; onItsWay: boolean }> {
  try {
    const url = await ownerUrl(dataDir);
    await withConnection(url, (client) => client.query('select'));
    return { url };
  } catch (error) {
    // After a crash it replays its journal first, which takes as long as it takes.
    return { error: error as Error, onItsWay: (error as { code?: string }).code === '57P03' };
  }
}
