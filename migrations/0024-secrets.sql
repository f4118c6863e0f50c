-- Secrets at rest: which keys the sealed texts of this database were sealed with (names that say nothing about the keys), so
-- that a node with another SECRET_KEY does not start; and an admin's visit knows the sign-in it came from.

create table secret_keys (
  name text primary key,
  taken_up_at timestamptz not null default now()
);
grant select, insert, delete on secret_keys to portal_app;

-- The admin's own session behind a Login as a client: going back continues it and can never outlive it.
alter table sessions add column acting_session bigint references sessions;
create index sessions_of_acting_admin on sessions (acting_admin) where ended_at is null and acting_admin is not null;

-- Codes and links that were mailed are of use to nobody but a thief once they are sent or given up.
update mails set content = content - 'code' - 'button'
where (sent_at is not null or failed_at is not null)
  and (content ? 'code' or content -> 'button' ->> 'url' like '%token=%');
