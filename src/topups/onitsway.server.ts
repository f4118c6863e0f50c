/** What may still arrive for a client. None of it could be booked once they have left. */
import type { ClientId } from '#kernel/ids.ts';
import type { Database } from '#server/database.server.ts';
import { pairsOf } from './arrivals.server.ts';
import { awaitedDeclarations } from './declarations.store.server.ts';
import { stateOf, type OnItsWay } from './declarations.ts';

export async function onItsWayTo(db: Database, client: ClientId): Promise<OnItsWay> {
  const pairs = await pairsOf(db, await awaitedDeclarations(db, client));
  const open = pairs.flatMap(({ declaration, transfer }) =>
    transfer === undefined && stateOf(declaration) === 'Open' ? [declaration.paylink] : [],
  );
  return {
    arriving: pairs.filter(({ transfer }) => transfer !== undefined).length,
    own: open.filter((paylink) => paylink === null).length,
    links: new Set(open.filter((paylink) => paylink !== null)).size,
  };
}
