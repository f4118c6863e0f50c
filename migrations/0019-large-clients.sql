-- What keeps the largest clients, and lists of clients among a million, as fast as small ones.

-- What a client has in ad accounts, by platform, so that nobody adds up sixty thousand of them to show one number. Written
-- where the balance is written, under the same client's lock; `npm run audit` compares the two.
create table ad_totals (
  client bigint not null,
  platform platform not null,
  -- those that are open
  accounts int not null,
  cents bigint not null,
  primary key (client, platform)
) with (fillfactor = 50);
grant select on ad_totals to portal_app;

create function keep_ad_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.ads_id is not null and old.client <> new.client then
    update ad_totals t set accounts = t.accounts - (not old.closed)::int, cents = t.cents - old.balance
    where t.client = old.client and t.platform = split_part(old.account, ':', 2)::platform;
  end if;
  insert into ad_totals as t (client, platform, accounts, cents)
  select new.client, split_part(new.account, ':', 2)::platform,
    (not new.closed)::int - case when same then (not old.closed)::int else 0 end, new.balance - case when same then old.balance else 0 end
  from (select tg_op = 'UPDATE' and old.ads_id is not null and old.client = new.client as same) was
  on conflict (client, platform) do update set accounts = t.accounts + excluded.accounts, cents = t.cents + excluded.cents;
  return null;
end $$;
create trigger balances_are_added_up after insert or update on balances
  for each row when (new.ads_id is not null) execute function keep_ad_totals();

insert into ad_totals (client, platform, accounts, cents)
select client, split_part(account, ':', 2)::platform, count(*) filter (where not closed), sum(balance) from balances where ads_id is not null group by 1, 2;

-- Who may be an active client: everybody of whom something was approved in the last 30 x 24 hours, and some for an hour longer.
-- It makes the set small enough to search; whether a client is active is still asked of the requests themselves.
alter table users add column approved_lately boolean not null default false;

create function mark_approved() returns trigger language plpgsql as $$
begin
  update users set approved_lately = true where id = new.client and not approved_lately;
  return null;
end $$;
create trigger requests_mark_their_clients after insert or update of state on requests
  for each row when (new.state = 'Approved' and new.kind in ('topup', 'application', 'deposit', 'refund')) execute function mark_approved();

update users u set approved_lately = true
where exists (select from requests r where r.client = u.id and r.state = 'Approved' and r.kind in ('topup', 'application', 'deposit', 'refund')
  and r.decided_at > now() - interval '720 hours');

-- Takes the mark from those who have not been active for long, some at a time; answers how many. Under their wallets' locks, so that
-- nothing of theirs is approved meanwhile, and in the order in which everybody takes these locks.
create function unmark_inactive(most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  inactive bigint[];
  unmarked int;
begin
  select coalesce(array_agg(id), '{}') into inactive from (
    select u.id from users u where u.approved_lately and not exists (
      select from requests r where r.client = u.id and r.state = 'Approved' and r.kind in ('topup', 'application', 'deposit', 'refund')
        and r.decided_at > now() - interval '720 hours') limit most) found;
  perform lock_wallets(array(select 'wallet:' || id from unnest(inactive) id), inactive);
  update users u set approved_lately = false
  where u.id = any (inactive) and u.approved_lately and not exists (
    select from requests r where r.client = u.id and r.state = 'Approved' and r.kind in ('topup', 'application', 'deposit', 'refund')
      and r.decided_at > now() - interval '720 hours');
  get diagnostics unmarked = row_count;
  return unmarked;
end $$;
revoke execute on function unmark_inactive from public;
grant execute on function unmark_inactive to portal_app;

create index users_lately on users (approved_lately, id);
create index users_lately_by_username on users (approved_lately, lower(username), id);
create index users_lately_by_part on users using gin (username gin_trgm_ops, email gin_trgm_ops, contact1 gin_trgm_ops) where approved_lately;
-- Clients who are gone are few, and left out of what is counted.
create index users_closed on users (id) where closed_at is not null;

-- Where in a wallet's history a moment lies: the last line that is older, found by halving. Lines are numbered while their
-- transactions run and carry the time at which these began, so that near a moment order and time may differ by as long as a
-- transaction may take; who asks for a range takes an hour more on both sides and compares the times themselves.
create function line_before(of_client bigint, moment timestamptz) returns bigint language plpgsql stable strict as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  line bigint;
  line_at timestamptz;
begin
  select m.id + 1 into high from movements m
  where (m.client, m.id) < (of_client, 9223372036854775807) and m.client >= of_client and (m.src ^@ 'wallet:' or m.dst ^@ 'wallet:')
  order by m.client desc, m.id desc limit 1;
  while high - low > 1 loop
    middle := low + (high - low) / 2;
    select m.id, m.at into line, line_at from movements m
    where (m.client, m.id) >= (of_client, middle) and m.client <= of_client and (m.src ^@ 'wallet:' or m.dst ^@ 'wallet:')
    order by m.client, m.id limit 1;
    if found and line < high and line_at < moment then
      low := line;
    else
      high := middle;
    end if;
  end loop;
  return low;
end $$;
grant execute on function line_before to portal_app;
