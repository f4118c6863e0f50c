-- Keeps `ad_totals` beside `balances`.
create or replace function keep_ad_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.ads_id is not null and old.client <> new.client then
    update ad_totals t set accounts = t.accounts - (not old.closed)::int, cents = t.cents - old.balance
    where t.client = old.client and t.platform = split_part(old.account, ':', 2)::platform;
  end if;
  insert into ad_totals as t (client, platform, accounts, cents)
  select new.client, split_part(new.account, ':', 2)::platform,
    (not new.closed)::int - case when same then (not old.closed)::int else 0 end, new.balance - case when same then old.balance else 0 end
  from (select tg_op = 'UPDATE' and old.ads_id is not null and old.client = new.client as same) was
  on conflict (client, platform) do update set accounts = t.accounts + excluded.accounts, cents = t.cents + excluded.cents;
  return null;
end $$;

create or replace trigger balances_are_added_up after insert or update on balances
  for each row when (new.ads_id is not null) execute function keep_ad_totals();
