-- Writes what the accounts hold now, opens those of new ad accounts, and keeps the totals of each client's ad accounts.
create or replace function write_balances(a_account text[], had bigint[], held bigint[], fees bigint[],
  touched boolean[], result text[], c_client bigint[], o_change int[], o_id bigint[], x_change int[], x_id bigint[],
  r_change int[], r_id bigint[], c_verdict verdict[])
returns void language plpgsql as $$
begin
  if o_id is not null then
    insert into balances (account, client)
    select 'ad:' || o.id, c_client[o.change] from unnest(o_change, o_id) o (change, id) where result[o.change] = 'done';
  end if;
  update balances b set balance = x.balance, fee_left = x.fee_left
  from unnest(a_account, held, fees, touched) x (account, balance, fee_left, touched)
  where x.touched and b.account = x.account;

  if exists (select from unnest(a_account) a (account) where a.account ^@ 'ad:')
    or o_id is not null or r_id is not null
  then
    insert into ad_totals as t (client, platform, accounts, cents)
    select a.client, a.platform, sum(w.accounts), sum(w.cents)
    from (
      select substr(x.account, 4)::bigint as id, 0 as accounts, x.held - x.had as cents
      from unnest(a_account, had, held, touched) x (account, had, held, touched) where x.touched and x.account ^@ 'ad:'
      union all
      select o.id, 1, 0 from unnest(o_change, o_id) o (change, id) where result[o.change] = 'done'
      union all
      select x.id, -1, 0 from unnest(x_change, x_id) x (change, id) where result[x.change] = 'done'
      union all
      select r.id, case c_verdict[r.change] when 'approve' then -1 else 1 end, 0
      from unnest(r_change, r_id) r (change, id)
      where result[r.change] = 'done') w
    join ad_accounts a on a.id = w.id
    group by a.client, a.platform order by a.client, a.platform
    on conflict (client, platform) do update
      set accounts = t.accounts + excluded.accounts, cents = t.cents + excluded.cents;
  end if;
end $$;
revoke execute on function write_balances from public;
