-- Raises 42501 where what becomes of ad accounts is not this person's work.
create or replace function insist_on_operations(person bigint) returns void language plpgsql as $$
begin
  if not exists (select from people p
    where p.id = person and p.disabled_at is null and p.admin_role in ('Admin', 'Operations', 'Portal'))
  then
    raise exception 'What becomes of ad accounts is not this person''s work.' using errcode = '42501';
  end if;
end $$;
revoke execute on function insist_on_operations from public;
