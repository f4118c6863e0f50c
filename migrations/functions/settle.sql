-- Carries out the verdicts that were found possible: changes their requests, the ad accounts that they open and close
-- and the claims that they free, and notes who gave them.
create or replace function settle(list jsonb, result text[], c_client bigint[], c_by bigint[], c_at_once boolean[],
  q_change int[], q_id bigint[], o_change int[], o_id bigint[], x_change int[], x_id bigint[],
  r_change int[], r_id bigint[])
returns void language plpgsql as $$
begin
  update requests r set
    state = t.to_state,
    transaction_id = coalesce(c.transaction_id, r.transaction_id),
    remarks = coalesce(c.remarks, r.remarks),
    received_cents = coalesce(c.received, r.received_cents),
    updated_at = now(),
    decided_at = case when t.event = 'reverse' then r.decided_at else now() end,
    decided_by = case when t.event = 'reverse' then r.decided_by else c.by end,
    reversed_at = case when t.event = 'reverse' then now() end,
    reversed_by = case when t.event = 'reverse' then c.by end,
    reason = c.reason
  from rows from (jsonb_to_recordset(list) as (request bigint, verdict verdict, by bigint, transaction_id text,
    remarks text, received bigint, reason text))
    with ordinality c (request, verdict, by, transaction_id, remarks, received, reason, n)
  join transitions t on t.verdict = c.verdict
  where result[c.n] = 'done' and r.id = c.request;

  delete from claims where request in (
    select c.request
    from rows from (jsonb_to_recordset(list) as (request bigint, verdict verdict))
      with ordinality c (request, verdict, n)
    join transitions t on t.verdict = c.verdict join requests r on r.id = c.request
    join kinds k on k.name = r.kind and k.freed_by = t.event
    where result[c.n] = 'done');

  -- What was proposed about these requests, and still waits, is out of date.
  update proposals p set state = 'Discarded', decided_at = now(), decided_by = c.by
  from rows from (jsonb_to_recordset(list) as (request bigint, verdict verdict, by bigint))
    with ordinality c (request, verdict, by, n)
  join requests r on r.id = c.request
  where result[c.n] = 'done' and p.kind = 'verdict' and p.subject = r.apply_id and p.state = 'Pending';

  insert into decisions (request, person, verdict, details)
  select c.request, c.by, c.verdict, coalesce(c.said, '{}')
  from rows from (jsonb_to_recordset(list) as (request bigint, verdict verdict, by bigint, said jsonb))
    with ordinality c (request, verdict, by, said, n)
  where result[c.n] = 'done' and c.verdict is not null
  order by c.n;
  insert into decisions (request, person, verdict)
  select q.id, c_by[q.change], 'approve' from unnest(q_change, q_id) q (change, id)
  where c_at_once[q.change] and result[q.change] = 'done';

  if x_id is not null then
    with closing as (
      select a.id, a.state, c.by, coalesce(c.reason, '') as reason
      from unnest(x_change, x_id) x (change, id) join ad_accounts a on a.id = x.id
      join rows from (jsonb_to_recordset(list) as (by bigint, reason text)) with ordinality c (by, reason, n)
        on c.n = x.change
      where result[x.change] = 'done'),
    closed as (
      update ad_accounts a set closed_at = now(), state = t.to_state
      from closing c
      join account_transitions t on t.from_state = c.state and t.to_state = 'Closed' and t.by = 'reversal'
      where a.id = c.id
      returning a.id, a.state)
    insert into ad_account_steps (ad_account, from_state, state, reason, person, source)
    select c.id, c.state, d.state, c.reason, c.by, 'reversal' from closed d join closing c on c.id = d.id order by c.id;
  end if;
  -- An ad account that is replaced ends; where its replacement is undone, it is again in the state that it had before.
  if r_id is not null then
    with turning as (
      select a.id, a.state as before, c.by, c.verdict,
        case c.verdict when 'approve' then 'Replaced' else (
          select s.from_state from ad_account_steps s where s.ad_account = a.id
          order by s.id desc limit 1) end as state,
        coalesce(case c.verdict when 'approve' then r.client_remarks else c.reason end, '') as reason
      from unnest(r_change, r_id) x (change, id) join ad_accounts a on a.id = x.id
      join rows from (jsonb_to_recordset(list) as (request bigint, verdict verdict, by bigint, reason text))
        with ordinality c (request, verdict, by, reason, n) on c.n = x.change
      join requests r on r.id = c.request
      where result[x.change] = 'done'),
    turned as (
      update ad_accounts a set state = t.state, closed_at = case when t.verdict = 'approve' then now() end
      from turning t where a.id = t.id returning a.id)
    insert into ad_account_steps (ad_account, from_state, state, reason, person, source)
    select t.id, t.before, t.state, t.reason, t.by, case t.verdict when 'approve' then 'replacement' else 'reversal' end
    from turned d join turning t on t.id = d.id order by t.id;
  end if;
  if o_id is not null then
    perform open_ad_accounts(list, result, c_client, o_change, o_id);
  end if;
  if r_id is not null then
    perform carry_spend(list, result, r_change, r_id);
  end if;
end $$;
revoke execute on function settle from public;
