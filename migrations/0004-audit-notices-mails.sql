-- What happened (audit), what a person is told (notices), what is to be mailed (mails): rows written in the transaction
-- of the thing they tell of, so that neither can be without the other.

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- who did it; null for the portal itself and for visitors
  actor bigint references users,
  -- the admin behind a Login as a client
  acting_admin bigint references users,
  address text not null default '',
  agent text not null default '',
  -- 'topup.approved', 'auth.signed_in', 'network.changed'
  action text not null,
  -- whom it concerns
  subject bigint references users,
  request_apply_id text,
  before jsonb,
  after jsonb
);
create index audit_by_subject on audit_log (subject, id desc);
create index audit_by_actor on audit_log (actor, id desc);
create index audit_by_action on audit_log (action, id desc);
create index audit_by_request on audit_log (request_apply_id, id) where request_apply_id is not null;
grant select, insert on audit_log to portal_app;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
create trigger audit_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

create table notices (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  user_id bigint not null references users,
  at timestamptz not null default now(),
  -- 'decision', 'security', 'share', 'network'
  topic text not null,
  text text not null,
  -- the page that shows more
  link text not null default '',
  request_apply_id text,
  seen_at timestamptz
);
create index notices_of_user on notices (user_id, id desc);
create index notices_unseen on notices (user_id) where seen_at is null;
grant select, insert, update (seen_at) on notices to portal_app;

create table mails (
  id bigint generated always as identity primary key,
  made_at timestamptz not null default now(),
  recipient text not null,
  subject text not null,
  -- what the template is filled with: { lines, code, button }
  content jsonb not null,
  request_apply_id text,
  tries int not null default 0,
  next_try_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text
);
create index mails_waiting on mails (next_try_at) where sent_at is null and failed_at is null;
create index mails_by_request on mails (request_apply_id) where request_apply_id is not null;
grant select, insert, update on mails to portal_app;
