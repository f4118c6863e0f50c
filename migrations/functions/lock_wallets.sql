-- Locks the wallets among these accounts in one order, after opening them (and what is held) for clients who have
-- none yet.
create or replace function lock_wallets(a_account text[], a_client bigint[]) returns void language plpgsql as $$
declare
  wallets text[] := array(select distinct a from unnest(a_account) a where a ^@ 'wallet:');
  locked int;
begin
  select count(*) into locked from (select from balances b where b.account = any (wallets) order by b.account for no key update) l;
  if locked < cardinality(wallets) then
    insert into balances (account, client)
    select p.name || x.client, x.client from unnest(a_account, a_client) x (account, client), (values ('wallet:'), ('held:')) p (name)
    where x.account = 'wallet:' || x.client order by 1 on conflict do nothing;
    perform from balances b where b.account = any (wallets) order by b.account for no key update;
  end if;
end $$;

revoke execute on function lock_wallets from public;
