-- From which day on, and until which, by its own time zone, spend under an ad account's Ads ID is its own. It may have
-- spent on the day before it was opened, as it was still that day in other time zones; but not on one on which an
-- account that had the Ads ID before it was still open somewhere: the first zone is 14 hours ahead of UTC. One that a
-- reversal took back has a last day, as what comes later is somebody else's; one that was replaced or lost has none:
-- what it still spends has to be paid by the client who had it.
create or replace function own_days_of(account bigint) returns table (first date, last date)
language sql stable as $$
  select greatest((a.opened_at at time zone 'UTC')::date - 1, (
      select ((max(e.closed_at) + interval '14 hours') at time zone 'UTC')::date + 1
      from ad_accounts e where e.platform = a.platform and e.key = a.key and e.id < a.id)),
    case when a.state = 'Closed' and exists (
        select from ad_account_steps s
        where s.ad_account = a.id and s.state = 'Closed' and s.source = 'reversal')
      then ((a.closed_at + interval '14 hours') at time zone 'UTC')::date end
  from ad_accounts a where a.id = own_days_of.account
$$;
revoke execute on function own_days_of from public;
grant execute on function own_days_of to portal_app;
