-- Whether this client was once credited with at least this amount from outside, and that credit still stands. The
-- amount matters: a dollar makes nobody known for five hundred, or accounts that were credited with a dollar each would
-- be as good as honest ones.
create or replace function is_known(client bigint, amount bigint) returns boolean language sql stable as $$
  select exists (
    select from requests r
    where r.client = is_known.client and r.state = 'Approved' and r.moved_cents >= amount and r.kind in (
      select p.kind from postings p where p.event = 'approve' and p.src = 'outside' and p.dst = 'wallet'))
$$;
revoke execute on function is_known from public;
grant execute on function is_known to portal_app;
