-- A book that grew elsewhere (restored, moved here) may have millions of rows to roll up and to seal, more than one statement may
-- take its time for. Both go on where they stopped: each call takes a portion, and the next minute the next.

create or replace function roll_figures(of_zone text) returns void language plpgsql as $$
declare
  done rollups;
  upto bigint;
  upto_person bigint;
begin
  perform pg_advisory_xact_lock(7202611010);
  select * into done from rollups where zone = of_zone;
  select coalesce(max(id), 0) into upto from (select id from movements where at < now() - interval '2 minutes' order by id desc limit 1) m;
  select coalesce(max(id), 0) into upto_person from (select id from users where created_at < now() - interval '2 minutes' order by id desc limit 1) u;
  upto := greatest(upto, coalesce(done.movement, 0));
  upto := least(upto, coalesce(done.movement, 0) + 1000000);
  upto_person := greatest(upto_person, coalesce(done.person, 0));
  insert into revenue_days as d (zone, day, cents)
  select of_zone, (m.at at time zone of_zone)::date, sum(revenue_of(m.src, m.dst, m.amount))
  from movements m
  where m.id > coalesce(done.movement, 0) and m.id <= upto and (m.src in ('opening', 'fee') or m.dst in ('opening', 'fee'))
  group by 2
  on conflict (zone, day) do update set cents = d.cents + excluded.cents;
  insert into place_totals as p (zone, place, cents)
  select of_zone, split_part(side.account, ':', 1), sum(side.cents)
  from movements m cross join lateral (values (m.src::text, -m.amount::bigint), (m.dst::text, m.amount::bigint)) side (account, cents)
  where m.id > coalesce(done.movement, 0) and m.id <= upto
  group by 2
  on conflict (zone, place) do update set cents = p.cents + excluded.cents;
  insert into rollups as r (zone, movement, person, clients)
  values (of_zone, upto, upto_person, coalesce(done.clients, 0)
    + (select count(*) from users where id > coalesce(done.person, 0) and id <= upto_person and role = 'User'))
  on conflict (zone) do update set movement = excluded.movement, person = excluded.person, clients = excluded.clients;
end $$;

create or replace function seal_book(most int, upto timestamptz default now() - interval '2 minutes') returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  previous seals;
  settled bigint;
  final bigint;
  sealed int := 0;
  n int;
begin
  perform pg_advisory_xact_lock(7202611011);
  select * into previous from seals order by id desc limit 1;
  select id into settled from movements where at < upto order by id desc limit 1;
  loop
    select max(id), count(*) into final, n
    from (select id from movements where id > coalesce(previous.last_movement, 0) and id <= settled order by id limit most) m;
    exit when n = 0 or sealed >= most * 100;
    insert into seals (first_movement, last_movement, movements, head)
    values (coalesce(previous.last_movement, 0) + 1, final, n, seal_of(coalesce(previous.head, ''), coalesce(previous.last_movement, 0) + 1, final))
    returning * into previous;
    sealed := sealed + n;
  end loop;
  return sealed;
end $$;
