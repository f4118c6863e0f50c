-- People: clients and admins, where they are signed in, the codes mailed to them, and how often somebody may guess.

create table users (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  role text not null default 'User' check (role in ('User', 'Admin')),
  username text not null,
  email text not null,
  email_key text not null generated always as (lower(email)) stored unique,
  email_verified_at timestamptz,
  -- null while an invited admin has not chosen one
  password_hash text,
  password_changed_at timestamptz not null default now(),
  contact1 text not null default '',
  mobile text not null default '',
  contact_method text not null default '',
  country text not null default '',
  pincode text not null default '',
  agency_ads jsonb not null default '{}',
  -- which notices are mailed; missing means yes
  notice_choices jsonb not null default '{}',
  totp_secret text,
  totp_enabled_at timestamptz,
  -- the last 30 s step a code was taken for, so that a code works once
  totp_last_step bigint not null default 0,
  recovery_hashes text[] not null default '{}',
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  closed_at timestamptz
);
create index users_role_created on users (role, id desc);
grant select, insert, update on users to portal_app;

create table sessions (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  -- sha-256 of the token; the token itself is nowhere
  token_hash bytea not null unique,
  user_id bigint not null references users,
  -- set while an admin looks at this client's area
  acting_admin bigint references users,
  acting_reason text,
  address text not null,
  agent text not null,
  created_at timestamptz not null default now(),
  signed_in_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_of_user on sessions (user_id) where ended_at is null;
grant select, insert, update on sessions to portal_app;

-- Codes and links sent by mail: verification, change of e-mail, password reset, invitation. One living one per purpose.
create table mailed_codes (
  user_id bigint not null references users,
  purpose text not null check (purpose in ('email', 'password', 'invitation')),
  secret_hash bytea not null,
  -- the address that the code proves
  email text not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  primary key (user_id, purpose)
);
create index mailed_codes_by_secret on mailed_codes (secret_hash);
grant select, insert, update, delete on mailed_codes to portal_app;

-- Guesses per key in a window; shared by all nodes, so that more nodes do not mean more guesses.
create unlogged table throttles (
  key text primary key,
  guesses int not null,
  ends_at timestamptz not null
);
create index throttles_ends on throttles (ends_at);
grant select, insert, update, delete on throttles to portal_app;

-- What a cleverer password check costs is paid here: count one guess for each key, answer the seconds to wait (0 = go on).
create function guess(keys text[], most int[], seconds int) returns int language plpgsql as $$
declare
  wait int := 0;
  spent int;
  until timestamptz;
begin
  for i in 1 .. array_length(keys, 1) loop
    insert into throttles as t (key, guesses, ends_at) values (keys[i], 1, now() + make_interval(secs => seconds))
    on conflict (key) do update set
      guesses = case when t.ends_at <= now() then 1 else t.guesses + 1 end,
      ends_at = case when t.ends_at <= now() then excluded.ends_at else t.ends_at end
    returning guesses, ends_at into spent, until;
    if spent > most[i] then
      wait := greatest(wait, ceil(extract(epoch from until - now()))::int);
    end if;
  end loop;
  return wait;
end $$;
grant execute on function guess to portal_app;
