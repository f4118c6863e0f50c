-- How long money waits that goes to a new address, or is asked for after a change of password or e-mail address.
create or replace function payout_wait() returns interval language sql stable as $$
  select make_interval(hours => coalesce(
    (select (value ->> 'payoutWaitHours')::int from settings_versions order by id desc limit 1), 24))
$$;
revoke execute on function payout_wait from public;
grant execute on function payout_wait to portal_app;
