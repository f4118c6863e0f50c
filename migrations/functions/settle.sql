-- Writes what the transitions that were found possible say about their requests, and opens and closes ad accounts.
create or replace function settle(transitions json, c_request bigint[], result text[], o_change int[], o_at int[], o_ads_id text[], a_account text[], a_client bigint[])
returns void language plpgsql as $$
begin
  update requests r set
    state = t.state,
    transaction_id = coalesce(t.transaction_id, r.transaction_id),
    ads_id = coalesce(t.ads_id, r.ads_id),
    remarks = coalesce(t.remarks, r.remarks),
    received_cents = coalesce(t.received_cents, r.received_cents),
    details = r.details || coalesce(t.details, '{}'),
    updated_at = now(),
    decided_at = case when t.state = 'Reversed' then r.decided_at else now() end,
    decided_by = case when t.state = 'Reversed' then r.decided_by else t.by end,
    reversed_at = case when t.state = 'Reversed' then now() end,
    reversed_by = case when t.state = 'Reversed' then t.by end,
    reason = t.reason
  from json_to_recordset(transitions) t (change int, state request_state, transaction_id text, ads_id text, remarks text, received_cents bigint,
    details jsonb, by bigint, reason text)
  where result[t.change] = 'done' and r.id = c_request[t.change];

  delete from claims where request in (
    select c_request[t.change] from json_to_recordset(transitions) t (change int, frees boolean) where t.frees and result[t.change] = 'done');

  insert into balances as b (account, client, ads_id, request, place)
  select a_account[o.at], a_client[o.at], o.ads_id, c_request[o.change], row_number() over (partition by o.change order by o.n)
  from unnest(o_change, o_at, o_ads_id) with ordinality o (change, at, ads_id, n)
  where o.ads_id is not null and result[o.change] = 'done'
  on conflict (account) do update set client = excluded.client, ads_id = excluded.ads_id, request = excluded.request, place = excluded.place, closed = false;

  update balances b set closed = true
  from unnest(o_change, o_at, o_ads_id) o (change, at, ads_id)
  where o.ads_id is null and result[o.change] = 'done' and b.account = a_account[o.at];
end $$;

revoke execute on function settle from public;
