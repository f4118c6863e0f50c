/** How many requests of a client wait for a decision, or to be paid; one round trip. */
import type { Database } from '#server/database.server.ts';
import { kindsOfClients } from './hidden.ts';
import { listKeysOf, wholeList } from './listkeys.server.ts';
import { kindNames, type KindName } from '#kinds/kinds.ts';
import { waitingStates } from '#kinds/life.ts';

/** SQL that counts what waits of a client, who is given as SQL. */
export const waitingOf = (client: string, kinds: readonly KindName[] = kindNames) =>
  `(select count(*)::int from unnest(array[${listKeysOf({ kinds, states: waitingStates }).join(', ')}]) l (key)
   cross join lateral (${wholeList(client, 'l.key')}) waits)`;

/** All of them, or those that the client may know of. */
export async function openRequestsOf(db: Database, client: bigint, which: 'all' | 'shown' = 'all'): Promise<number> {
  const kinds = which === 'all' ? kindNames : kindsOfClients;
  const text = `select ${waitingOf('$1', kinds)} as count`;
  const rows = await db.query<{ count: number }>(`requests.waiting ${which}`, text, [client]);
  return rows[0]!.count;
}
