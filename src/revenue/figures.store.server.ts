/** SQL of the figures of a span, from what is rolled up and the little that came after it. Private to revenue/. */
import { insist } from '#kernel/refusal.ts';
import type { Cents } from '#kernel/money.ts';
import { sendsMoney } from '#kinds/facts.ts';
import { kindsWhere } from '#kinds/kinds.ts';
import { waitingStates } from '#kinds/life.ts';
import { listKeysOf } from '#requests/listkeys.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Span } from './figures.ts';
import { beyond, counting, near, rolledUp } from './revenue.store.server.ts';

/** What a day brought in by one platform, or over one network; `part` is empty where none is named. */
export type DayPart = { what: 'platform' | 'in' | 'out'; day: string; part: string; cents: Cents };

/** `$1` is the zone. Nothing of the book is read where too much of it came after the roll-up. */
const tail = `tail as materialized (select f.* from (select ${rolledUp} as done where ${near}) r
  cross join lateral figures_of(r.done, ${beyond}, $1) f)`;

/** One round trip. */
export async function partsOf(db: Database, zone: string, { from, to }: Span): Promise<DayPart[]> {
  const rows = await db.query<DayPart & { near: boolean }>(
    'figures.parts',
    `with ${tail}, counted as (
       select what, day, part, cents from day_figures
       where zone = $1 and what = any (array['platform', 'in', 'out']) and day >= $2::date and day <= $3::date
       union all
       select what, day, part, cents from tail
       where what in ('platform', 'in', 'out') and day >= $2::date and day <= $3::date),
     days as (select what, day::text as day, part, sum(cents)::bigint as cents from counted group by 1, 2, 3)
     select d.*, ${near} as near from (values (1)) always left join days d on true`,
    [zone, from, to],
  );
  insist(rows.every((row) => row.near) ? undefined : counting);
  return rows.filter(({ what }) => what !== null);
}

export type ClientFigure = { publicId: string; username: string; revenue: Cents; before: Cents };

/**
 * Clients who brought something in the span or before it, most first, and how many they are. One round trip, without a
 * `limit` too: several would each see another moment, and a client who moves up or down meanwhile would stand in the
 * list twice or not at all.
 */
export async function clientsOf(
  db: Database,
  zone: string,
  { span, before }: { span: Span; before: Span },
  limit: number | null,
): Promise<(ClientFigure & { total: number })[]> {
  const rows = await db.query<ClientFigure & { total: number; near: boolean }>(
    'figures.clients',
    `with ${tail}, counted as (
       select day, part, cents from day_figures
       where zone = $1 and what = 'client' and day >= $2::date and day <= $4::date
       union all
       select day, part, cents from tail where what = 'client' and day >= $2::date and day <= $4::date),
     clients_of as (select part, coalesce(sum(cents) filter (where day >= $3::date), 0)::bigint as revenue,
         coalesce(sum(cents) filter (where day < $3::date), 0)::bigint as before from counted group by part),
     shown as (select *, count(*) over ()::int as total from clients_of
       order by revenue desc, before desc, part limit $5)
     select c.public_id as "publicId", c.name as username, s.revenue, s.before, s.total, ${near} as near
     from (values (1)) always left join (shown s join clients c on c.id = s.part::bigint) on true
     order by s.revenue desc, s.before desc, s.part`,
    [zone, before.from, span.from, span.to, limit],
  );
  insist(rows.every((row) => row.near) ? undefined : counting);
  return rows.flatMap(({ near: _, ...row }) => (row.publicId === null ? [] : [row]));
}

const payouts = listKeysOf({ kinds: kindsWhere(sendsMoney), states: waitingStates });

/** What clients have asked to be paid out and was not sent yet; a part of what is held. */
export async function payoutsWaiting(db: Database): Promise<Cents> {
  const rows = await db.query<{ cents: Cents }>(
    'figures.payouts',
    `select coalesce(sum(total_cents), 0)::bigint as cents from requests
     where list_key = any (array[${payouts.join(', ')}])`,
  );
  return rows[0]!.cents;
}
