import type { ClientId } from '#kernel/ids.ts';
import type { Database } from '#server/database.server.ts';
import { listAccounts } from './accounts.store.server.ts';

/**
 * The newest ad accounts whose Ads ID or nickname holds the text, of everybody also those whose client's name does; one
 * round trip.
 */
export async function findAccounts(db: Database, q: string, limit: number, client?: ClientId) {
  const list = { client, platform: '', state: '', q, up: false, page: 1, limit, after: '' } as const;
  const rows = await listAccounts(db, list);
  return rows.map(
    ({ publicId, platform, adsId, nickname, state, balanceCents, clientPublicId, clientName, applyId }) => ({
      _id: publicId,
      platform,
      adsId,
      nickname,
      state,
      balance: balanceCents,
      applyId,
      userId: { _id: clientPublicId, username: clientName },
    }),
  );
}
