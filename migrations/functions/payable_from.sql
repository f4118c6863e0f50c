-- Until when this request has to wait before it may be approved or paid; null where it does not wait. Only what sends
-- money waits. If an admin gave a reason not to wait, that holds for everything before that moment (now, or when two
-- admins agreed to pay it): what changes later makes it wait again.
create or replace function payable_from(request bigint, let_pass timestamptz) returns timestamptz
language sql stable as $$
  select w.since + payout_wait()
  from requests r join kinds k on k.name = r.kind and k.sends_money
  cross join lateral (select payout_since(r.client, r.asked_by, r.details ->> 'networkName',
    r.details ->> 'networkAddress', r.created_at) as since) w
  where r.id = payable_from.request and w.since + payout_wait() > now() and (let_pass is null or let_pass < w.since)
    and not exists (select from decisions d where d.request = r.id and d.verdict = 'release'
      and d.details -> 'fill' ->> 'letPass' <> '' and d.at >= w.since)
$$;
revoke execute on function payable_from from public;
grant execute on function payable_from to portal_app;
