/**
 * Runs a command on the portal's database (DATA_DIR or DATABASE_URL) as its owner, also while the portal runs; one that
 * only reads, and for long, on the standby at READ_DATABASE_URL where there is one that will do.
 */
import type pg from 'pg';
import { readConfig } from '#server/config.server.ts';
import { withConnection } from '#server/connection.server.ts';
import { whereToRead } from '#server/oldreads.server.ts';
import { visitDatabase } from '#server/postgres-visit.server.ts';

export async function onDatabase<T>(
  command: string,
  work: (client: pg.Client) => Promise<T>,
  { readsLong = false, beside = false } = {},
): Promise<T> {
  const config = readConfig(process.env);
  const database = await visitDatabase(config, { beside });
  try {
    const standby = readsLong ? config.readDatabaseUrl : undefined;
    const url = await whereToRead(database.url, standby, { say: (sentence) => console.log(sentence) });
    return await withConnection(url, work, `agency-portal ${command}`);
  } finally {
    await database.stop();
  }
}
