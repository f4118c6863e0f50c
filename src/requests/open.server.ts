/** How many requests of a client wait for a decision, or to be paid; one round trip. */
import type { Database } from '#server/database.server.ts';
import { listKeysOf, wholeList } from './listkeys.server.ts';
import { kindNames } from '#kinds/kinds.ts';
import { waitingStates } from '#kinds/life.ts';

const waiting = listKeysOf({ kinds: kindNames, states: waitingStates }).join(', ');

/** SQL that counts what waits of a client, who is given as SQL. */
export const waitingOf = (client: string) =>
  `(select count(*)::int from unnest(array[${waiting}]) l (key)
   cross join lateral (${wholeList(client, 'l.key')}) waits)`;

export async function openRequestsOf(db: Database, client: bigint): Promise<number> {
  const rows = await db.query<{ count: number }>('requests.waiting', `select ${waitingOf('$1')} as count`, [client]);
  return rows[0]!.count;
}
