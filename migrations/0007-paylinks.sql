-- Pay links: a client asks somebody without an account for money. What was paid through one is a top-up of its owner that names
-- the link in `details.paylink`; whether a link is open follows from these top-ups, so that nothing is said twice.

create table paylinks (
  id bigint generated always as identity primary key,
  -- PL-7K3Q-X2MF, for people
  public_id text not null unique,
  -- what the public address ends with; long enough not to be guessed
  code text not null unique,
  client bigint not null references users,
  kind text not null check (kind in ('Individual', 'Company')),
  -- whom the link is for
  first_name text not null,
  last_name text not null,
  email text not null,
  country text not null,
  company_name text not null default '',
  website text not null default '',
  amount_cents bigint not null check (amount_cents > 0),
  -- the attempt that made it, and the digest of what it consisted of
  key text,
  content_digest text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  unique (client, key)
);
create index paylinks_of_client on paylinks (client, id desc);
grant select, insert, update (revoked_at) on paylinks to portal_app;

create index requests_of_paylink on requests ((details ->> 'paylink'), id) where details ? 'paylink';
