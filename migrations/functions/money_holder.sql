-- The ad account that has the money which was once in this one: itself, or what replaced it, and what replaced that.
create or replace function money_holder(account bigint) returns bigint language sql stable as $$
  with recursive line (id, depth) as (
    select account, 0
    union all
    select n.id, line.depth + 1
    from line join ad_accounts a on a.id = line.id and a.state = 'Replaced'
    join request_lines l on l.ad_account = line.id
    join requests r on r.id = l.request and r.state = 'Approved'
    join ad_accounts n on n.request = r.id and n.id <> line.id
    join kinds k on k.name = r.kind and k.opens and k.asked_by = 'either')
  select id from line order by depth desc limit 1
$$;
revoke execute on function money_holder from public;
