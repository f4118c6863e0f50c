-- From which moment the wait for this address is counted, for this person of this client: the latest of when the
-- address came into the client's address book (where it is not in it: was asked for, or came into it last), and when
-- the person last changed password or e-mail address. Each of these times can only become later, so that nobody gains
-- by doing two things at once.
create or replace function payout_since(client bigint, person bigint, network text, address text, asked_at timestamptz)
returns timestamptz language sql stable as $$
  select greatest(
    (select coalesce(min(a.added_at) filter (where a.removed_at is null), greatest(asked_at, max(a.added_at)))
      from payout_addresses a
      where a.client = payout_since.client and a.network = payout_since.network
        and a.compared = compared_address(payout_since.address)),
    (select case when p.password_changed_at > p.created_at then p.password_changed_at end from people p
      where p.id = payout_since.person),
    (select p.email_changed_at from people p where p.id = payout_since.person))
$$;
revoke execute on function payout_since from public;
grant execute on function payout_since to portal_app;
