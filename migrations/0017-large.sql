-- What a million clients need: when somebody last signed in, whether a client was active lately, and actions by how they begin,
-- each from an index.
create index sessions_signed_in on sessions (user_id, created_at desc) where acting_admin is null;
create index requests_approved_of_client on requests (client, decided_at desc)
  where state = 'Approved' and kind in ('topup', 'application', 'deposit', 'refund');
create index audit_by_beginning on audit_log (action collate "C", id desc);
