-- Adds to what ad accounts have spent, and to what the money that was in them has still to pay. One element an account:
-- how much more it is, and the last day of which something is known now.
create or replace function count_spend(accounts bigint[], more bigint[], days date[]) returns void
language plpgsql as $$
declare
  holders bigint[] := array(
    select case when a.closed_at is null then a.id else money_holder(a.id) end
    from unnest(accounts) with ordinality n (account, i) join ad_accounts a on a.id = n.account order by n.i);
begin
  insert into spend_totals (ad_account, micros, open_micros)
  select distinct n.account, 0, 0 from unnest(accounts || holders) n (account) order by 1
  on conflict do nothing;
  update spend_totals t set micros = t.micros + c.more, last_day = c.day
  from unnest(accounts, more, days) c (account, more, day) where t.ad_account = c.account;
  update spend_totals t set open_micros = t.open_micros + c.more
  from (select h.holder, sum(h.more) as more from unnest(holders, more) h (holder, more) group by h.holder) c
  where t.ad_account = c.holder and c.more <> 0;
end $$;
revoke execute on function count_spend from public;
