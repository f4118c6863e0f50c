/** SQL of transfers that a fork took back after they had been counted for a request. Private to chain/. */
import type { Database } from '#server/database.server.ts';
import { claimant } from './transfers.store.server.ts';

/**
 * Gone, and its request is approved: money that was credited and is not there, or was said to be sent and was not. The
 * same money in another line of its transaction has come after all.
 */
const counted = `t.state = 'Gone' and t.direction <> 'Own' and r.state = 'Approved'
  and not exists (select from transfers o where o.hash = t.hash and o.network = t.network and o.state <> 'Gone'
    and o.recipient = t.recipient and o.amount = t.amount)`;
const from = `from transfers t join requests r on r.id = coalesce(t.request, ${claimant}) and ${counted}`;

export type Lost = {
  id: bigint;
  network: string;
  hash: string;
  amount: string;
  applyId: string;
  direction: 'In' | 'Out';
};

const columns = `t.id, t.network, t.hash, trim_scale(t.amount)::text as amount, r.apply_id as "applyId", t.direction`;

/** Those that were told to nobody. */
export function untoldLost(db: Database): Promise<Lost[]> {
  return db.query<Lost>('lost.untold', `select ${columns} ${from} where t.lost_at is null order by t.id limit 100`);
}

/** Which of these were told to nobody before this moment. */
export async function keepLost(tx: Database, ids: readonly bigint[]): Promise<Set<bigint>> {
  const rows = await tx.query<{ id: bigint }>(
    'lost.keep',
    'update transfers set lost_at = now() where id = any ($1::bigint[]) and lost_at is null returning id',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** How many wait for an admin to have seen them. */
export async function countLost(db: Database): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'lost.count',
    `select count(*)::int as count ${from} where t.lost_at is not null and t.acknowledged_at is null`,
  );
  return row!.count;
}

/** When a fork took back what this request was counted for; null where it stands. */
export async function lostSince(db: Database, request: bigint): Promise<Date | null> {
  const [row] = await db.query<{ at: Date }>(
    'lost.of_request',
    `select t.checked_at as at ${from} where r.id = $1 order by t.id limit 1`,
    [request],
  );
  return row?.at ?? null;
}

/** The transfer, where it waited for that; undefined where it did not. */
export async function acknowledgeLost(
  tx: Database,
  publicId: string,
): Promise<{ hash: string; applyId: string; client: bigint } | undefined> {
  const [row] = await tx.query<{ hash: string; applyId: string; client: bigint }>(
    'lost.acknowledge',
    `update transfers t set acknowledged_at = now() from requests r
     where r.id = coalesce(t.request, ${claimant}) and ${counted}
       and t.public_id = $1 and t.lost_at is not null and t.acknowledged_at is null
     returning t.hash, r.apply_id as "applyId", r.client`,
    [publicId],
  );
  return row;
}
