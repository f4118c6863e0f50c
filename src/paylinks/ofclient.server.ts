/** All pay links of one client: for the file of their own data, and for the day they leave. */
import type { ClientId } from '#kernel/ids.ts';
import type { Database } from '#server/database.server.ts';
import { listLinks, revokeLink, type PaylinkRow } from './paylinks.store.server.ts';

const limit = 500;

/** Newest first. */
export async function* everyLink(db: Database, client: ClientId, state = ''): AsyncGenerator<PaylinkRow> {
  let after = '';
  for (;;) {
    const { rows } = await listLinks(db, { client, page: 1, limit, q: '', state, up: false, after });
    yield* rows;
    if (rows.length < limit) return;
    after = rows.at(-1)!.publicId;
  }
}

/** Nobody shall pay an account that is closed. Answers how many links were open. */
export async function revokeOpenLinks(tx: Database, client: ClientId): Promise<number> {
  let revoked = 0;
  for await (const link of everyLink(tx, client, 'Open')) revoked += (await revokeLink(tx, link.id)) ? 1 : 0;
  return revoked;
}
