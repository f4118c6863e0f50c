-- A client is found by the address of its Owner.
create or replace function keep_owner_address()
returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update clients set email = new.email
    where id in (select client from members where person = new.id and role = 'Owner');
  return null;
end $$;

revoke execute on function keep_owner_address from public;
create or replace trigger people_keep_owner_address after update of email on people
  for each row when (old.email is distinct from new.email) execute function keep_owner_address();
