/** How long ad accounts last, for whoever shows it. */
import type { Runway } from '#ledger/runway.ts';
import type { Database } from '#server/database.server.ts';
import { lastingOf } from './runway.store.server.ts';

/** By the number of the account; one round trip. */
export async function runwaysOf(db: Database, accounts: readonly bigint[]): Promise<Map<bigint, Runway>> {
  const lasting = await lastingOf(db, { accounts }, new Date());
  return new Map(lasting.map(({ id, runway }) => [id, runway]));
}
