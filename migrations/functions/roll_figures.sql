-- Adds to the roll-up the movements before which no other can appear any more. Transactions end within 30 seconds, so
-- every movement below an id that is two minutes old is there by now.
create or replace function roll_figures(of_zone text) returns void language plpgsql as $$
declare
  done rollups;
  upto bigint;
  upto_client bigint;
begin
  perform pg_advisory_xact_lock(7202611010);
  select * into done from rollups where zone = of_zone;
  select coalesce(max(id), 0) into upto
    from (select id from movements where at < now() - interval '2 minutes' order by id desc limit 1) m;
  select coalesce(max(id), 0) into upto_client
    from (select id from clients where created_at < now() - interval '2 minutes' order by id desc limit 1) c;
  upto := greatest(upto, coalesce(done.movement, 0));
  upto := least(upto, coalesce(done.movement, 0) + 1000000);
  upto_client := greatest(upto_client, coalesce(done.client, 0));
  insert into revenue_days as d (zone, day, cents)
  select of_zone, (m.at at time zone of_zone)::date, sum(revenue_of(m.src, m.dst, m.amount))
  from movements m
  where m.id > coalesce(done.movement, 0) and m.id <= upto
    and (m.src in ('opening', 'fee') or m.dst in ('opening', 'fee'))
  group by 2
  on conflict (zone, day) do update set cents = d.cents + excluded.cents;
  insert into day_figures as d (zone, what, day, part, cents)
  select of_zone, f.* from figures_of(coalesce(done.movement, 0), upto, of_zone) f
  on conflict (zone, what, day, part) do update set cents = d.cents + excluded.cents;
  insert into place_totals as p (zone, place, cents)
  select of_zone, split_part(side.account, ':', 1), sum(side.cents)
  from movements m
    cross join lateral (values (m.src::text, -m.amount::bigint), (m.dst::text, m.amount::bigint)) side (account, cents)
  where m.id > coalesce(done.movement, 0) and m.id <= upto
  group by 2
  on conflict (zone, place) do update set cents = p.cents + excluded.cents;
  insert into rollups as r (zone, movement, client, clients)
  values (of_zone, upto, upto_client, coalesce(done.clients, 0)
    + (select count(*) from clients where id > coalesce(done.client, 0) and id <= upto_client))
  on conflict (zone) do update set movement = excluded.movement, client = excluded.client, clients = excluded.clients;
end $$;

grant execute on function roll_figures to portal_app;
