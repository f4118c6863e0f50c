-- What the movements after one and up to another say of each day: revenue by platform and by client, and what came in
-- and went out over each network. A reversal takes back what it reverses, on its own day: it is no payout.
create or replace function figures_of(after bigint, upto bigint, of_zone text)
returns table (what text, day date, part text, cents bigint) language sql stable as $$
  select f.what, (m.at at time zone of_zone)::date, f.part, sum(f.cents)::bigint
  from movements m
    join requests r on r.id = m.request
    join kinds k on k.name = r.kind
    cross join lateral (
      select 'platform', coalesce(r.platform, ''), revenue_of(m.src, m.dst, m.amount)
      where m.src in ('opening', 'fee') or m.dst in ('opening', 'fee')
      union all
      select 'client', m.client::text, revenue_of(m.src, m.dst, m.amount)
      where m.src in ('opening', 'fee') or m.dst in ('opening', 'fee')
      union all
      select case when k.sends_money then 'out' else 'in' end, coalesce(r.network, ''),
        case when (m.src = 'outside') = k.sends_money then -m.amount else m.amount end
      where 'outside' in (m.src, m.dst)) f (what, part, cents)
  where m.id > after and m.id <= upto
    and (m.src in ('opening', 'fee', 'outside') or m.dst in ('opening', 'fee', 'outside'))
  group by 1, 2, 3
$$;

grant execute on function figures_of to portal_app;
