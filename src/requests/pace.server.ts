/** How much each admin decided in a span of time, and how long that took; read by the index of who decided. */
import { kinds, type KindName } from '#kinds/kinds.ts';
import type { Database } from '#server/database.server.ts';
import { lateSql } from './late.server.ts';

export type Pace = {
  admin: string;
  username: string;
  kind: KindName;
  count: number;
  /**
   * Time from asking to deciding: half of the requests took no longer than the median, and nine of ten no longer than
   * p90.
   */
  medianSeconds: number;
  p90Seconds: number;
  late: number;
};

const isLate = kinds.map((kind) => `when '${kind.name}' then ${lateSql(kind, 'decided_at')}`).join(' ');

export function paceOfAdmins(db: Database, from: Date, to: Date): Promise<Pace[]> {
  return db.query<Pace>(
    'requests.pace',
    `select p.public_id as admin, p.name as username, d.kind, count(*)::int as count,
       percentile_cont(0.5) within group (order by d.seconds)::float8 as "medianSeconds",
       percentile_cont(0.9) within group (order by d.seconds)::float8 as "p90Seconds",
       count(*) filter (where d.late)::int as late
     from people p cross join lateral (
       select kind, extract(epoch from decided_at - created_at) as seconds, case kind ${isLate} end as late
       from requests where (decided_by, decided_at) >= (p.id, $1::timestamptz)
         and (decided_by, decided_at) < (p.id, $2::timestamptz) and decided_by is not null
         and state <> 'Cancelled') d
     where p.admin_role is not null
     group by p.id, d.kind order by lower(p.name), p.id, d.kind`,
    [from, to],
  );
}

/** How many requests were made and decided since a moment, for the admin who takes over. */
export async function sinceMoment(db: Database, from: Date): Promise<{ asked: number; decided: number }> {
  const rows = await db.query<{ asked: number; decided: number }>(
    'requests.since',
    `select (select count(*)::int from requests where created_at >= $1) as asked,
       (select count(*)::int from people p cross join lateral (select from requests
         where (decided_by, decided_at) >= (p.id, $1::timestamptz)
           and (decided_by, decided_at) <= (p.id, 'infinity'::timestamptz) and decided_by is not null) d
         where p.admin_role is not null) as decided`,
    [from],
  );
  return rows[0]!;
}
