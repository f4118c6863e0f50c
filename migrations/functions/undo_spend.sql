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
  accounts bigint[];
  more bigint[];
  days date[];
  settled text;
begin
  perform insist_on_voucher(call, voucher);
  perform insist_on_operations((wish ->> 'by')::bigint);
  select i.id into wrong from spend_imports i where i.public_id = wish ->> 'import' and i.source <> 'undo';
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
      -- What a taking back wrote, or one that was taken back, is no later word: it says again what was known before.
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

  insert into spend_days (ad_account, day, micros, final, import)
  select w.ad_account, w.day, b.micros, coalesce(b.final, false), number
  from (select distinct d.ad_account, d.day from spend_days d where d.import = wrong) w
  cross join lateral (
    select d.micros, d.final from spend_days d where d.ad_account = w.ad_account and d.day = w.day
    order by d.id desc limit 1) now
  left join lateral (
    select d.micros, d.final from spend_days d join spend_imports i on i.id = d.import and i.source <> 'undo'
    where d.ad_account = w.ad_account and d.day = w.day
      and not exists (select from spend_imports u where u.undoes = d.import)
    order by d.id desc limit 1) b on true
  where (b.micros, coalesce(b.final, false)) is distinct from (now.micros, now.final)
  order by w.ad_account, w.day;

  select array_agg(w.ad_account), array_agg(w.more), array_agg(w.day) into accounts, more, days
  from (
    select d.ad_account, sum(coalesce(d.micros, 0) - coalesce(e.micros, 0))::bigint as more,
      -- From the last day back, which seldom goes far: reading the years of each account would.
      (select k.day from spend_days k where k.ad_account = d.ad_account and k.micros is not null and not exists (
          select from spend_days l where l.ad_account = k.ad_account and l.day = k.day and l.id > k.id)
        order by k.day desc limit 1) as day
    from spend_days d
    left join lateral (
      select o.micros from spend_days o where o.ad_account = d.ad_account and o.day = d.day and o.id < d.id
      order by o.id desc limit 1) e on true
    where d.import = number
    group by d.ad_account) w;
  perform count_spend(accounts, more, days);
  update spend_imports i set days = w.days, accounts = w.accounts, first_day = w.first, last_day = w.last
  from (
    select count(*) as days, count(distinct d.ad_account) as accounts, min(d.day) as first, max(d.day) as last
    from spend_days d where d.import = number) w
  where i.id = number;
  return query select 'done', count(*)::int, count(*) filter (where d.micros is null)::int, null::text
    from spend_days d where d.import = number;
end $$;
revoke execute on function undo_spend from public;
grant execute on function undo_spend to portal_app;
