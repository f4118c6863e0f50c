/** SQL of who has which request open. Private to queue/. */
import type { Database } from '#server/database.server.ts';

/** Says which request an admin has open; true where that is another one than before. */
export async function lookAt(db: Database, admin: bigint, applyId: string): Promise<boolean> {
  const rows = await db.query<{ changed: boolean }>(
    'queue.look',
    `with before as (select apply_id from request_looks where admin = $1 and at > now() - interval '30 seconds')
     insert into request_looks (admin, apply_id) values ($1, $2)
     on conflict (admin) do update set apply_id = excluded.apply_id, at = now()
     returning coalesce((select apply_id from before), '') <> $2 as changed`,
    [admin, applyId],
  );
  return rows[0]!.changed;
}

/** Which of these requests another admin has open: apply id to name. */
export async function lookedAt(db: Database, self: bigint, applyIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ applyId: string; username: string }>(
    'queue.looked_at',
    `select l.apply_id as "applyId", u.name as username from request_looks l join people u on u.id = l.admin
     where l.apply_id = any($2::text[]) and l.admin <> $1 and l.at > now() - interval '30 seconds'`,
    [self, applyIds],
  );
  return new Map(rows.map((row) => [row.applyId, row.username]));
}
