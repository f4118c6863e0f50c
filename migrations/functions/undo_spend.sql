-- Takes an import of spend back, under the lock of its clients' money. It adds rows that repeat what was known before
-- the import: a day that a later import changed stays as it is, and a day of which nothing else is known becomes
-- unknown again. Answers how it went ('done', 'missing', 'undone' where it was taken back before, or 'settled' where a
-- day would change whose month `settlement` settled), and how many days changed and are unknown now. `call` is a JSON
-- text: `by`, the admin; `import`, by its public id; and `public_id`, of the taking back. Raises 42501 where somebody
-- may not do that.
create or replace function undo_spend(call text, voucher bytea)
returns table (outcome text, changed int, unknown int, settlement text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  wish jsonb := call;
  wrong bigint;
  number bigint;
  settled text;
  touched bigint[];
  more bigint[];
  total int;
  lost int;
  first date;
  last date;
begin
  perform insist_on_voucher(call, voucher);
  perform insist_on_operations((wish ->> 'by')::bigint);
  -- The lock on the import: it may still be written, in several calls, and none may come after its taking back.
  select i.id into wrong from spend_imports i where i.public_id = wish ->> 'import' and i.source <> 'undo'
  for no key update;
  if wrong is null then
    return query select 'missing', 0, 0, null::text;
    return;
  end if;
  perform lock_wallets(array(
    select distinct a.client from spend_days d join ad_accounts a on a.id = d.ad_account where d.import = wrong));
  settled := (
    select min(r.apply_id) from spend_days d
    join settled_months s on s.ad_account = d.ad_account and s.month = date_trunc('month', d.day)::date
    join requests r on r.id = s.request
    where d.import = wrong and not exists (
      -- A later row says what the day is, and taking this import back changes nothing there. But rows of an import that
      -- was taken back do not count, nor do those that took it back: they only repeat what was known before.
      select from spend_days l join spend_imports i on i.id = l.import and i.source <> 'undo'
      where l.ad_account = d.ad_account and l.day = d.day and l.id > d.id
        and not exists (select from spend_imports u where u.undoes = l.import)));
  if settled is not null then
    return query select 'settled', 0, 0, settled;
    return;
  end if;
  insert into spend_imports (public_id, platform, source, file_name, file_digest, person, undoes)
  select wish ->> 'public_id', i.platform, 'undo', i.file_name, i.file_digest, (wish ->> 'by')::bigint, i.id
  from spend_imports i where i.id = wrong
  on conflict (undoes) do nothing returning id into number;
  if number is null then
    return query select 'undone', 0, 0, null::text;
    return;
  end if;

  -- Each day is looked up once, by the index, and which imports count is read once for all days. The greatest of arrays
  -- that begin with the id of a row is the latest row. What was known before is the latest row of an import that was
  -- not taken back, and that did not take back another.
  with back as materialized (
    select w.ad_account, w.day, s.now[2] as now, s.before[2] as micros, coalesce(s.before[3], 0) = 1 as final,
      coalesce(s.before[4], 0) = 1 as early
    from (select distinct d.ad_account, d.day from spend_days d where d.import = wrong) w
    cross join lateral (
      select max(array[d.id, d.micros, d.final::int, d.early::int]) as now,
        max(array[d.id, d.micros, d.final::int, d.early::int]) filter (where d.import not in (
          select unnest(array[u.id, u.undoes]) from spend_imports u where u.undoes is not null)) as before
      from spend_days d where d.ad_account = w.ad_account and d.day = w.day) s
    where (s.before[2], coalesce(s.before[3], 0), coalesce(s.before[4], 0))
      is distinct from (s.now[2], s.now[3], s.now[4])),
  kept as (
    insert into spend_days (ad_account, day, micros, final, early, import)
    select b.ad_account, b.day, b.micros, b.final, b.early, number from back b order by b.ad_account, b.day)
  select array_agg(b.ad_account), array_agg(b.more), coalesce(sum(b.days), 0), coalesce(sum(b.lost), 0), min(b.first),
    max(b.last)
  into touched, more, total, lost, first, last
  from (
    select b.ad_account, sum(coalesce(b.micros, 0) - coalesce(b.now, 0))::bigint as more, count(*) as days,
      count(*) filter (where b.micros is null) as lost, min(b.day) as first, max(b.day) as last
    from back b group by b.ad_account) b;

  perform count_spend(touched, more, array(
    -- The last day of which something is known is looked for from the latest one back, which seldom takes many steps;
    -- reading all years of each account would take long.
    select (
      select k.day from spend_days k where k.ad_account = n.account and k.micros is not null and not exists (
        select from spend_days l where l.ad_account = k.ad_account and l.day = k.day and l.id > k.id)
      order by k.day desc limit 1)
    from unnest(touched) with ordinality n (account, i) order by n.i));
  update spend_imports i set days = total, accounts = coalesce(cardinality(touched), 0), first_day = first,
    last_day = last
  where i.id = number;
  return query select 'done', total, lost, null::text;
end $$;
revoke execute on function undo_spend from public;
grant execute on function undo_spend to portal_app;
