/** SQL of the reconciliation over all accounts. Private to spend/. */
import type { Cents } from '#kernel/money.ts';
import type { Micros } from '#ledger/spending.ts';
import type { Platform } from '#platforms/platforms.ts';
import type { Database } from '#server/database.server.ts';

export type ReconciledRow = {
  publicId: string;
  adsId: string;
  platform: Platform;
  clientPublicId: string;
  clientName: string;
  /** In the month, by the book: each request net of what of it was undone in the same month. */
  fundedCents: Cents;
  returnedCents: Cents;
  /** Funded less returned, from the opening of the account to the end of the month. */
  putInCents: Cents;
  /** In the month, and from the opening to its end; null where nothing was imported. */
  spentMicros: Micros | null;
  spentUntilMicros: Micros | null;
  /** Whichever of its accounts paid; the latest where there were several. */
  settledBy: string | null;
  /** What the platform said last in the month, when, and how that differs from what the book said then. */
  leftCents: Cents | null;
  leftAt: Date | null;
  leftDiffersMicros: Micros | null;
};

/**
 * The book beside the days of spend for a month (its first day), a row for each account that has money or had some;
 * what belongs to a replaced account is in the row of the one that has its money now. One round trip.
 */
export function reconciledRows(db: Database, month: string, platform: Platform | ''): Promise<ReconciledRow[]> {
  return db.query<ReconciledRow>(
    'spend.reconciled',
    `with line as materialized (
       select a.id, 'ad:' || a.id as account,
         case when a.closed_at is null then a.id else money_holder(a.id) end as holder
       from ad_accounts a
       where ($2 = '' or a.platform = $2) and a.opened_at < ($1::date + interval '1 month') at time zone 'UTC'),
     asked as (
       select l.holder, r.request from line l
       cross join lateral (
         select request from request_lines where ad_account = l.id
         union select request from ad_accounts where id = l.id) r
       group by l.holder, r.request),
     moved as (
       select q.holder, q.request, bool_or('spent' in (m.src, m.dst)) as settles,
         sum(x.cents) as cents, sum(x.cents) filter (where m.at >= $1::date at time zone 'UTC') as lately
       from asked q join movements m on m.request = q.request
         and m.at < ($1::date + interval '1 month') at time zone 'UTC'
       left join line d on d.account = m.dst and d.holder = q.holder
       left join line s on s.account = m.src and s.holder = q.holder
       cross join lateral (
         select case when d.id is null then 0 else m.amount end - case when s.id is null then 0 else m.amount end
           as cents) x
       group by q.holder, q.request),
     sums as (
       select holder, coalesce(sum(greatest(lately, 0)), 0)::bigint as funded,
         coalesce(sum(greatest(-lately, 0)), 0)::bigint as returned, sum(cents)::bigint as put_in
       from moved where not settles group by holder),
     spent as (
       select l.holder, sum(t.micros - k.later)::bigint as until, sum(k.within)::bigint as within
       from line l join spend_totals t on t.ad_account = l.id and t.last_day is not null
       cross join lateral (
         select coalesce(sum(s.micros) filter (where s.day >= $1::date + interval '1 month'), 0) as later,
           coalesce(sum(s.micros) filter (where s.day < $1::date + interval '1 month'), 0) as within
         from (
           select distinct on (s.day) s.day, s.micros from spend_days s
           where s.ad_account = l.id and s.day >= $1::date order by s.day, s.id desc) s) k
       group by l.holder),
     told as materialized (
       select distinct on (l.holder) l.holder, l.id, t.day, t.micros, t.book_micros, t.spent_before, t.at
       from line l join spend_left t on t.ad_account = l.id
         and t.day >= $1::date and t.day < $1::date + interval '1 month'
       order by l.holder, t.at desc),
     settled as (
       select distinct on (l.holder) l.holder, r.apply_id
       from line l join settled_months s on s.ad_account = l.id and s.month = $1::date
       join requests r on r.id = s.request order by l.holder, s.request desc),
     left_over as (
       select t.holder, t.micros, t.at,
         t.micros - t.book_micros + (n.micros - k.lately) - t.spent_before as differs
       from told t left join spend_totals n on n.ad_account = t.id
       cross join lateral (
         select coalesce(sum(s.micros), 0)::bigint as lately from (
           select distinct on (s.day) s.micros from spend_days s
           where s.ad_account = t.id and s.day >= t.day - 1 order by s.day, s.id desc) s) k
       where t.micros is not null)
     select a.public_id as "publicId", a.ads_id as "adsId", a.platform, c.public_id as "clientPublicId",
       c.name as "clientName", s.funded as "fundedCents", s.returned as "returnedCents", s.put_in as "putInCents",
       p.within as "spentMicros", p.until as "spentUntilMicros", e.apply_id as "settledBy",
       floor(o.micros / 10000.0)::bigint as "leftCents", o.at as "leftAt", o.differs as "leftDiffersMicros"
     from sums s join ad_accounts a on a.id = s.holder join clients c on c.id = a.client
     left join spent p on p.holder = a.id
     left join left_over o on o.holder = a.id
     left join settled e on e.holder = a.id
     where s.funded > 0 or s.returned > 0 or s.put_in <> 0 or p.until > 0
     order by a.id`,
    [month, platform],
  );
}
