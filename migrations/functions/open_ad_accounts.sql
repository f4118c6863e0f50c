-- Opens the ad accounts that approved orders were given, and says in the lines of each order which is whose: one
-- account for all of them, or one each. An order that said nothing of its accounts gets its lines now. A line that
-- named an ad account when it was asked for keeps it; what was opened instead of it is told by `ad_accounts`. What the
-- client called an account in the order is its first nickname.
create or replace function open_ad_accounts(list jsonb, result text[], c_client bigint[], o_change int[], o_id bigint[])
returns void language plpgsql as $$
begin
  with given as (
    select c.n::int as change, c.request, a.n as place, count(*) over (partition by c.n) as many,
      a.ads_id, a.key, a.public_id, coalesce(a.nickname, '') as nickname
    from rows from (jsonb_to_recordset(list) as (request bigint, ads jsonb)) with ordinality c (request, ads, n)
    cross join lateral rows from (jsonb_to_recordset(c.ads) as (ads_id text, key text, public_id text, nickname text))
      with ordinality a (ads_id, key, public_id, nickname, n)),
  ids as (
    select o.change, o.id, row_number() over (partition by o.change order by o.n) as place
    from unnest(o_change, o_id) with ordinality o (change, id, n)),
  opened as (
    insert into ad_accounts (id, public_id, client, platform, ads_id, key, request, place,
      nickname)
    select i.id, g.public_id, c_client[g.change], r.platform, g.ads_id, g.key, g.request, g.place, g.nickname
    from given g join ids i on i.change = g.change and i.place = g.place join requests r on r.id = g.request
    where result[g.change] = 'done'
    returning id, request, place, ads_id),
  told as (
    update request_lines l set ad_account = o.id, ads_id = o.ads_id
    from opened o join given g on g.request = o.request and g.place = o.place
    where l.request = o.request and (g.many = 1 or l.n = o.place) and l.ad_account is null
    returning l.request)
  insert into request_lines (request, n, ad_account, ads_id, amount_cents, fee_cents)
  select o.request, o.place, o.id, o.ads_id, 0, 0 from opened o
  where not exists (select from request_lines l where l.request = o.request);
end $$;
revoke execute on function open_ad_accounts from public;
