-- Writes down which months were settled by the requests that are made now, and takes away what a reversal undoes. What
-- an account has still to pay for its spend falls by what was posted, and rises again, wherever its money is by then. A
-- settlement never waits: one that was not approved in the moment it was asked for would settle its month and post
-- nothing.
create or replace function settle_months(list jsonb, result text[], settling text[], q_change int[], q_id bigint[])
returns void language plpgsql as $$
declare
  posted bigint[] := array(
    select r.id from unnest(q_change, q_id) q (change, id) join requests r on r.id = q.id
    where result[q.change] = 'done' and r.kind = any (settling) order by r.id);
  undone bigint[] := array(
    select r.id from rows from (jsonb_to_recordset(list) as (request bigint, verdict verdict))
      with ordinality c (request, verdict, n)
    join requests r on r.id = c.request
    where c.verdict = 'reverse' and result[c.n] = 'done' and r.kind = any (settling) order by r.id);
begin
  if exists (select from requests r where r.id = any (posted) and r.state <> 'Approved') then
    raise exception 'A settlement is approved when it is asked for, or it is not made.' using errcode = '22023';
  end if;
  insert into settled_months (ad_account, month, request, micros, cents)
  select p.account, s.month, s.request, p.part, case when p.n = 1 then s.cents else 0 end
  from (
    select r.id as request, r.amount_cents as cents, m.month, f.accounts, f.parts
    from requests r join request_lines l on l.request = r.id
    cross join lateral (select (r.details ->> 'month' || '-01')::date as month) m
    cross join lateral settlements_of(array[l.ad_account], m.month) f
    where r.id = any (posted)) s
  cross join lateral unnest(s.accounts, s.parts) with ordinality p (account, part, n);
  delete from settled_months where request = any (undone);
  -- The account that has the money now may be one that nobody has known any spend of.
  insert into spend_totals as t (ad_account, micros, open_micros)
  select money_holder(l.ad_account), 0,
    sum(case when r.id = any (posted) then -10000 * r.amount_cents else 10000 * r.amount_cents end)
  from requests r join request_lines l on l.request = r.id
  where r.id = any (posted || undone) group by 1
  on conflict (ad_account) do update set open_micros = t.open_micros + excluded.open_micros;
end $$;
revoke execute on function settle_months from public;
