-- Takes one client's lock without moving anything; the application's role may not lock rows that it can't update.
create or replace function lock_wallet(client bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  select lock_wallets(array[client])
$$;
revoke execute on function lock_wallet from public;
grant execute on function lock_wallet to portal_app;
