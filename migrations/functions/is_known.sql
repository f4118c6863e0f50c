-- Whether money of this client from outside was ever credited, and still stands.
create or replace function is_known(client bigint) returns boolean language sql stable as $$
  select exists (
    select from requests r
    where r.client = is_known.client and r.state = 'Approved' and r.kind in (
      select p.kind from postings p where p.event = 'approve' and p.src = 'outside' and p.dst = 'wallet'))
$$;
revoke execute on function is_known from public;
