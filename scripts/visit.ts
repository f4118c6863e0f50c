/** Runs a command on the portal's database (DATA_DIR or DATABASE_URL) as its owner, also while the portal runs. */
import type pg from 'pg';
import { readConfig } from '#server/config.server.ts';
import { withConnection } from '#server/connection.server.ts';
import { visitDatabase } from '#server/postgres.server.ts';

export async function onDatabase<T>(command: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const database = await visitDatabase(readConfig(process.env));
  return withConnection(database.url, work, `agency-portal ${command}`).finally(() => database.stop());
}
