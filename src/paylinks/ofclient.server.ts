/** All pay links of one client: for the file of their own data, and for the day they leave. */
import type { ClientId } from '#kernel/ids.ts';
import { inBatches } from '#server/batches.server.ts';
import type { Database } from '#server/database.server.ts';
import { listLinks, revokeLink, type Listing, type PaylinkRow } from './paylinks.store.server.ts';

/** In the order of the list. */
export function everyLink(
  db: Database,
  listing: Omit<Listing, 'page' | 'limit' | 'after'>,
): AsyncGenerator<PaylinkRow> {
  return inBatches(async (last, limit) => {
    const { rows } = await listLinks(db, { ...listing, page: 1, limit, after: last?.publicId ?? '' });
    return rows;
  });
}

/** Newest first, of one state or of all. */
export function linksOf(db: Database, client: ClientId, state = ''): AsyncGenerator<PaylinkRow> {
  return everyLink(db, { client, q: '', state, up: false });
}

/** Nobody shall pay an account that is closed. Answers how many links were open. */
export async function revokeOpenLinks(tx: Database, client: ClientId): Promise<number> {
  let revoked = 0;
  for await (const link of linksOf(tx, client, 'Open')) revoked += (await revokeLink(tx, link.id)) ? 1 : 0;
  return revoked;
}
