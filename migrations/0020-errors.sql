-- Unexpected errors, so that the short reference which somebody was shown leads an admin to who, when and which call. Not the
-- words of the error, which may quote what was typed: only its class and its place in the source. Kept for 90 days, the newest
-- 10,000 at most. No foreign keys: writing one down waits for nobody.

create table errors (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  reference text not null,
  node text not null,
  method text not null,
  path text not null,
  person bigint,
  acting_admin bigint,
  request_apply_id text,
  kind text not null,
  place text not null
);
create index errors_by_reference on errors (reference);
create index errors_by_request on errors (request_apply_id) where request_apply_id is not null;
grant select, insert, delete on errors to portal_app;
