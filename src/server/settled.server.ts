/** What was done already is told of once it is safe, as what is done now is. */
import type { Database } from './database.server.ts';

/**
 * Where commits wait for a standby: that of this transaction waits too, though it may have written nothing. Whoever is
 * told that a thing was done already, or is as they want it, is told so by it: what it has read may be of a commit that
 * was not waited for, and could still be lost.
 */
export async function settle(tx: Database): Promise<void> {
  await tx.query('settle', `select pg_logical_emit_message(true, 'portal', 'settled')`);
}

/** What is read here, once it is also on the standby; read and waited for on one server, as the next may be another. */
export function settled<T>(db: Database, read: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    const seen = await read(tx);
    await settle(tx);
    return seen;
  });
}
