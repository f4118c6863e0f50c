-- The movements of all changes that are still possible, as arrays grouped by change: the postings of what happens to
-- each request, with the request's own amounts; once for each ad account where a posting pays one, or is paid by one.
-- Movements of $0 are left out, but the others are numbered as if they were there. Where a posting finds no ad account
-- the amount is null, which the book refuses. A fee of null means the share of the fee that leaves with the money,
-- which only the balance tells. A settlement that is undone gives back to whichever ad account has the money by now:
-- its own may have been replaced since. `ads` are the ad accounts that these requests are about, `ads_client` says
-- whose they are; src_at and dst_at count as in `change`.
create or replace function movements_of(result text[], c_client bigint[], c_nth int[], c_kind text[],
  c_at_once boolean[], c_request bigint[], c_verdict verdict[], c_received bigint[],
  q_change int[], q_id bigint[], q_row jsonb[], q_account bigint[], o_change int[], o_id bigint[])
returns table (change int[], request bigint[], new int[], step smallint[], leg smallint[], src text[], dst text[],
  src_at int[], dst_at int[], amount bigint[], fee bigint[], ads bigint[], ads_client bigint[])
language plpgsql stable as $$
#variable_conflict use_column
declare
  others int := 2 * (select max(nth) from unnest(c_nth) c (nth));
  settling text[] := array(select p.kind from postings p where p.event = 'approve' and p.dst = 'spent');
begin
  return query
  with happens as materialized (
    select row_number() over () as s, h.* from (
      select q.change, q.id as request, q.i::int as new, c_kind[q.change] as kind, e.event, r.amount_cents as amount,
        r.amount_cents as received, r.fee_cents as fee, r.opening_fee_cents as opening, r.total_cents as total
      from unnest(q_change, q_id, q_row) with ordinality q (change, id, row, i)
      cross join lateral jsonb_to_record(q.row)
        r (amount_cents bigint, fee_cents bigint, opening_fee_cents bigint, total_cents bigint)
      cross join lateral unnest(
        case when c_at_once[q.change] then array['ask', 'approve'] else array['ask'] end) e (event)
      where result[q.change] is null
      union all
      select c.n::int, r.id, null, r.kind, t.event, r.amount_cents,
        coalesce(c.received, r.received_cents, r.amount_cents),
        r.fee_cents, r.opening_fee_cents, r.total_cents
      from unnest(c_request, c_verdict, c_received) with ordinality c (request, verdict, received, n)
      join requests r on r.id = c.request join transitions t on t.verdict = c.verdict
      where result[c.n] is null) h),
  -- The ad accounts that orders open now, or have opened.
  opened as materialized (
    select o.*, row_number() over (partition by o.s order by o.nth) as place, count(*) over (partition by o.s) as many
    from (
      select h.s, o.id, o.n as nth from happens h join unnest(o_change, o_id) with ordinality o (change, id, n)
        on o.change = h.change and h.new is null
      union all
      select h.s, a.id, a.place from happens h join ad_accounts a on a.request = h.request and h.new is null) o),
  parts as materialized (
    select h.s, p.side, p.account, p.n, p.amount, p.fee, c_client[h.change] as client,
      others + dense_rank() over (order by p.account)::int as at
    from happens h
    cross join lateral (
      select 'ad account' as side, q_account[h.new] as account, 1::bigint as n, h.amount, h.fee where h.new is not null
      union all
      select 'new ad account', o.id, o.place, case when o.many = 1 then h.amount else coalesce(l.amount_cents, 0) end,
        case when o.many = 1 then h.fee else coalesce(l.fee_cents, 0) end
      from opened o left join request_lines l on l.request = h.request and l.n = o.place
      where o.s = h.s
      union all
      select 'ad account', l.account, min(l.n), sum(l.amount_cents)::bigint, sum(l.fee_cents)::bigint
      from (
        select n, amount_cents, fee_cents,
          case when h.kind = any (settling) then money_holder(ad_account) else ad_account end as account
        from request_lines where request = h.request and h.new is null and ad_account is not null) l
      group by l.account) p
    where p.account is not null)
  select array_agg(m.change order by m.i), array_agg(m.request order by m.i), array_agg(m.new order by m.i),
    array_agg(m.step order by m.i), array_agg(m.leg order by m.i), array_agg(m.src order by m.i),
    array_agg(m.dst order by m.i), array_agg(m.src_at order by m.i), array_agg(m.dst_at order by m.i),
    array_agg(m.amount order by m.i), array_agg(m.fee order by m.i),
    (select array_agg(x.account order by x.at) from (select distinct at, account from parts) x),
    (select array_agg(x.client order by x.at) from (select at, min(client) as client from parts group by at) x)
  from (
    select row_number() over (order by w.change, w.s, w.leg) as i, w.* from (
      select h.s, h.change, h.request, h.new, p.step,
        (row_number() over (partition by h.s order by p.n, a.n) - 1)::smallint as leg,
        case p.src when a.side then 'ad:' || a.account when 'wallet' then 'wallet:' || c_client[h.change]
          when 'held' then 'held:' || c_client[h.change] else p.src end as src,
        case p.dst when a.side then 'ad:' || a.account when 'wallet' then 'wallet:' || c_client[h.change]
          when 'held' then 'held:' || c_client[h.change] else p.dst end as dst,
        case p.src when 'wallet' then 2 * c_nth[h.change] - 1 when 'held' then 2 * c_nth[h.change]
          when a.side then a.at end as src_at,
        case p.dst when 'wallet' then 2 * c_nth[h.change] - 1 when 'held' then 2 * c_nth[h.change]
          when a.side then a.at end as dst_at,
        case when array['ad account', 'new ad account'] && array[p.src, p.dst] then a.amount
          else case p.amount when 'amount' then h.amount when 'received' then h.received when 'fee' then h.fee
            when 'opening' then h.opening when 'total' then h.total
            when 'fee back' then h.total - h.amount end end as amount,
        case p.rides when 'fee' then a.fee when 'share' then null else 0 end as fee
      from happens h
      join postings p on p.kind = h.kind and p.event = h.event
      left join parts a on a.s = h.s and a.side in (p.src, p.dst)) w
    where w.amount is distinct from 0) m;
end $$;
revoke execute on function movements_of from public;
