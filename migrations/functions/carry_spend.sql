-- Moves what was spent and is not settled along with the money of a replaced ad account: it has to be paid out of that
-- money, wherever the money is. Both come back when the replacement is reversed.
create or replace function carry_spend(list jsonb, result text[], r_change int[], r_id bigint[]) returns void
language sql as $$
  with moving as (
    select x.id as old, n.id as new, c.verdict = 'approve' as on
    from unnest(r_change, r_id) x (change, id)
    join rows from (jsonb_to_recordset(list) as (request bigint, verdict verdict))
      with ordinality c (request, verdict, n) on c.n = x.change
    join ad_accounts n on n.request = c.request
    where result[x.change] = 'done'),
  gone as (
    update spend_totals t set open_micros = 0
    from (
      select w.*, o.open_micros from (
        select case when m.on then m.old else m.new end as payer, case when m.on then m.new else m.old end as heir
        from moving m) w
      join spend_totals o on o.ad_account = w.payer) w
    where t.ad_account = w.payer
    returning w.heir, w.open_micros)
  insert into spend_totals as t (ad_account, micros, open_micros)
  select g.heir, 0, g.open_micros from gone g where g.open_micros <> 0
  on conflict (ad_account) do update set open_micros = t.open_micros + excluded.open_micros
$$;
revoke execute on function carry_spend from public;
