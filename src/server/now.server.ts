/** What all nodes take for now where days of money depend on it: a node's own clock may be wrong by hours. */
import type { Database } from './database.server.ts';

export async function databaseNow(db: Database): Promise<Date> {
  const [row] = await db.query<{ now: Date }>('now', 'select now() as now');
  return row!.now;
}
