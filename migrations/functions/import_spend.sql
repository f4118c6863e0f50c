-- Keeps what a file or a connection says that ad accounts spent, under the lock of their clients' money; each day says
-- how it went:
--   new      nothing was known of it
--   changes  something else was known; both are kept
--   again    this was known, and is kept once more: it is final now, or was read before the day was over and counted
--   same     this was known
--   settled  its month is settled by `settlement`, and it says something else
--   before   the ad account was not open yet or was taken back before, or another one had its Ads ID, so it is somebody
--            else's
--   missing  no ad account of this platform has this Ads ID
-- `call` is a JSON text: `by`, the admin; `public_id`, `platform`, `source`, `file_name` and `file_digest` of the
-- import, which the first call of one writes and the others go on with; and `days`, each with the `key` of an ad
-- account, the `day`, its `micros`, whether that is `final`, whether it is `partial`, as the platform still counts, and
-- whether the platform was `silent` about the day; none stands there twice. What a connection reads of a day that is
-- one of these lowers nothing that is known by now. Answers nothing, and keeps nothing, where the import was taken back
-- between two calls. Who may not do that raises 42501.
create or replace function import_spend(call text, voucher bytea)
returns table (outcome text, account text, before bigint, settlement text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  wish jsonb := call;
  name text := wish ->> 'platform';
  number bigint;
  clients bigint[];
  heard boolean := wish ->> 'source' = 'connection';
begin
  perform insist_on_voucher(call, voucher);
  perform insist_on_operations((wish ->> 'by')::bigint);
  -- First the import, then wallets, as `undo_spend` does.
  perform from spend_imports i where i.public_id = wish ->> 'public_id' for no key update;
  if exists (select from spend_imports u join spend_imports i on i.id = u.undoes
      where i.public_id = wish ->> 'public_id') then
    return;
  end if;
  clients := array(
    select distinct a.client from (select distinct d.key from jsonb_to_recordset(wish -> 'days') as d (key text)) k
    join ad_accounts a on a.platform = name and a.key = k.key);
  perform lock_wallets(clients);

  -- What the locks protect is read from here on.
  insert into spend_imports (public_id, platform, source, file_name, file_digest, person)
  values (wish ->> 'public_id', name, wish ->> 'source', wish ->> 'file_name', decode(wish ->> 'file_digest', 'hex'),
    (wish ->> 'by')::bigint)
  on conflict (public_id) do nothing;
  select i.id into number from spend_imports i where i.public_id = wish ->> 'public_id';

  return query
  with given as materialized (
    select d.n, d.key, d.day, d.micros, d.final, heard and (d.silent or d.partial) as lowers_nothing,
      not d.final and (coalesce(d.partial, false) or read_early(now(), d.day)) as early
    from rows from (
      jsonb_to_recordset(wish -> 'days') as (
        key text, day date, micros bigint, final boolean, partial boolean, silent boolean))
      with ordinality d (key, day, micros, final, partial, silent, n)),
  -- Where an Ads ID was given twice, the account that is open counts, or else the last one.
  named as materialized (
    select distinct on (a.key) a.key, a.id, a.public_id, o.first, o.last
    from (select distinct g.key from given g) k join ad_accounts a on a.platform = name and a.key = k.key
    cross join lateral own_days_of(a.id) o
    where a.client = any (clients)
    order by a.key, a.closed_at is null desc, a.id desc),
  known as materialized (
    select g.n, g.day, g.micros, g.final, g.early, a.id, a.public_id, s.micros as had,
      case when a.id is null then 'missing' when g.day < a.first or g.day > a.last then 'before'
        when g.lowers_nothing and s.micros > g.micros then 'same'
        when m.request is not null and s.micros is distinct from g.micros then 'settled'
        when s.micros is null then 'new'
        when s.micros <> g.micros then 'changes'
        when g.final and not s.final or s.early and not g.early then 'again' else 'same'
        end as outcome, m.request as settled_by
    from given g left join named a on a.key = g.key
    left join lateral (
      select d.micros, d.final, d.early from spend_days d where d.ad_account = a.id and d.day = g.day
      order by d.id desc limit 1) s on true
    left join settled_months m on m.ad_account = a.id and m.month = date_trunc('month', g.day)::date),
  written as (
    insert into spend_days (ad_account, day, micros, final, early, import)
    select k.id, k.day, k.micros, k.final, k.early, number from known k
    where k.outcome in ('new', 'changes', 'again')
    order by k.n
    returning ad_account, day),
  -- An account whose days come in several calls counts once among the accounts of the import.
  tallied as (
    update spend_imports i set days = i.days + w.days, accounts = i.accounts + w.accounts,
      first_day = least(i.first_day, w.first), last_day = greatest(i.last_day, w.last)
    from (
      select sum(e.days) as days, count(*) filter (where not e.counted) as accounts, min(e.first) as first,
        max(e.last) as last
      from (
        select n.ad_account, count(*) as days, min(n.day) as first, max(n.day) as last,
          exists (select from spend_days d where d.import = number and d.ad_account = n.ad_account) as counted
        from written n group by n.ad_account) e) w
    where i.id = number and w.days > 0),
  -- Counted from what was read above: to look for the new rows among all days of all years takes longer than to write
  -- them.
  counted as materialized (
    select count_spend(array_agg(w.id), array_agg(w.more), array_agg(w.day))
    from (
      select k.id, sum(k.micros - coalesce(k.had, 0))::bigint as more,
        greatest(max(k.day), (select t.last_day from spend_totals t where t.ad_account = k.id)) as day
      from known k where k.outcome in ('new', 'changes')
      group by k.id order by k.id) w)
  select k.outcome, k.public_id, k.had, (select r.apply_id from requests r where r.id = k.settled_by)
  from known k cross join counted order by k.n;
end $$;
revoke execute on function import_spend from public;
grant execute on function import_spend to portal_app;
