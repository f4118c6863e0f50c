/** All rows of a list, one after the other, for files that hold more than a page. */
import type { Database } from '#server/database.server.ts';
import { listRequests, type ListedRequest, type Listing } from './list.server.ts';

const batch = 1_000;

/** Reads batch after batch, so that a list of any length takes no more memory than one batch. */
export async function* everyRequest(
  db: Database,
  listing: Omit<Listing, 'page' | 'limit' | 'after'>,
): AsyncGenerator<ListedRequest> {
  let after: string | undefined;
  for (;;) {
    const { rows } = await listRequests(db, { ...listing, limit: batch, after });
    yield* rows;
    if (rows.length < batch) return;
    after = rows.at(-1)!.applyId;
  }
}
