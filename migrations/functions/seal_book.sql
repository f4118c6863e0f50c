-- Seals the movements before which no other can appear any more, `most` to a seal, and answers how many it sealed.
-- Transactions end within 30 seconds, so no id below one that is two minutes old can still appear.
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
    from (select id from movements where id > coalesce(previous.last_movement, 0) and id <= settled
      order by id limit most) m;
    exit when n = 0 or sealed >= most * 100;
    insert into seals (first_movement, last_movement, movements, head)
    values (coalesce(previous.last_movement, 0) + 1, final, n,
      seal_of(coalesce(previous.head, ''), coalesce(previous.last_movement, 0) + 1, final))
    returning * into previous;
    sealed := sealed + n;
  end loop;
  return sealed;
end $$;

revoke execute on function seal_book from public;
grant execute on function seal_book to portal_app;
