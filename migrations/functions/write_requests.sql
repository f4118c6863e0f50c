-- Writes the requests whose change is done, with their lines; where a request is about ad accounts, its lines have to
-- add up to it. The fee of a refund is the share that was computed under the lock.
create or replace function write_requests(result text[], c_client bigint[], c_by bigint[], c_kind text[],
  c_at_once boolean[], c_attempt uuid[], c_content uuid[], q_change int[], q_id bigint[],
  q_row jsonb[], q_account bigint[], q_share bigint[]) returns void language plpgsql as $$
declare
  wrong text;
begin
  insert into requests (id, apply_id, client, kind, platform, state, attempt, n, content,
    asked_by, amount_cents, fee_cents, opening_fee_cents, total_cents,
    transaction_id, client_remarks, details, decided_at, decided_by)
  select q.id, r.apply_id, c_client[q.change], c_kind[q.change], r.platform,
    case when c_at_once[q.change] then request_state 'Approved' else 'Pending' end,
    c_attempt[q.change], row_number() over (partition by q.change order by q.i) - 1, c_content[q.change],
    c_by[q.change], r.amount_cents, coalesce(q.share, r.fee_cents), r.opening_fee_cents,
    coalesce(r.total_cents, r.amount_cents + q.share),
    r.transaction_id, r.client_remarks, coalesce(r.details, '{}'),
    case when c_at_once[q.change] then now() end, case when c_at_once[q.change] then c_by[q.change] end
  from unnest(q_change, q_id, q_row, q_share) with ordinality q (change, id, row, share, i)
  cross join lateral jsonb_to_record(q.row) r (apply_id text, platform text, amount_cents bigint, fee_cents bigint,
    opening_fee_cents bigint, total_cents bigint, transaction_id text, client_remarks text, details jsonb)
  where result[q.change] = 'done';

  with written as (
    insert into request_lines (request, n, ad_account, ads_id, email, amount_cents, fee_cents, time_zone, details)
    select q.id, l.n, q.account,
      case when q.account is null then l.ads_id else (select a.ads_id from ad_accounts a where a.id = q.account) end,
      coalesce(l.email, ''), l.amount_cents, coalesce(q.share, l.fee_cents), coalesce(l.time_zone, ''),
      coalesce(l.details, '{}')
    from unnest(q_change, q_id, q_row, q_account, q_share) q (change, id, row, account, share)
    cross join lateral rows from (jsonb_to_recordset(q.row -> 'lines') as (ads_id text, email text, amount_cents bigint,
      fee_cents bigint, time_zone text, details jsonb))
      with ordinality l (ads_id, email, amount_cents, fee_cents, time_zone, details, n)
    where result[q.change] = 'done'
    returning request, amount_cents, fee_cents),
  -- The amount and the fee of a request, minus those of its lines, have to be nothing.
  parts as (
    select q.id, true as whole, (q.row ->> 'amount_cents')::bigint as amount,
      coalesce(q.share, (q.row ->> 'fee_cents')::bigint) as fee, q.row ->> 'apply_id' as apply_id
    from unnest(q_change, q_id, q_row, q_share) q (change, id, row, share)
    where result[q.change] = 'done'
      and c_kind[q.change] = any (array(
        select p.kind from postings p where array['ad account', 'new ad account'] && array[p.src, p.dst]))
    union all
    select w.request, false, -w.amount_cents, -w.fee_cents, null from written w)
  select max(p.apply_id) into wrong from parts p
  group by p.id having bool_or(p.whole) and (sum(p.amount) <> 0 or sum(p.fee) <> 0)
  limit 1;
  if wrong is not null then
    raise exception 'The lines of % do not add up to it.', wrong using errcode = '22023';
  end if;
end $$;
revoke execute on function write_requests from public;
