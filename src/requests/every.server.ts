/** All rows of a list, one after the other, for files that hold more than a page. */
import { inBatches } from '#server/batches.server.ts';
import type { Database } from '#server/database.server.ts';
import { listRequests, type ListedRequest, type Listing } from './list.server.ts';

export function everyRequest(
  db: Database,
  listing: Omit<Listing, 'page' | 'limit' | 'after'>,
): AsyncGenerator<ListedRequest> {
  return inBatches(async (last, limit) => (await listRequests(db, { ...listing, limit, after: last?.applyId })).rows);
}
