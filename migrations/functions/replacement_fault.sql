-- Why an ad account in this state can't be replaced by this request (null: by one that is about to be made); null where
-- it can. `expected` is what has to be in the account: all of its money when the replacement is asked for, nothing once
-- that money is held.
create or replace function replacement_fault(account bigint, state text, request bigint, expected bigint)
returns text language sql stable as $$
  select case
    when not exists (select from account_transitions t
      where t.from_state = replacement_fault.state and t.to_state = 'Replaced' and t.by = 'replacement') then 'running'
    when exists (
      select from request_lines l join requests r on r.id = l.request and r.state = 'Pending'
      where l.ad_account = account and r.id is distinct from replacement_fault.request) then 'busy'
    when expected is distinct from (
      select b.balance from balances b where b.account = 'ad:' || replacement_fault.account) then 'short' end
$$;
revoke execute on function replacement_fault from public;
