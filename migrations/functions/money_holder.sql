-- The ad account that now has the money which was once in this one: this account itself, or the one that replaced it,
-- or the one that replaced that. Where a replacement was reversed, its new account gave the money back to the old one.
create or replace function money_holder(account bigint) returns bigint language sql stable as $$
  with recursive line (id, depth) as (
    select account, 0
    union all
    select n.id, line.depth + 1
    from line
    join ad_accounts a on a.id = line.id and a.closed_at is not null
    cross join lateral (
      select n.id from request_lines l
      join requests r on r.id = l.request and r.state = 'Approved'
      join ad_accounts n on n.request = r.id and n.id <> a.id
      join kinds k on k.name = r.kind and k.opens and k.asked_by = 'either'
      where l.ad_account = a.id and a.state = 'Replaced'
      union all
      select l.ad_account from requests r
      join kinds k on k.name = r.kind and k.opens and k.asked_by = 'either'
      join request_lines l on l.request = r.id
      where r.id = a.request and r.state = 'Reversed') n)
  select id from line order by depth desc limit 1
$$;
revoke execute on function money_holder from public;
grant execute on function money_holder to portal_app;
