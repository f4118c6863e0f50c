-- Answers 'short' for a request that takes money out of an ad account, where the platform has spent that money since it
-- was asked for: more would be given back than is in the account and held for such requests, less what was spent and is
-- not settled. Null for any other request.
create or replace function refund_fault(request bigint) returns text language sql stable as $$
  select 'short'
  from requests r join kinds k on k.name = r.kind and not k.opens
  join request_lines l on l.request = r.id
  join spend_totals t on t.ad_account = l.ad_account
  join balances b on b.account = 'ad:' || l.ad_account
  where r.id = refund_fault.request
    and exists (select from postings p where p.kind = r.kind and p.event = 'ask' and p.src = 'ad account')
    and r.amount_cents > b.balance - (greatest(t.open_micros, 0) + 9999) / 10000 + (
      select sum(o.amount_cents) from requests w join request_lines o on o.request = w.id
      where w.client = r.client and w.list_key = list_key_of(r.kind, r.platform, 'Pending')
        and o.ad_account = l.ad_account)
$$;
revoke execute on function refund_fault from public;
