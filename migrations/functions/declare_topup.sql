-- Opens a declaration: chooses cents with which the amount differs from all that are open. `call` is a JSON text.
-- Answers
--   done         the declaration, also where this attempt had made it before
--   key_reused   this attempt said something else before
--   closed       the client has left: closing holds the lock of the wallet, and counts what was declared before
--   crowded      this client, or so many of this client's pay links, have as many open as one may have
--   full         no cents are left around this amount; or this client was never credited as much, and all such clients
--                together, or this one alone, have as many open there as they may have
--
-- No other open declaration within ten dollars ends with the same cents, so that an exchange that keeps whole dollars
-- of one transfer does not hit another. If possible none within ten dollars differs by a multiple of ten cents, as most
-- other charges do, and nobody else had these cents within the last week, as they may still pay.
--
-- Clients who were never credited as much have ten of the cents around an amount between them: else accounts made for
-- nothing could hold all of them, and have what others send there without having declared it. One of them has three of
-- the ten, links and all: else a single new account with ten links would keep every other newcomer from declaring.
--
-- A pay link has one amount on all networks, so that whoever opens its page takes no more cents than the first who
-- did; as long as it is open on a network and address, everybody is answered that one. Those of links are counted
-- apart: what strangers open never keeps a client from declaring.
create or replace function declare_topup(call text, voucher bytea)
returns table (outcome text, "publicId" text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wish jsonb := call;
  of_client bigint := (wish ->> 'client')::bigint;
  wanted bigint := (wish ->> 'wanted')::bigint;
  of_link bigint := (wish ->> 'paylink')::bigint;
  moment timestamptz;
  before declarations;
  chosen bigint;
begin
  perform insist_on_voucher(call, voucher);
  perform lock_wallet(of_client);
  if exists (select from clients c where c.id = of_client and c.closed_at is not null) then
    return query select 'closed', null::text;
    return;
  end if;
  perform pg_advisory_xact_lock(7202611025);
  moment := clock_timestamp();
  select * into before from declarations d where d.client = of_client and d.key = wish ->> 'key';
  if found then
    return query select case when before.wanted_cents = wanted and before.network_name = wish ->> 'networkName'
      then 'done' else 'key_reused' end, before.public_id;
    return;
  end if;
  for before in select * from declarations d
    where d.paylink = of_link and d.ended_at is null and d.expires_at > moment order by d.id
  loop
    chosen := before.cents;
    if before.network_name = wish ->> 'networkName' and before.network_address = wish ->> 'networkAddress' then
      return query select 'done', before.public_id;
      return;
    end if;
  end loop;
  if chosen is null and (wish ->> 'most')::int <= (select count(distinct coalesce(d.paylink, -d.id)) from declarations d
    where d.client = of_client and (d.paylink is null) = (of_link is null) and d.ended_at is null
      and d.expires_at > moment)
  then
    return query select 'crowded', null::text;
    return;
  end if;
  if chosen is null and not is_known(of_client, wanted) and (
    select count(distinct d.cents) >= 10 or count(distinct d.cents) filter (where d.client = of_client) >= 3
    from declarations d
    where d.cents between wanted - 1000 and wanted + 1099 and d.created_at > moment - interval '8 days'
      and d.ended_at is null and d.expires_at > moment and not is_known(d.client, d.wanted_cents))
  then
    return query select 'full', null::text;
    return;
  end if;
  if chosen is null then
    -- As many rows as there are amounts, however often each was declared.
    with near as materialized (
      select d.cents, bool_or(d.client <> of_client) as by_others,
        bool_or(d.ended_at is null and d.expires_at > moment) as is_open
      from declarations d
      where d.cents between wanted - 1000 and wanted + 1099 and d.created_at > moment - interval '8 days'
      group by d.cents)
    select c.cents into chosen
    from (select wanted + n as cents from generate_series(1, 99) n) c
    where c.cents % 100 <> 0 and c.cents <= 100000000
      and not exists (select from near where is_open and cents % 100 = c.cents % 100 and abs(cents - c.cents) <= 1000)
    order by exists (select from near where by_others and cents = c.cents),
      exists (select from near where is_open and cents % 10 = c.cents % 10 and abs(cents - c.cents) <= 1000), random()
    limit 1;
  end if;
  if chosen is null then
    return query select 'full', null::text;
    return;
  end if;
  insert into declarations (public_id, client, person, paylink, network_name, network_address,
    wanted_cents, cents, key, created_at, expires_at)
  values (wish ->> 'publicId', of_client, (wish ->> 'person')::bigint, of_link, wish ->> 'networkName',
    wish ->> 'networkAddress', wanted, chosen, wish ->> 'key', moment,
    least(moment + interval '24 hours', (select l.expires_at from paylinks l where l.id = of_link)));
  return query select 'done', wish ->> 'publicId';
end $$;

revoke execute on function declare_topup from public;
grant execute on function declare_topup to portal_app;
