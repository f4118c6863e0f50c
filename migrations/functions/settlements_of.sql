-- What these ad accounts have to pay for a month, one row each: for their own days, and for those of the accounts whose
-- money they have now, where that month of them is not settled yet.
--   accounts  whose days these are, and `parts`, what each of them spent, in millionths of a dollar
--   carried   what earlier settlements left over, less than a cent
--   cents     what a settlement posts: whole cents of both together
--   missing   on how many days nothing is known of an account that was open (the day it was opened or closed on may
--             stay unknown, and so may those that are not its own), and `first_missing`, the first of them
--   open      how many days the platform may still change
create or replace function settlements_of(payers bigint[], month date)
returns table (payer bigint, accounts bigint[], parts bigint[], micros bigint, carried bigint, cents bigint,
  missing int, first_missing date, open int)
language sql stable as $$
  with line as materialized (
    select p.payer, p.payer as account from unnest(payers) p (payer)
    union
    select h.payer, a.id
    from (select distinct client from ad_accounts where id = any (payers)) c
    join ad_accounts a on a.client = c.client and a.closed_at is not null
    cross join lateral (select money_holder(a.id) as payer offset 0) h
    where h.payer = any (payers)),
  due as materialized (
    select l.payer, l.account,
      greatest(settlements_of.month, (a.opened_at at time zone 'UTC')::date + 1, o.first) as first,
      least((settlements_of.month + interval '1 month')::date, (a.closed_at at time zone 'UTC')::date) - 1 as last
    from line l join ad_accounts a on a.id = l.account
    cross join lateral own_days_of(a.id) o
    where not exists (
      select from settled_months s where s.ad_account = l.account and s.month = settlements_of.month)),
  known as materialized (
    select d.payer, d.account, d.first, d.last, k.micros, k.days, k.open,
      coalesce((select count(*) from unnest(k.days) n (day) where n.day between d.first and d.last), 0) as known
    from due d
    cross join lateral (
      select coalesce(sum(s.micros), 0)::bigint as micros, array_agg(s.day) as days,
        count(*) filter (where not s.final) as open
      from (
        select distinct on (s.day) s.day, s.micros, s.final from spend_days s
        where s.ad_account = d.account and s.day >= settlements_of.month
          and s.day < settlements_of.month + interval '1 month'
        order by s.day, s.id desc) s
      where s.micros is not null) k),
  found as (
    select k.payer, array_agg(k.account order by k.account) as accounts,
      array_agg(k.micros order by k.account) as parts, sum(k.micros)::bigint as micros,
      sum(greatest(k.last - k.first + 1 - k.known, 0))::int as missing,
      min((
        select min(g.day::date) from generate_series(k.first, k.last, interval '1 day') g (day)
        where k.known < k.last - k.first + 1 and (k.days is null or g.day::date <> all (k.days)))) as first_missing,
      sum(k.open)::int as open
    from known k group by k.payer),
  before as (
    select l.payer, sum(s.micros - 10000 * s.cents)::bigint as carried
    from line l join settled_months s on s.ad_account = l.account group by l.payer)
  select f.payer, f.accounts, f.parts, f.micros, coalesce(b.carried, 0),
    greatest(floor((f.micros + coalesce(b.carried, 0)) / 10000.0), 0)::bigint, f.missing, f.first_missing, f.open
  from found f left join before b on b.payer = f.payer
$$;
revoke execute on function settlements_of from public;
grant execute on function settlements_of to portal_app;
