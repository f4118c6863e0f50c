/** Which rejected requests need nothing of their client any more, because they were sent again. */
import { states } from '#kinds/life.ts';
import type { Database } from '#server/database.server.ts';
import { reading } from './listkeys.server.ts';

const { where } = reading('l.key', { client: 'r.client', up: true, beside: 'r.id' });
const lists = states.map((state) => `replace(r.list_key, 'Rejected', '${state}')`).join(', ');

/**
 * Of these requests those with one of the same client, kind and platform that was asked for after they were rejected,
 * and has their total or names their transfer; one round trip.
 */
export async function sentAgain(db: Database, applyIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (applyIds.length === 0) return new Set();
  const rows = await db.query<{ applyId: string }>(
    'requests.sent_again',
    `select r.apply_id as "applyId" from requests r where r.apply_id = any ($1::text[]) and exists (
       select from unnest(array[${lists}]) l (key) cross join lateral (
         select created_at, total_cents, transaction_id from requests where ${where}) later
        where later.created_at > r.decided_at
          and (later.total_cents = r.total_cents or later.transaction_id = r.transaction_id))`,
    [applyIds],
  );
  return new Set(rows.map(({ applyId }) => applyId));
}
