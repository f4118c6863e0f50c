-- Adds to what ad accounts have spent, and to what is still to be paid for that, by whichever ad account has their
-- money now. Each array has one element for each account: `more`, how much is added, and `days`, the last day of which
-- something is known now.
create or replace function count_spend(accounts bigint[], more bigint[], days date[]) returns void
language plpgsql as $$
declare
  holders bigint[] := array(
    select case when a.closed_at is null then a.id else money_holder(a.id) end
    from unnest(accounts) with ordinality n (account, i) join ad_accounts a on a.id = n.account order by n.i);
begin
  insert into spend_totals (ad_account, micros, open_micros)
  select distinct n.account, 0, 0 from unnest(accounts || holders) n (account)
  where not exists (select from spend_totals t where t.ad_account = n.account) order by 1
  on conflict do nothing;
  -- Everything is added to a row at once: PostgreSQL checks the foreign keys of a row again when the transaction that
  -- inserted or updated it updates it once more.
  update spend_totals t
  set micros = t.micros + c.own, open_micros = t.open_micros + c.open,
    last_day = case when c.named then c.day else t.last_day end
  from (
    select w.account, sum(w.own)::bigint as own, sum(w.open)::bigint as open, bool_or(w.named) as named,
      max(w.day) as day
    from (
      select n.account, n.more as own, 0 as open, true as named, n.day
      from unnest(accounts, more, days) n (account, more, day)
      union all
      select h.holder, 0, h.more, false, null from unnest(holders, more) h (holder, more)) w
    group by w.account) c
  where t.ad_account = c.account;
end $$;
revoke execute on function count_spend from public;
