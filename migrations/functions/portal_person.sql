-- The portal itself as a person, where it decides: made when it decides for the first time. It has no password and no
-- address that anybody could register or sign in with. `call` is a JSON text with the public id that a new one gets.
create or replace function portal_person(call text, voucher bytea) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform insist_on_voucher(call, voucher);
  insert into people (public_id, name, email, admin_role)
    values (call::jsonb ->> 'publicId', 'The portal', 'portal', 'Portal')
    on conflict (email_key) do nothing;
  return (select id from people where email_key = 'portal' and admin_role = 'Portal');
end $$;

revoke execute on function portal_person from public;
grant execute on function portal_person to portal_app;
