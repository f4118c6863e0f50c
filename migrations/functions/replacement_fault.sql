-- Why an ad account in this state can't be replaced by this request (null: by one that is about to be made); null where
-- it can. `expected` is what has to be in the account: all of its money when the replacement is asked for, nothing once
-- that money is held.
create or replace function replacement_fault(account bigint, state text, request bigint, expected bigint)
returns text language sql stable as $$
  select case
    when not exists (select from account_transitions t
      where t.from_state = replacement_fault.state and t.to_state = 'Replaced' and t.by = 'replacement') then 'running'
    when exists (
      select from ad_accounts a cross join kinds k
      join requests r on r.client = a.client and r.list_key = list_key_of(k.name, a.platform, 'Pending')
      join request_lines l on l.request = r.id and l.ad_account = a.id
      where a.id = account and r.id is distinct from replacement_fault.request) then 'busy'
    when expected is distinct from (
      select b.balance from balances b where b.account = 'ad:' || replacement_fault.account) then 'short' end
$$;
revoke execute on function replacement_fault from public;
