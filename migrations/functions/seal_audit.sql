-- Seals the entries of the audit log before which no other can appear any more, `most` to a seal. Transactions end
-- within 30 seconds, so no id below one that is two minutes old can still appear.
create or replace function seal_audit(most int, upto timestamptz default now() - interval '2 minutes') returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  previous audit_seals;
  settled bigint;
  final bigint;
  sealed int := 0;
  n int;
begin
  perform pg_advisory_xact_lock(7202611016);
  select * into previous from audit_seals order by id desc limit 1;
  select id into settled from audit_log where at < upto order by id desc limit 1;
  loop
    select max(id), count(*) into final, n
    from (select id from audit_log where id > coalesce(previous.last_entry, 0) and id <= settled
      order by id limit most) a;
    exit when n = 0 or sealed >= most * 100;
    insert into audit_seals (first_entry, last_entry, entries, head)
    values (coalesce(previous.last_entry, 0) + 1, final, n,
      audit_seal_of(coalesce(previous.head, ''), coalesce(previous.last_entry, 0) + 1, final))
    returning * into previous;
    sealed := sealed + n;
  end loop;
  return sealed;
end $$;

revoke execute on function seal_audit from public;
grant execute on function seal_audit to portal_app;
