/** How many requests of a client wait for a decision; one round trip. */
import type { Database } from '#server/database.server.ts';
import { drawersOf, wholeDrawer } from './drawers.server.ts';
import { kindNames } from '#kinds/kinds.ts';

const waiting = drawersOf({ kinds: kindNames, states: ['Pending'] }).join(', ');

/** SQL that counts what waits of a client, who is named by SQL. */
export const waitingOf = (client: string) =>
  `(select count(*)::int from unnest(array[${waiting}]) d (drawer) cross join lateral (${wholeDrawer(client, 'd.drawer')}) waits)`;

export async function openRequestsOf(db: Database, client: bigint): Promise<number> {
  const rows = await db.query<{ count: number }>('requests.waiting', `select ${waitingOf('$1')} as count`, [client]);
  return rows[0]!.count;
}
