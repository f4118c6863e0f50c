-- Answers 'changed' where this request no longer settles that month of an ad account: another amount would have to be
-- posted by now, nothing was spent, it is settled already, or not all of its days are final.
create or replace function settlement_fault(account bigint, month text, expected bigint)
returns text language sql stable as $$
  select case when not exists (
    select from settlements_of(array[account], (settlement_fault.month || '-01')::date) s
    where s.micros > 0 and s.missing = 0 and s.open = 0 and s.cents = expected) then 'changed' end
$$;
revoke execute on function settlement_fault from public;
