/** What was done already is told of once it is safe, as what is done now is. */
import type { Database } from './database.server.ts';

/**
 * Where commits wait for a standby: this one waits too, a transaction's or a statement's of its own, though it may have
 * written nothing. Whoever is told that a thing was done already, or is as they want it, is told so behind it: what was
 * read may be of a commit that was not waited for, and could still be lost.
 */
export async function awaitStandby(db: Database): Promise<void> {
  await db.query('standby.await', `select pg_logical_emit_message(true, 'portal', 'seen')`);
}

/** What is read here, once it is also on the standby; read and waited for on one server, as the next may be another. */
export function onStandby<T>(db: Database, read: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    const seen = await read(tx);
    await awaitStandby(tx);
    return seen;
  });
}
