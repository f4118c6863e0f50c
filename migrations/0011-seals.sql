-- Seals make silent edits visible. Each covers the movements of a closed range of ids and the seal before it with SHA-256, so
-- that whoever kept one seal's head elsewhere can prove that nothing before it was changed, not even by the owner. Sealing
-- happens after the fact, off the path of orders.

create table seals (
  id bigint generated always as identity primary key,
  first_movement bigint not null unique,
  last_movement bigint not null unique,
  movements int not null,
  head bytea not null,
  at timestamptz not null default now()
);
create trigger seals_append_only before update or delete or truncate on seals
  for each statement execute function the_book_is_append_only();

-- The digest of a range on top of the head before it: every column of every movement, in order.
create function seal_of(previous bytea, first bigint, final bigint) returns bytea language sql stable set timezone = 'UTC' as $$
  select sha256(previous || convert_to(coalesce(string_agg(
    concat_ws('|', m.id, m.request, m.client, m.step, m.leg, m.src, m.dst, m.amount, m.fee, coalesce(m.src_balance, -1), coalesce(m.dst_balance, -1),
      extract(epoch from m.at)), e'\n' order by m.id), ''), 'UTF8'))
  from movements m where m.id between first and final
$$;

-- Seals what is settled, `most` movements to a seal, and answers how many it sealed. A transaction ends within 30 seconds, so
-- that no id below one that is two minutes old can still appear.
create function seal_book(most int, upto timestamptz default now() - interval '2 minutes') returns int
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
    exit when n = 0;
    insert into seals (first_movement, last_movement, movements, head)
    values (coalesce(previous.last_movement, 0) + 1, final, n, seal_of(coalesce(previous.head, ''), coalesce(previous.last_movement, 0) + 1, final))
    returning * into previous;
    sealed := sealed + n;
  end loop;
  return sealed;
end $$;
revoke execute on function seal_of, seal_book from public;
grant select on seals to portal_app;
grant execute on function seal_book(int, timestamptz) to portal_app;
