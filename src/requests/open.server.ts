/** How many requests of a client wait for a decision; one round trip. */
import type { Database } from '#server/database.server.ts';

export async function openRequestsOf(db: Database, client: bigint): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'requests.open',
    `select count(*)::int as count from requests where client = $1 and state = 'Pending'`,
    [client],
  );
  return rows[0]!.count;
}
