-- Takes the mark from clients who have not been active for long, some at a time; answers how many. It holds the locks
-- of their wallets, so that nothing of theirs is approved meanwhile, and takes them in the same order as everybody
-- else.
create or replace function unmark_inactive(most int)
returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  counting text[] := array(select name from kinds where counts_as_active);
  inactive bigint[];
  unmarked int;
begin
  select coalesce(array_agg(id), '{}') into inactive from (
    select c.id from clients c where c.approved_lately and not exists (
      select from requests r where r.client = c.id and r.state = 'Approved' and r.kind = any (counting)
        and r.decided_at > now() - interval '720 hours') limit most) found;
  perform lock_wallets(inactive);
  update clients c set approved_lately = false
  where c.id = any (inactive) and c.approved_lately and not exists (
    select from requests r where r.client = c.id and r.state = 'Approved' and r.kind = any (counting)
      and r.decided_at > now() - interval '720 hours');
  get diagnostics unmarked = row_count;
  return unmarked;
end $$;

revoke execute on function unmark_inactive from public;
grant execute on function unmark_inactive to portal_app;
