-- Gives ad accounts another state, each under the lock of its client's money; each step is done entirely or not at all,
-- and says how it went:
--   done      written
--   missing   there is no such ad account
--   illegal   an admin, or its client by an appeal, may not bring it from the state that it has to this one
--   money     it would be closed with money in it
--   busy      it would be closed while requests about it are open
-- `call` is a JSON text: `by`, the admin, or one of the client's people where `source` is 'appeal'; `source`; and
-- `steps`, each with the `account` by its public id, its `state`, a `reason` and the platform's own `word`, which the
-- client reads, and a `note`, which no client reads. Who may not do that raises 42501.
create or replace function step_ad_accounts(call text, voucher bytea)
returns table (outcome text, account bigint, client bigint, before text, left_cents bigint, at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  wish jsonb := call;
  author bigint := (wish ->> 'by')::bigint;
  leads text := case wish ->> 'source' when 'appeal' then 'client' else 'admin' end;
  step record;
begin
  perform insist_on_voucher(call, voucher);
  if leads = 'admin' then
    perform insist_on_operations(author);
  elsif exists (
    select from jsonb_to_recordset(wish -> 'steps') as s (account text)
    join ad_accounts a on a.public_id = s.account
    where not exists (select from members m where m.client = a.client and m.person = author and m.role <> 'Viewer'))
  then
    raise exception 'This ad account is not this person''s.' using errcode = '42501';
  end if;
  perform lock_wallets(array(
    select a.client from jsonb_to_recordset(wish -> 'steps') as s (account text)
    join ad_accounts a on a.public_id = s.account));

  for step in
    select s.* from rows from (jsonb_to_recordset(wish -> 'steps')
      as (account text, state text, reason text, word text, note text)) with ordinality s (account,
        state, reason, word, note, n)
    order by s.n
  loop
    -- What the locks protect is read from here on.
    select a.id, a.client, a.state, b.balance into account, client, before, left_cents
    from ad_accounts a join balances b on b.account = 'ad:' || a.id where a.public_id = step.account;
    at := null;
    outcome := case
      when account is null then 'missing'
      when not exists (select from account_transitions t
        where t.from_state = before and t.to_state = step.state and t.by = leads) then 'illegal'
      when step.state = 'Closed' and left_cents > 0 then 'money'
      when step.state = 'Closed' and exists (
        select from request_lines l join requests r on r.id = l.request and r.state = 'Pending'
        where l.ad_account = account) then 'busy'
      else 'done' end;
    if outcome = 'done' then
      update ad_accounts a set state = step.state, closed_at = case when step.state = 'Closed' then now() end
      where a.id = account;
      insert into ad_account_steps as s (ad_account, from_state, state, reason, word, note, person, source)
      values (account, before, step.state, coalesce(step.reason, ''), coalesce(step.word, ''),
        coalesce(step.note, ''), author,
        wish ->> 'source')
      returning s.at into at;
      if step.state = 'Closed' then
        update ad_totals t set accounts = t.accounts - 1
        from ad_accounts a where a.id = account and t.client = a.client and t.platform = a.platform;
      end if;
    end if;
    return next;
  end loop;
end $$;
revoke execute on function step_ad_accounts from public;
grant execute on function step_ad_accounts to portal_app;
