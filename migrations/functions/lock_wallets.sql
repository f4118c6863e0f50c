-- Locks the wallets of these clients in one order, after opening them (and what is held) for those who have none yet.
create or replace function lock_wallets(clients bigint[]) returns void language plpgsql as $$
declare
  wallets text[] := array(select distinct 'wallet:' || c from unnest(clients) c);
  locked int;
begin
  select count(*) into locked
  from (select from balances b where b.account = any (wallets) order by b.account for no key update) l;
  if locked < cardinality(wallets) then
    insert into balances (account, client)
    select p.name || c, c from (select distinct c from unnest(clients) c) c (c),
      (values ('wallet:'), ('held:')) p (name)
    order by 1 on conflict do nothing;
    perform from balances b where b.account = any (wallets) order by b.account for no key update;
  end if;
end $$;
revoke execute on function lock_wallets from public;
