-- The tables of the portal, from top to bottom: people, settings, network, ledger, requests, what is told, proofs,
-- pay links, shares, figures, seals, errors. From here on tables change by further migrations, which are never edited
-- once they landed. Functions, their grants and their triggers are whole files in functions/, run after the
-- migrations whenever their text changed; only those that a generated column or an index is made with stand here.

create extension if not exists pg_trgm;

-- People and clients are numbered together, so that the number of one where the other belongs finds nothing.
create sequence numbers as bigint;
grant usage on sequence numbers to portal_app;

-- People: whoever signs in. Those of a client are its members, the agency's admins have a role of their own.
create table people (
  id bigint primary key default nextval('numbers'),
  public_id text not null unique,
  name text not null,
  email text not null,
  email_key text not null generated always as (lower(email)) stored unique,
  email_verified_at timestamptz,
  phone text not null default '',
  -- null while an invited admin has not chosen one
  password_hash text,
  password_changed_at timestamptz not null default now(),
  -- null while it is the address of the beginning
  email_changed_at timestamptz,
  -- how to be told of what: 'mail:wallet' to true or false; missing means as src/kinds/topics.ts says
  notice_choices jsonb not null default '{}',
  -- the Monday whose weekly summary was mailed last
  weekly_mailed_on date,
  totp_secret text,
  totp_enabled_at timestamptz,
  -- the last 30 s step a code was taken for, so that a code works once
  totp_last_step bigint not null default 0,
  recovery_hashes text[] not null default '{}',
  -- null for a client's people; Portal is the portal itself, where it decides, and never signs in
  admin_role text check (admin_role in ('Admin', 'Finance', 'Operations', 'Support', 'Portal')),
  created_at timestamptz not null default now(),
  -- an admin who was removed
  disabled_at timestamptz
);
create index people_admins on people (id) where admin_role is not null;

-- Clients: whoever owns a wallet.
create table clients (
  id bigint primary key default nextval('numbers'),
  public_id text not null unique,
  name text not null,
  company text not null default '',
  -- the address of its Owner, kept by a trigger: lists are searched and sorted in one table
  email text not null,
  phone text not null default '',
  contact_method text not null default '',
  country text not null default '',
  pincode text not null default '',
  agency_ads jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- none of its people can sign in
  disabled_at timestamptz,
  -- it left, for good
  closed_at timestamptz,
  -- whether it may be active: everybody of whom something was approved in the last 30 x 24 hours, and some for an
  -- hour longer. It makes the set small enough to search; whether a client is active is still asked of the requests
  -- themselves
  approved_lately boolean not null default false
);

-- Who of the people acts for which client, and as what. One Owner each; nobody acts for two yet.
create table members (
  client bigint not null references clients,
  person bigint not null unique references people,
  role text not null check (role in ('Owner', 'Finance', 'Buyer', 'Viewer')),
  since timestamptz not null default now(),
  primary key (client, person)
);
create unique index members_owner on members (client) where role = 'Owner';

-- The signs of these texts that the index of parts (pg_trgm) does not find people by: it knows ASCII letters and
-- digits alone, and needs three of them in a row, while 王伟 is a whole name. Each other sign alone, and each with what
-- stands before it.
create function signs_of(variadic texts text[]) returns text[]
language plpgsql immutable strict parallel safe as $$
declare
  signs text[] := '{}';
  letter text;
  plain boolean;
  before text;
  plain_before boolean;
begin
  for i in 1 .. cardinality(texts) loop
    before := '';
    plain_before := true;
    foreach letter in array string_to_array(lower(texts[i] collate "pg_c_utf8"), null) loop
      plain := letter collate "C" between '0' and '9' or letter collate "C" between 'a' and 'z';
      if not plain then
        signs := signs || letter;
      end if;
      if before <> '' and not (plain and plain_before) then
        signs := signs || (before || letter);
      end if;
      before := letter;
      plain_before := plain;
    end loop;
  end loop;
  return signs;
end $$;
grant execute on function signs_of to portal_app;

create index people_by_part on people using gin (name gin_trgm_ops, email gin_trgm_ops);
create index people_by_sign on people using gin (signs_of(name, email, phone));
create index clients_by_name on clients (lower(name), id);
create index clients_by_name_part on clients using gin (name gin_trgm_ops);
create index clients_by_email_part on clients using gin (email gin_trgm_ops);
create index clients_by_phone_part on clients using gin (phone gin_trgm_ops);
create index clients_by_sign on clients using gin (signs_of(name, email, phone));
create index clients_lately on clients (approved_lately, id);
create index clients_lately_by_name on clients (approved_lately, lower(name), id);
create index clients_lately_by_part on clients
  using gin (name gin_trgm_ops, email gin_trgm_ops, phone gin_trgm_ops) where approved_lately;
-- Clients who are gone are few, and left out of what is counted.
create index clients_closed on clients (id) where closed_at is not null;

-- Who is an admin, and who was removed, is decided by the function make_admin alone.
grant select on people, clients, members to portal_app;
grant insert (public_id, name, email, email_verified_at, password_hash, phone) on people to portal_app;
grant update (email, email_verified_at, email_changed_at, phone, password_hash, password_changed_at,
  notice_choices, weekly_mailed_on, totp_secret, totp_enabled_at, totp_last_step,
  recovery_hashes) on people to portal_app;
grant insert on clients, members to portal_app;
grant update (disabled_at, closed_at) on clients to portal_app;

-- Where people are signed in.
create table sessions (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  -- sha-256 of the token; the token itself is nowhere
  token_hash bytea not null unique,
  person bigint not null references people,
  -- set while an admin looks at this client's area; going back continues the admin's own session and can't outlive it
  acting_admin bigint references people,
  acting_reason text,
  acting_session bigint references sessions,
  address text not null,
  agent text not null,
  created_at timestamptz not null default now(),
  signed_in_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_of_person on sessions (person) where ended_at is null;
create index sessions_of_acting_admin on sessions (acting_admin) where ended_at is null and acting_admin is not null;
create index sessions_signed_in on sessions (person, created_at desc) where acting_admin is null;
grant select, insert, update on sessions to portal_app;

-- Codes and links sent by mail: verification, change of e-mail, password reset, invitation. One living one per purpose.
create table mailed_codes (
  person bigint not null references people,
  purpose text not null check (purpose in ('email', 'password', 'invitation')),
  secret_hash bytea not null,
  -- the address that the code proves
  email text not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  primary key (person, purpose)
);
create index mailed_codes_by_secret on mailed_codes (secret_hash);
grant select, insert, update, delete on mailed_codes to portal_app;

-- Passkeys: keys of people's devices, of which the portal has the public halves alone.
create table passkeys (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  person bigint not null references people,
  -- what the device calls it
  credential bytea not null unique,
  public_key bytea not null,
  -- how often it has signed, by its own count; some always say 0
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_of_person on passkeys (person);
grant select, delete on passkeys to portal_app;
grant insert (public_id, person, credential, public_key, counter, transports, name) on passkeys to portal_app;
grant update (counter, name, used_at) on passkeys to portal_app;

-- What passkeys are asked to sign: once, within minutes, for one purpose and one session.
create unlogged table passkey_challenges (
  challenge bytea primary key,
  purpose text not null check (purpose in ('add', 'sign in', 'confirm')),
  -- null where nobody is signed in yet
  session bigint,
  -- what the digest of a decision was mixed with
  nonce bytea,
  expires_at timestamptz not null
);
create index passkey_challenges_expire on passkey_challenges (expires_at);
grant select, insert, delete on passkey_challenges to portal_app;

-- Guesses per key in a window; shared by all nodes, so that more nodes do not mean more guesses.
create unlogged table throttles (
  key text primary key,
  guesses int not null,
  ends_at timestamptz not null
);
create index throttles_ends on throttles (ends_at);
grant select, insert, update, delete on throttles to portal_app;

-- The keys that this database's secrets were sealed with, by names that say nothing about the keys, so that a node
-- with another SECRET_KEY does not start.
create table secret_keys (
  name text primary key,
  taken_up_at timestamptz not null default now()
);
grant select, insert, delete on secret_keys to portal_app;

-- What calls are vouched for with: each key's padded halves. Written by the migrator, and never granted to portal_app:
-- with that role's login alone nobody can approve or ask for anything.
create table voucher_keys (
  name text primary key,
  inner_half bytea not null,
  outer_half bytea not null
);

-- What one admin wants and another has to confirm before it holds. One waits about one subject; name and address of who
-- wants it are kept as they were.
create table proposals (
  id bigint generated always as identity primary key,
  -- PR-7K3Q-X2MF; NW- and ST- for what becomes a version under the same id
  public_id text not null unique,
  kind text not null,
  subject text not null,
  payload jsonb not null,
  reason text,
  proposed_by bigint not null references people,
  by_name text not null,
  by_email text not null,
  at timestamptz not null default clock_timestamp(),
  state text not null default 'Pending' check (state in ('Pending', 'Confirmed', 'Discarded', 'Replaced')),
  decided_at timestamptz,
  decided_by bigint references people,
  check ((state = 'Pending') = (decided_at is null)),
  check (state <> 'Confirmed' or decided_by <> proposed_by)
);
create unique index proposals_waiting on proposals (kind, subject) where state = 'Pending';
create index proposals_waiting_about on proposals (subject) where state = 'Pending';
grant select, insert, update (state, decided_at, decided_by) on proposals to portal_app;

-- Settings that an agency changes while it works, kept as versions: the newest counts, every request keeps what it
-- was priced with.
create table settings_versions (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  author bigint references people,
  value jsonb not null,
  -- the second admin, where one was asked for
  confirmed_by bigint references people,
  check (confirmed_by <> author)
);
grant select, insert on settings_versions to portal_app;

-- Prices of one client, as versions too.
create table client_prices (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  author bigint not null references people,
  client bigint not null references clients,
  -- null: as everybody
  opening_fee_cents bigint check (opening_fee_cents between 0 and 100000000),
  topup_basis_points int check (topup_basis_points between 0 and 10000)
);
create index client_prices_latest on client_prices (client, id desc);
grant select, insert on client_prices to portal_app;

-- Where clients send USDT. Every version is kept: a transfer that arrives weeks later must be traceable to what was
-- shown.
create table network_versions (
  id bigint generated always as identity primary key,
  -- NW-7K3Q-X2MF
  public_id text not null unique,
  network_name text not null,
  network_address text not null,
  -- the other networks that clients may choose then, each with its address: [{ networkName, networkAddress }]
  beside jsonb not null default '[]' check (jsonb_typeof(beside) = 'array'),
  author bigint not null references people,
  created_at timestamptz not null default now(),
  -- since when clients see it
  shown_at timestamptz not null,
  -- the second admin, where one was asked for
  confirmed_by bigint references people,
  check (confirmed_by <> author)
);
create index network_versions_shown on network_versions (shown_at desc, id desc);
grant select, insert on network_versions to portal_app;

-- The platforms on which the agency sells ad accounts. Rows, as a new one is one row: rules.sql writes them from
-- src/kinds.
create table platforms (
  name text collate "C" primary key
);
grant select on platforms to portal_app;

-- What is legal, in three tables that rules.sql writes from src/kinds whenever that changes. Here the kinds of request:
-- `change` makes no request of another kind. (`requests` has no foreign key to them: its rows would lock these few for
-- one another.)
create table kinds (
  name text collate "C" primary key,
  -- whether approving it opens ad accounts
  opens boolean not null,
  -- who asks for it, and which admins decide it besides those who may do everything
  asked_by text not null check (asked_by in ('client', 'admin', 'either')),
  decided_by text not null,
  -- whether approving it makes its client an active one for a while
  counts_as_active boolean not null,
  -- whether approving it says that money was sent out; only such a request is ever to be paid
  sends_money boolean not null,
  -- what of it may exist once among the living ('transactionId', 'adsIds'), from which event on, and which frees it
  claims text,
  claimed_at text,
  freed_by text
);
grant select on kinds to portal_app;

-- What each event of a kind moves: src pays dst this amount of the request, once for each of its ad accounts where one
-- pays or is paid.
create table postings (
  kind text collate "C" not null references kinds,
  event text collate "C" not null,
  n smallint not null,
  -- 0 asked, 1 decided, 2 reversed: approving and giving back are rivals for one key of the book
  step smallint not null,
  src text not null,
  dst text not null,
  amount text not null,
  -- the top-up fee that travels with the money: the request's own, or the payer's share at that moment
  rides text,
  primary key (kind, event, n)
);
grant select on postings to portal_app;

create type request_state as enum ('Pending', 'To pay', 'Approved', 'Rejected', 'Cancelled', 'Reversed');
create type verdict as enum ('approve', 'reject', 'cancel', 'reverse', 'release', 'pay', 'takeBack');

-- What a verdict starts from, what it leads to, the event it posts, and whose it is: an admin's or the client's.
create table transitions (
  verdict verdict primary key,
  from_state request_state not null,
  to_state request_state not null,
  event text not null,
  by text not null check (by in ('admin', 'client'))
);
grant select on transitions to portal_app;

-- The steps that an ad account may take, and what leads there: an admin who says so, its client's appeal, an approved
-- replacement, or the reversal of one, or of the order that opened it.
create table account_transitions (
  from_state text collate "C" not null,
  to_state text collate "C" not null,
  by text not null check (by in ('admin', 'client', 'replacement', 'reversal')),
  primary key (from_state, to_state, by)
);
grant select on account_transitions to portal_app;

-- The ledger. 'wallet:7', 'held:7' and 'ad:12' (the number of an ad account) can run dry and have a row in `balances`;
-- 'outside', 'opening', 'fee', 'penalty', 'spent' and 'goodwill' cannot, and have none: a running balance there would
-- make strangers wait for one another.
create domain account as text collate "C" not null;
create domain cents_left as bigint not null check (value >= 0);
create domain cents_moved as bigint not null check (value > 0);

-- What is in each account that can run dry. Written by the function `change` alone. Never indexed by amounts, so that
-- updates stay on their page (HOT).
create table balances (
  account account primary key,
  client bigint not null references clients,
  balance cents_left default 0,
  -- ad accounts only: the top-up fee that came with the money still in the account
  fee_left cents_left default 0
) with (fillfactor = 50);
grant select on balances to portal_app;

-- Each sign of a text and each two that stand side by side, with the block of ids that the row is in: a text that is
-- too short for the index of parts (pg_trgm), which needs three letters or digits in a row, is found by these. Many
-- rows have the same two, so that they are looked for block after block.
create function pieces_of(words text, block bigint) returns text[] language sql immutable strict parallel safe
return array(select block || ' ' || substr(small, place, length) from lower(words collate "pg_c_utf8") small,
  generate_series(1, length(small)) place, generate_series(1, 2) length);
grant execute on function pieces_of to portal_app;

-- What is sold. Opened when an order is approved, closed when that is reversed; written by the function `change` alone.
create table ad_accounts (
  id bigint generated by default as identity primary key,
  -- what people call it: AA-7K3Q-X2MF
  public_id text collate "C" not null unique,
  client bigint not null references clients,
  platform text collate "C" not null references platforms,
  -- the Ads ID as the admin typed it, and as it is compared: without spaces, dashes and case
  ads_id text not null,
  key text collate "C" not null,
  -- the order that opened it, and its place there, from 1
  request bigint not null,
  place smallint not null,
  -- how it fares at its platform: money goes into active ones alone. Closed and Replaced ones have ended for good
  state text not null default 'Active'
    check (state in ('Active', 'Suspended', 'Appealed', 'Lost', 'Replaced', 'Closed')),
  nickname text not null default '',
  opened_at timestamptz not null default now(),
  closed_at timestamptz
);
create unique index ad_accounts_once on ad_accounts (platform, key) where closed_at is null;
-- Of ended ones, too: without it PostgreSQL looks for equal keys among parts of keys, which took 3 ms for each account.
create index ad_accounts_by_key on ad_accounts (platform, key);
create index ad_accounts_of_client on ad_accounts (client, platform, request, place) where closed_at is null;
create index ad_accounts_of_request on ad_accounts (request, place);
create index ad_accounts_newest on ad_accounts (client, id);
create index ad_accounts_by_part on ad_accounts using gin (key gin_trgm_ops, nickname gin_trgm_ops);
create index ad_accounts_by_piece on ad_accounts using gin (pieces_of(key || ' ' || nickname, id >> 15));
-- A client names an account as it likes; everything else about it is written by functions.
grant select, update (nickname) on ad_accounts to portal_app;

-- What became of an ad account, step by step; its opening is in the account itself. Written by `step_ad_accounts`,
-- by replacements, and by reversals.
create table ad_account_steps (
  id bigint generated always as identity primary key,
  ad_account bigint not null references ad_accounts,
  from_state text not null,
  state text not null,
  -- what the client reads, and the platform's own word for it
  reason text not null default '',
  word text not null default '',
  -- for admins alone
  note text not null default '',
  -- under the name and address of that moment
  person bigint not null references people,
  person_name text not null,
  person_email text not null,
  -- typed for one account, in a list of many, read from the platform itself, the client's appeal, the replacement that
  -- ended it, or the reversal of an order or of that
  source text not null check (source in ('typed', 'list', 'connection', 'appeal', 'replacement', 'reversal')),
  at timestamptz not null default clock_timestamp()
);
create index ad_account_steps_of on ad_account_steps (ad_account, id);
grant select on ad_account_steps to portal_app;

-- What a client has in ad accounts, by platform, so that nobody adds up sixty thousand of them to show one number.
-- Written where the balance is written, under the same client's lock; `npm run audit` compares the two.
create table ad_totals (
  client bigint not null,
  platform text collate "C" not null,
  -- those that are open
  accounts int not null,
  cents bigint not null,
  primary key (client, platform)
) with (fillfactor = 50);
grant select on ad_totals to portal_app;

-- What platforms say that ad accounts spent, file by file, or as it was read from the platform itself. Rows are only
-- ever added, by `import_spend` and `undo_spend`, which the portal's process vouches for.
create table spend_imports (
  id bigint generated always as identity primary key,
  -- SI-7K3Q-X2MF
  public_id text collate "C" not null unique,
  platform text collate "C" not null references platforms,
  -- an admin's file, what a connection read, or the taking back of another import
  source text not null check (source in ('file', 'connection', 'undo')),
  file_name text not null,
  -- sha-256 of the file, or of the days that were read
  file_digest bytea not null,
  -- under the name and address of that moment
  person bigint not null references people,
  person_name text not null,
  person_email text not null,
  at timestamptz not null default clock_timestamp(),
  -- the one that this takes back
  undoes bigint unique references spend_imports,
  -- what its rows in `spend_days` come to, so that no list counts them; grows while they are written
  days int not null default 0,
  accounts int not null default 0,
  first_day date,
  last_day date,
  check ((source = 'undo') = (undoes is not null))
);
create index spend_imports_of_platform on spend_imports (platform, id desc);
grant select on spend_imports to portal_app;

-- What one ad account spent on one day of its own time zone, in millionths of a dollar. Of several rows of a day the
-- last one counts, the others say what was believed before it; null says that nothing is known of the day any more.
create table spend_days (
  id bigint generated always as identity primary key,
  ad_account bigint not null references ad_accounts,
  day date not null,
  micros bigint check (micros >= 0),
  -- whether the platform changes it no more
  final boolean not null,
  import bigint not null references spend_imports,
  check (micros is not null or not final)
);
create index spend_days_of_account on spend_days (ad_account, day, id desc) include (micros, final);
create index spend_days_of_import on spend_days (import, ad_account, day) include (id);
grant select on spend_days to portal_app;

-- What these rows come to, so that no list adds up years. Written where they are written, under the lock of the
-- client's money; `npm run audit` compares.
create table spend_totals (
  ad_account bigint primary key references ad_accounts,
  -- all that this account spent
  micros bigint not null check (micros >= 0),
  -- what has still to be paid out of the money that is in it: spent and not settled, by it or by the one it replaces
  open_micros bigint not null,
  -- the last day of which something is known; null where nothing is
  last_day date
) with (fillfactor = 50);
grant select on spend_totals to portal_app;

-- What was settled: of which month of which ad account, by which request, how much its days said then, and, in one of
-- the rows of a request, how many cents that posted. A reversal takes the rows away again. Days of a month that stands
-- here change no more.
create table settled_months (
  ad_account bigint not null references ad_accounts,
  -- its first day
  month date not null check (extract(day from month) = 1),
  request bigint not null,
  micros bigint not null check (micros >= 0),
  cents bigint not null check (cents >= 0),
  primary key (ad_account, month)
);
create index settled_months_of_request on settled_months (request);
create index settled_months_by_month on settled_months (month, ad_account);
grant select on settled_months to portal_app;

-- What a platform says that is left of an ad account's limit, in millionths of a dollar, as it was read last on each
-- day (UTC). Compared with the book, and part of nothing; below zero where the platform let it spend more than its
-- limit, null where it took the limit away.
create table spend_left (
  ad_account bigint not null references ad_accounts,
  day date not null,
  micros bigint,
  -- what should have been left by what was known at that moment; null where no spend was
  book_micros bigint,
  -- what was known to be spent before the day before; what is known of it later says how `book_micros` was wrong
  spent_before bigint,
  at timestamptz not null default now(),
  primary key (ad_account, day)
) with (fillfactor = 50);
grant select, insert, update on spend_left to portal_app;

-- How it goes with asking a platform by itself; no row before it was asked for the first time.
create table connections (
  platform text collate "C" primary key references platforms,
  started_at timestamptz,
  ended_at timestamptz,
  -- when all came that was asked for
  good_at timestamptz,
  -- not asked before this
  next_at timestamptz not null default now(),
  -- the platform itself wants to be left alone until then
  waits_until timestamptz,
  outcome text check (outcome in ('done', 'partly', 'failed')),
  -- why it failed, in words for an admin
  message text not null default '',
  accounts int not null default 0,
  steps int not null default 0,
  days int not null default 0,
  lefts int not null default 0,
  -- of single accounts: adsId and message, at most 200
  faults jsonb not null default '[]',
  -- the refresh token that the platform gave instead of the one in the settings, encrypted; and which one that was
  token text,
  token_of bytea
);
grant select, insert, update on connections to portal_app;

-- Every account that a connection was shown, ours or not, in the platform's own words.
create table connected_accounts (
  platform text collate "C" not null references platforms,
  -- the Ads ID as the platform writes it, and as it is compared
  ads_id text not null,
  key text collate "C" not null,
  name text not null,
  word text not null,
  reason text not null,
  currency text not null,
  time_zone text not null,
  seen_at timestamptz not null default now(),
  -- since when the platform shows it no more
  gone_since timestamptz,
  -- when it was last asked what it spent and what is left, so that nobody waits for ever where quotas are short
  asked_at timestamptz,
  primary key (platform, key)
);
grant select, insert, update on connected_accounts to portal_app;

-- From when on a client wants to hear that an ad account runs low: this one, or all where none is named. 0: never.
create table alert_levels (
  id bigint generated always as identity primary key,
  client bigint not null references clients,
  ad_account bigint references ad_accounts,
  days int not null check (days between 0 and 90),
  cents bigint not null check (cents >= 0),
  unique nulls not distinct (client, ad_account)
);
grant select, insert, update, delete on alert_levels to portal_app;

-- Which levels an ad account is below, so that each crossing is told once; and when its client was last mailed.
create table alerts (
  ad_account bigint primary key references ad_accounts,
  days boolean not null default false,
  money boolean not null default false,
  mailed_on date
);
grant select, insert, update on alerts to portal_app;

-- Refills that a client's Owner wants: below so many days left, an ordinary deposit is asked for.
create table refill_rules (
  ad_account bigint primary key references ad_accounts,
  client bigint not null references clients,
  below_days int not null check (below_days between 1 and 30),
  put_cents bigint not null check (put_cents > 0),
  -- what refills of this client may come to on one day, and what stays in the wallet
  day_cents bigint not null check (day_cents >= put_cents),
  leave_cents bigint not null check (leave_cents >= 0),
  set_by bigint not null references people,
  set_at timestamptz not null default clock_timestamp(),
  stopped_at timestamptz,
  -- null where one of the client's people stopped it
  stopped_why text
);
grant select, insert, update on refill_rules to portal_app;

-- What a rule did on a day (in UTC): once at most, as the key says.
create table refills (
  ad_account bigint not null references refill_rules,
  day date not null,
  request bigint,
  refusal text,
  at timestamptz not null default clock_timestamp(),
  primary key (ad_account, day),
  check ((request is null) = (refusal is not null))
);
grant select, insert on refills to portal_app;

-- The book. One row says "src pays dst amount", so that a book that does not balance cannot be written down. Rows are
-- only ever added, and only by the function `change`, which runs as the owner: the portal's role may read the book
-- and nothing else.
create table movements (
  id bigint generated always as identity primary key,
  request bigint not null,
  client bigint not null,
  -- 0 asked, 1 decided, 2 reversed: approving and rejecting are rivals for one key
  step smallint not null,
  leg smallint not null,
  src account,
  dst account,
  amount cents_moved,
  -- the top-up fee that rides along into or out of an ad account; it moves `fee_left`, not money
  fee cents_left,
  -- what src and dst hold after this movement; null where no running balance is kept
  src_balance bigint,
  dst_balance bigint,
  at timestamptz not null default now(),
  check (src <> dst)
);
create unique index movements_once on movements (request, step, leg);
create index movements_of_wallet on movements (client, id) where src ^@ 'wallet:' or dst ^@ 'wallet:';
-- What the roll-up of revenue has not taken in yet is found without looking at the orders in between: only approvals,
-- reversals and refunds move fees, and only they are in these two. The second gives the entries behind a day, in
-- their order.
create index movements_of_revenue on movements (id) where src in ('opening', 'fee') or dst in ('opening', 'fee');
create index movements_of_revenue_by_time on movements (at, id)
  where src in ('opening', 'fee') or dst in ('opening', 'fee');
grant select on movements to portal_app;

-- What may exist once among the living: 'usdt:<transaction id>', 'ads:<platform>:<Ads ID>'. Of a transaction that pays
-- several clients each has a line: 'usdt:<transaction id>#<network>:<line>'.
create table claims (
  key text collate "C" primary key,
  request bigint not null
) with (fillfactor = 90);
create index claims_of_request on claims (request);
grant select on claims to portal_app;

-- Every list of requests is one of a kind, a platform and a state, or a merge of a few of these; each is read from its
-- newest (or oldest) end. One text says in which list a request is, also where there is no platform: an index on
-- (kind, platform, state, id) cannot hand out the rows of `platform is null` in the order of their ids. A function, as
-- PostgreSQL takes the text of an enum for one that may change; for the same reason it does not put a function written
-- in SQL in place of its call, and calls it five times as slowly as this one.
create function list_key_of(kind text, platform text, state request_state) returns text
language plpgsql immutable parallel safe as $$
begin
  return kind || ' ' || coalesce(platform, '') || ' ' || state::text;
end $$;

-- Whatever a client asks for and an admin decides. Written by the function `change` alone.
create table requests (
  id bigint generated by default as identity primary key,
  -- what people call it: DP-7K3Q-X2MF
  apply_id text collate "C" not null unique,
  client bigint not null,
  kind text collate "C" not null,
  platform text collate "C",
  state request_state not null default 'Pending',
  -- the n-th row of one attempt (a digest of client and Idempotency-Key), and the digest of that call's content
  attempt uuid not null,
  n smallint not null,
  content uuid not null,
  -- the person; null for the payer of a pay link, who is nobody here
  asked_by bigint,
  amount_cents bigint not null,
  fee_cents bigint not null,
  opening_fee_cents bigint not null,
  total_cents bigint not null,
  -- a top-up that arrived as another amount than was announced
  received_cents bigint,
  transaction_id text,
  client_remarks text,
  -- the admin's words
  remarks text,
  -- what is only shown
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by bigint,
  reversed_at timestamptz,
  reversed_by bigint,
  reason text,
  list_key text collate "C" not null generated always as (list_key_of(kind, platform, state)) stored,
  -- what it is about, as everybody says it: the amount that arrived where that is another one
  moved_cents bigint not null generated always as (coalesce(received_cents, amount_cents)) stored,
  -- the chain that it goes over, as it was written, in small letters
  network text collate "C" generated always as (lower(details ->> 'networkName' collate "C")) stored
) with (fillfactor = 80);
create unique index requests_once on requests (attempt, n);
-- Lists by amount, with what the table of all requests is narrowed by.
create index requests_by_amount on requests (list_key, moved_cents, id)
  include (created_at, decided_by, network, client);
-- A list asks for a range of pairs (list_key, id) or triples (client, list_key, id) and for their order, which only one
-- of these two has: whatever the statistics say, no other index answers it. With its time a request that waits is
-- counted in the index; with the rest the table of all requests leaves a row out without a look at it.
create index requests_of_admin on requests (list_key, id)
  include (created_at, moved_cents, decided_by, network, client);
-- Where a day begins among the ids; what one admin decided, and when.
create index requests_by_time on requests (created_at, id);
create index requests_of_decider on requests (decided_by, decided_at) where decided_by is not null;
-- The lists of one admin, and of one chain. Nobody asks for those of none, and each order would be written there too.
create index requests_decided on requests (decided_by, list_key, id)
  include (created_at, moved_cents, network, client) where decided_by is not null;
create index requests_decided_by_amount on requests (decided_by, list_key, moved_cents, id)
  include (created_at, network, client) where decided_by is not null;
create index requests_of_network on requests (network, list_key, id)
  include (created_at, moved_cents, decided_by, client) where network is not null;
-- A network and an admin, or amounts, that never met: known at once. Orders go over no network and are in neither.
create index requests_of_network_decided on requests (network, decided_by, list_key, id)
  include (created_at, moved_cents, client) where network is not null and decided_by is not null;
create index requests_of_network_by_amount on requests (network, list_key, moved_cents, id)
  include (created_at, decided_by, client) where network is not null;
-- With what the table is narrowed by, so that a client with a great part of all requests is read in the index alone.
create index requests_of_client on requests (client, list_key, id)
  include (created_at, moved_cents, decided_by, network);
create index requests_of_client_by_amount on requests (client, list_key, moved_cents, id)
  include (created_at, decided_by, network);
-- Lists by amount within blocks of ids: amounts by age, and days by amount, read a few blocks and not whole lists. What
-- is new is written to the newest block only.
create index requests_of_block on requests ((id >> 15), (list_key || ' '), moved_cents, id)
  include (list_key, created_at, decided_by, network, client);
-- List by list: what many of one list begin with, none of another may. `list_key || '  '` is in no other index, so that
-- none is taken for this one, and this one for none. The columns themselves are there to be counted without a row.
create index requests_by_transaction on requests ((list_key || '  '), lower(transaction_id) text_pattern_ops, id)
  include (list_key, transaction_id) where transaction_id is not null;
-- How rare a word is decides which index finds it; PostgreSQL does not count for indexes that leave rows out, so it
-- is told to.
create statistics requests_transaction_ids on lower(transaction_id) from requests;
-- What was approved lately: active clients, today's figures, and whether one client was active.
create index requests_approved_lately on requests (decided_at, kind, client) where state = 'Approved';
create index requests_approved_of_client on requests (client, decided_at desc, kind) where state = 'Approved';
create index requests_by_proof on requests ((details ->> 'proof'), id) where details ? 'proof';
create index requests_credited_by_proof on requests ((details ->> 'proof'), id)
  where details ? 'proof' and state in ('Approved', 'Reversed');
create index requests_of_paylink on requests ((details ->> 'paylink'), id) where details ? 'paylink';
-- The agency's own transfers by their hashes, so that none of them is taken for money that came in.
create index requests_sent_out on requests
  (substring(lower(transaction_id collate "C") from '(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])')) where kind = 'withdrawal';
-- Which clients were ever to be paid at an address.
create index requests_by_destination on requests (lower(details ->> 'networkAddress'), client)
  where kind = 'withdrawal';
grant select on requests to portal_app;

-- An address as it is compared: the case of hexadecimal letters is a checksum and no part of it.
create function compared_address(address text) returns text language sql immutable as $$
  select case when address ilike '0x%' then lower(address) else address end
$$;

-- The addresses that clients want withdrawals sent to. Each is new for a while after it was added; one that was removed
-- and comes again is new again. When it was added is not the portal's to say.
create table payout_addresses (
  id bigint generated always as identity primary key,
  -- WA-7K3Q-X2MF
  public_id text not null unique,
  client bigint not null references clients,
  network text not null,
  address text not null check (length(address) between 1 and 128),
  compared text collate "C" not null generated always as (compared_address(address)) stored,
  label text not null default '' check (length(label) <= 80),
  added_at timestamptz not null default now(),
  added_by bigint references people,
  removed_at timestamptz
);
create index payout_addresses_of_client on payout_addresses (client, id);
create unique index payout_addresses_living on payout_addresses (client, network, compared) where removed_at is null;
grant select, insert (public_id, client, network, address, label, added_by), update (label, removed_at)
  on payout_addresses to portal_app;

-- What a request says about one ad account: a deposit and a refund have one, an order one a row, or one for each
-- account that it was given when it said none. Where one Ads ID took a whole order, all its lines name that account.
create table request_lines (
  request bigint not null,
  n smallint not null,
  -- null until an order is approved
  ad_account bigint,
  -- as it was asked for, or given
  ads_id text,
  email text not null default '',
  amount_cents bigint not null,
  -- its part of the request's fee, by largest remainder
  fee_cents bigint not null,
  time_zone text not null default '',
  -- what is only shown
  details jsonb not null default '{}',
  primary key (request, n)
) with (fillfactor = 90);
create index request_lines_of_account on request_lines (ad_account, request) where ad_account is not null;
-- Within blocks of requests, so that the newest of very many that begin alike are found without the others.
create index request_lines_by_ads_id on request_lines ((request >> 15), lower(ads_id) text_pattern_ops, request)
  include (ads_id) where ads_id is not null;
create statistics request_lines_ads_ids on lower(ads_id) from request_lines;
grant select on request_lines to portal_app;

-- Who said what about a request, written by `change` in the transaction of the verdict.
create table decisions (
  id bigint generated always as identity primary key,
  request bigint not null references requests,
  -- under the name and address of that moment
  person bigint not null references people,
  person_name text not null,
  person_email text not null,
  verdict verdict not null,
  details jsonb not null default '{}',
  at timestamptz not null default now()
);
create index decisions_of_request on decisions (request, id);
grant select on decisions to portal_app;

-- What the chain said about the transfer of a top-up, each time the portal looked. Only added to, by the function
-- `keep_evidence`, which the portal's process vouches for.
create table evidence (
  id bigint generated always as identity primary key,
  request bigint not null references requests,
  verdict text collate "C" not null check (verdict in (
    'Verified', 'Confirming', 'Different', 'WrongToken', 'WrongRecipient',
    'Failed', 'NotFound', 'Credited', 'TooOld', 'NodeDown', 'NotChecked')),
  network text not null,
  -- 64 small hexadecimal digits
  hash text collate "C" not null,
  -- the event of that transaction that it is about, from 0
  line int,
  -- in USDT, exactly as the chain has it
  amount numeric check (amount >= 0),
  sender text,
  recipient text,
  block bigint,
  confirmations int,
  needed int not null,
  final boolean not null,
  -- when the block was made
  at timestamptz,
  checked_at timestamptz not null default clock_timestamp(),
  -- every line of the transaction that pays us: [{ line, amount }]
  lines jsonb not null default '[]',
  -- who was asked, and what each said
  nodes jsonb not null default '[]',
  -- nothing is proved by what may still change, or by another amount than a chain has
  check (verdict <> 'Verified' or (final and line is not null and amount > 0 and block is not null))
);
create index evidence_of_request on evidence (request, id desc);
create index evidence_of_hash on evidence (hash, id desc) where final;
grant select on evidence to portal_app;

-- What arrived at, and left, every address that clients were ever shown: one row a line of a transaction. Written by
-- the function `keep_transfers`, which the portal's process vouches for; what is Final stays as it is.
create table transfers (
  id bigint generated always as identity primary key,
  -- TR-7K3Q-X2MF
  public_id text collate "C" not null unique,
  network text collate "C" not null,
  hash text collate "C" not null,
  line int not null,
  -- in USDT, exactly as the chain has it
  amount numeric not null check (amount > 0),
  -- twenty bytes in small hexadecimal digits
  sender text collate "C" not null,
  recipient text collate "C" not null,
  -- Own: from one address of ours to another
  direction text collate "C" not null check (direction in ('In', 'Out', 'Own')),
  block bigint not null,
  at timestamptz not null,
  confirmations int not null,
  -- Gone: a fork took it back. It may come again
  state text collate "C" not null check (state in ('Seen', 'Final', 'Gone')),
  seen_at timestamptz not null default clock_timestamp(),
  checked_at timestamptz not null default clock_timestamp(),
  -- the request that it was counted for; null as long as none is approved
  request bigint references requests,
  -- when admins were told that nobody knows of it
  alarmed_at timestamptz,
  -- when admins were told that a fork took it back after it had counted, and when one of them had seen to that
  lost_at timestamptz,
  acknowledged_at timestamptz,
  unique (network, hash, line)
);
create index transfers_by_time on transfers (at, id);
create index transfers_by_direction on transfers (direction, at, id);
create index transfers_by_state on transfers (state, at, id) where state <> 'Final';
create index transfers_of_nobody on transfers (direction, at, id) where request is null;
create index transfers_by_hash on transfers (hash);
create index transfers_by_sender on transfers (sender, id);
create index transfers_by_recipient on transfers (recipient, id);
create index transfers_of_request on transfers (request) where request is not null;
grant select, update (request, alarmed_at, lost_at, acknowledged_at) on transfers to portal_app;

-- Up to where everything at an address was listed for good: a block, or on Tron a time in milliseconds.
create table watches (
  network text collate "C" not null,
  account text collate "C" not null,
  mark bigint not null,
  primary key (network, account)
);
grant select, insert, update on watches to portal_app;

-- Which top-ups the portal looks up, and when next; null where nothing can change any more.
create table looks (
  request bigint primary key,
  next_at timestamptz default now()
);
create index looks_due on looks (next_at) where next_at is not null;
grant select, insert, update, delete on looks to portal_app;

-- Which request an admin has open right now, so that two do not decide the same row. Worth nothing after half a minute.
create unlogged table request_looks (
  admin bigint primary key,
  apply_id text not null,
  at timestamptz not null default now()
);
create index request_looks_of on request_looks (apply_id);
grant select, insert, update, delete on request_looks to portal_app;

-- Who looks after a request that waits: a sign for the other admins, for an hour, and never a lock.
create table taken_requests (
  request bigint primary key references requests,
  admin bigint not null references people,
  at timestamptz not null default now()
);
create index taken_requests_of on taken_requests (admin, at);
grant select, insert, update, delete on taken_requests to portal_app;

-- What an admin narrows the table of requests by, under a name of theirs: the query of the page's address.
create table saved_views (
  person bigint not null references people,
  name text not null check (length(name) between 1 and 60),
  asked text not null check (length(asked) <= 1000),
  primary key (person, name)
);
grant select, insert, update, delete on saved_views to portal_app;

-- What happened: who, when, from where, what. Written in the transaction of the thing it tells of, as the next two
-- are, so that neither can be without the other.
create table audit_log (
  id bigint generated always as identity primary key,
  -- what its reader sees in place of the number, which would tell how much happens to everybody; it is looked for
  -- among the rows of one subject, and needs no index
  public_id uuid not null default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  -- who did it, under the name and address of that moment; null for the portal itself and for visitors
  actor bigint references people,
  actor_name text,
  actor_email text,
  -- the admin behind a Login as a client
  acting_admin bigint references people,
  address text not null default '',
  agent text not null default '',
  -- 'topup.approved', 'auth.signed_in', 'network.changed'
  action text not null,
  -- whom it concerns: a person or a client
  subject bigint,
  request_apply_id text,
  before jsonb,
  after jsonb
);
create index audit_by_subject on audit_log (subject, id desc);
create index audit_by_actor on audit_log (actor, id desc);
create index audit_by_action on audit_log (action, id desc);
create index audit_by_beginning on audit_log (action collate "C", id desc);
create index audit_by_request on audit_log (request_apply_id, id) where request_apply_id is not null;
grant select on audit_log to portal_app;
grant insert (actor, acting_admin, address, agent, action, subject, request_apply_id, before, after)
  on audit_log to portal_app;

-- What a person is told in the portal.
create table notices (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  person bigint not null references people,
  at timestamptz not null default now(),
  -- one of src/kinds/topics.ts
  topic text not null,
  text text not null,
  -- the page that shows more
  link text not null default '',
  request_apply_id text,
  seen_at timestamptz
);
create index notices_of_person on notices (person, id desc);
create index notices_unseen on notices (person) where seen_at is null;
grant select, insert, update (seen_at) on notices to portal_app;

-- What is to be mailed, and what was.
create table mails (
  id bigint generated always as identity primary key,
  made_at timestamptz not null default now(),
  recipient text not null,
  subject text not null,
  -- what the template is filled with: { lines, code, button }; codes and links are taken out once it is sent or given
  -- up
  content jsonb not null,
  request_apply_id text,
  -- what lets somebody in, or warns them: sent apart from all else, so that nothing holds it up
  urgent boolean not null default false,
  -- the client who caused it, where one may cause many; the more of theirs wait, the later is its turn
  sender bigint references clients,
  turn int not null default 0,
  tries int not null default 0,
  next_try_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text
);
create index mails_waiting on mails (urgent, turn, next_try_at) where sent_at is null and failed_at is null;
create index mails_of_sender on mails (sender, recipient)
  where sender is not null and sent_at is null and failed_at is null;
create index mails_of_recipient on mails (recipient) where urgent and sent_at is null and failed_at is null;
create index mails_by_request on mails (request_apply_id) where request_apply_id is not null;
grant select, insert, update on mails to portal_app;

-- Chats in Telegram: they ask for a code, and become those of whoever types it in the portal.
create table telegram_chats (
  chat bigint primary key,
  -- null until the code was typed
  person bigint unique references people,
  -- as Telegram calls whoever writes there
  title text not null,
  -- keyed, like that of a mailed code
  code_digest bytea unique,
  code_expires_at timestamptz,
  linked_at timestamptz
);
grant select, insert, update, delete on telegram_chats to portal_app;

-- What the bot is called since it was asked.
create table telegram_bot (
  only_one boolean primary key default true check (only_one),
  name text not null
);
grant select, insert, update on telegram_bot to portal_app;

-- What is to be written into somebody's chat, and what was.
create table telegram_messages (
  id bigint generated always as identity primary key,
  made_at timestamptz not null default now(),
  person bigint not null references people,
  text text not null,
  tries int not null default 0,
  next_try_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text
);
create index telegram_waiting on telegram_messages (next_try_at, id) where sent_at is null and failed_at is null;
grant select, insert, update on telegram_messages to portal_app;

-- Until when admins were told what is new, late, or waits for a second one of them.
create table admins_told (
  only_one boolean primary key default true check (only_one),
  until timestamptz not null
);
grant select, insert, update on admins_told to portal_app;

-- The pictures with which people show that they paid. Kept in the database, so that a backup of it is a backup of
-- everything and a second node sees what the first was sent. A request names its proof in `details.proof`.
create table proofs (
  id bigint generated by default as identity primary key,
  -- whose top-up it was sent for
  client bigint not null references clients,
  -- SHA-256 of the file as it came: the same file again is the same row
  file_digest bytea not null,
  -- decoded and encoded again, without anything that is not picture; or, where it lies in the object store, its
  -- SHA-256, which is its name there
  image bytea,
  stored bytea,
  -- the same, small enough for a list
  small bytea not null,
  media text not null,
  width int not null,
  height int not null,
  -- how it looks: the strips of a difference hash that say something, to find candidates by, and a small grey copy to
  -- compare
  strips bigint[] not null,
  grey bytea not null,
  -- the first proof that showed this picture; its own id where it is that one
  picture bigint not null,
  created_at timestamptz not null default now(),
  unique (client, file_digest),
  check (num_nonnulls(image, stored) = 1)
);
-- JPEG and noise do not get smaller; packing them again would only cost time.
alter table proofs alter column image set storage external, alter column small set storage external;
create index proofs_by_file on proofs (file_digest);
create index proofs_by_picture on proofs (picture);
create index proofs_stored on proofs (stored) where stored is not null;
create index proofs_by_strip on proofs using gin (strips);
grant select, insert on proofs to portal_app;
grant usage on sequence proofs_id_seq to portal_app;

-- Pay links: a client asks somebody without an account for money. What was paid through one is a top-up of its owner
-- that names the link in `details.paylink`; whether a link is open follows from these top-ups, so that nothing is
-- said twice.
create table paylinks (
  id bigint generated always as identity primary key,
  -- PL-7K3Q-X2MF, for people
  public_id text not null unique,
  -- what the public address ends with; long enough not to be guessed
  code text not null unique,
  client bigint not null references clients,
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

-- Declared amounts: a client will send exactly so much, and needs to name no transfer afterwards. The cents tell one
-- from all others that are open. Written by the function `declare_topup`, which the portal's process vouches for.
-- That of a pay link was asked for by whoever pays it.
create table declarations (
  id bigint generated always as identity primary key,
  -- DA-7K3Q-X2MF
  public_id text collate "C" not null unique,
  client bigint not null references clients,
  -- who said so, or the pay link whose payer did
  person bigint references people,
  paylink bigint references paylinks,
  -- where it is to be sent, as it was shown
  network_name text not null,
  network_address text not null,
  -- what was wanted, and what is to be sent: a few cents more
  wanted_cents bigint not null check (wanted_cents > 0),
  cents bigint not null check (cents between wanted_cents and wanted_cents + 99),
  -- the attempt that made it
  key text,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- taken back, or arrived
  ended_at timestamptz,
  -- the top-up that it became
  request bigint unique references requests,
  unique (client, key),
  check (request is null or ended_at is not null),
  check ((person is null) = (paylink is not null))
);
create index declarations_by_end on declarations (expires_at) where ended_at is null;
create index declarations_by_cents on declarations (cents, id);
create index declarations_of_client on declarations (client, id desc);
create index declarations_of_paylink on declarations (paylink) where paylink is not null;
grant select, update (ended_at, request) on declarations to portal_app;

-- What somebody typed of a top-up and did not send, as the page names its fields; gone when it is sent. Its picture
-- is a proof of this client, named by the digest of its file.
create table topup_drafts (
  person bigint not null references people,
  client bigint not null references clients,
  typed jsonb not null check (pg_column_size(typed) <= 8192),
  kept_at timestamptz not null default clock_timestamp(),
  primary key (person, client)
);
grant select, insert, update, delete on topup_drafts to portal_app;

-- With whom clients ask to share their ad accounts: a log, so rows are only ever added.
create table shares (
  id bigint generated always as identity primary key,
  -- SH-7K3Q-X2MF
  public_id text not null unique,
  client bigint not null references clients,
  -- the Gmail address
  email text not null,
  -- which account; empty where the client named none
  ads_id text not null default '',
  platform text collate "C" references platforms,
  created_at timestamptz not null default now(),
  gmail text collate "C" not null generated always as (lower(email)) stored
);
create index shares_of_client on shares (client, id desc);
-- Shares are found by how a Gmail address begins. Of thousands that begin alike the newest are asked for, so the
-- index holds all that is asked, and no row is fetched to be left out again; an index of an expression cannot be read
-- like that.
create index shares_by_gmail on shares (gmail, id) include (platform);
grant select, insert on shares to portal_app;

-- What a client and the agency say to each other about one request or one ad account, word for word; rows are only ever
-- added. The subject is what people call it: TU-7K3Q-X2MF, AA-7K3Q-X2MF.
create table messages (
  id bigint generated always as identity primary key,
  -- MS-7K3Q-X2MF
  public_id text collate "C" not null unique,
  client bigint not null references clients,
  subject text collate "C" not null,
  side text not null check (side in ('client', 'agency')),
  text text not null check (length(text) between 1 and 4000),
  -- under the name and address of that moment
  person bigint not null references people,
  person_name text not null,
  person_email text not null,
  -- the attempt that wrote it
  key text,
  at timestamptz not null default clock_timestamp(),
  unique (person, key)
);
create index messages_of_subject on messages (subject, id desc);
create index messages_of_client on messages (client, id);
grant select, insert (public_id, client, subject, side, text, person, key) on messages to portal_app;

-- How far each side is with what was said about one subject. It can be told from the messages but for what was seen.
create table threads (
  subject text collate "C" primary key,
  client bigint not null references clients,
  -- its newest message
  last_message bigint not null references messages,
  -- the client's first message that nobody of the agency has answered, or said that it needs no answer
  unanswered_since timestamptz,
  -- messages of the other side that this side has not looked at
  client_unread int not null default 0,
  agency_unread int not null default 0,
  -- when the side is mailed what it was told since the last mail, and the last message of the other side in a mail
  client_mail_at timestamptz,
  agency_mail_at timestamptz,
  client_mailed bigint not null default 0,
  agency_mailed bigint not null default 0
);
create index threads_newest on threads (last_message desc);
create index threads_of_client on threads (client, last_message desc);
create index threads_unanswered on threads (last_message) where unanswered_since is not null;
create index threads_to_mail on threads (least(client_mail_at, agency_mail_at))
  where client_mail_at is not null or agency_mail_at is not null;
grant select, insert, update on threads to portal_app;

-- What admins write down for each other about a client, or about one request or ad account of it. No client ever sees a
-- row of this table: no call for clients reads it, and a test plants a note and looks for it in all of them.
create table notes (
  id bigint generated always as identity primary key,
  -- NT-7K3Q-X2MF
  public_id text collate "C" not null unique,
  client bigint not null references clients,
  -- TU-7K3Q-X2MF, AA-7K3Q-X2MF; empty where it is about the client
  subject text collate "C" not null default '',
  text text not null check (length(text) between 1 and 4000),
  -- under the name and address of that moment
  person bigint not null references people,
  person_name text not null,
  person_email text not null,
  -- the attempt that wrote it
  key text,
  at timestamptz not null default clock_timestamp(),
  unique (person, key)
);
create index notes_of_client on notes (client, id desc);
create index notes_of_subject on notes (subject, id desc) where subject <> '';
grant select, insert (public_id, client, subject, text, person, key) on notes to portal_app;

-- The agency's figures, rolled up so that they cost the same after ten years. These four can be emptied and rebuilt
-- at any time: the book is the truth. A day is the agency's own, so that another time zone is another roll-up.
create table revenue_days (
  zone text not null,
  day date not null,
  cents bigint not null,
  primary key (zone, day)
);
grant select, insert, update, delete on revenue_days to portal_app;

-- The same by what it was for: `what` is 'platform' or 'client' for revenue, 'in' or 'out' for money over a network;
-- `part` names the platform, the client's number, or the network as it was written.
create table day_figures (
  zone text not null,
  what text collate "C" not null,
  day date not null,
  part text collate "C" not null,
  cents bigint not null,
  primary key (zone, what, day, part)
);
grant select, insert, update, delete on day_figures to portal_app;

-- What has come into a kind of account, less what went out: 'wallet', 'held', 'ad', 'outside', 'opening', 'fee', ...
create table place_totals (
  zone text not null,
  place text not null,
  cents bigint not null,
  primary key (zone, place)
);
grant select, insert, update, delete on place_totals to portal_app;

-- The last movement and the last client that are in the roll-up.
create table rollups (
  zone text primary key,
  movement bigint not null,
  client bigint not null,
  clients int not null
);
grant select, insert, update, delete on rollups to portal_app;

-- Seals make silent edits of the book visible. Each covers the movements of a closed range of ids and the seal before
-- it with SHA-256, so that whoever kept one seal's head elsewhere can prove that nothing before it was changed, not
-- even by the owner. Sealing happens after the fact, off the path of orders.
create table seals (
  id bigint generated always as identity primary key,
  first_movement bigint not null unique,
  last_movement bigint not null unique,
  movements int not null,
  head bytea not null,
  at timestamptz not null default now()
);
grant select on seals to portal_app;

-- The audit log is sealed as the book is.
create table audit_seals (
  id bigint generated always as identity primary key,
  first_entry bigint not null unique,
  last_entry bigint not null unique,
  entries int not null,
  head bytea not null,
  at timestamptz not null default now()
);
grant select on audit_seals to portal_app;

-- What a client needs to check a statement without seeing anybody else's. The lines of each wallet are a chain of
-- SHA-256; at a seal, every client's newest link is a leaf of one tree, and the tree's root, the seal before it and
-- the head of the book's own seal make the head that is mailed. All of it is written after the fact, off the path of
-- orders.
--
-- Everything is hashed as text, its parts joined by '|', digests in hexadecimal, so that thirty lines in any language
-- can do it again:  line n    sha256(line|<link n-1>|<line>), link 0 being the client's key
--         leaf      sha256(leaf|<key>|<lines>|<link>), key = sha256(<the client's public id>)
--         node      sha256(node|<left>|<right>), an empty side being an empty text; a single leaf stands for
--                   its whole side
--         head      sha256(seal|<head before>|<time>|<root>|<head of the book's seal>)
create table statement_seals (
  -- up to which movement, which is where a seal of the book ends
  last_movement bigint primary key,
  root bytea not null,
  head bytea not null unique,
  at timestamptz not null
);
grant select, insert on statement_seals to portal_app;

-- Whose statements are in the tree, and where: the place is the key's, so that nobody can be in it twice.
create table statement_keys (
  client bigint primary key,
  key bytea not null unique,
  bucket smallint not null
);
create index statement_keys_of_bucket on statement_keys (bucket);
grant select, insert on statement_keys to portal_app;

-- The newest link of a client's chain as of a seal; only written when there were new lines.
create table statement_heads (
  client bigint not null,
  seal bigint not null,
  lines bigint not null,
  head bytea not null,
  primary key (client, seal)
);
grant select, insert on statement_heads to portal_app;

-- The tree's nodes 12 levels down, likewise: a seal reads and writes only those below which something is new.
create table statement_buckets (
  bucket smallint not null,
  seal bigint not null,
  node bytea not null,
  -- whether one client alone stands below it
  single boolean not null,
  primary key (bucket, seal)
);
grant select, insert on statement_buckets to portal_app;

-- The proofs of the book that the portal makes by itself. Old ones are thinned out; what they said last, and since
-- when, is in the newer ones. The portal proves with the rights it serves with, which may read everything and seal
-- nothing by hand.
create table audits (
  id bigint generated always as identity primary key,
  -- when it began; everything was read as of this moment
  at timestamptz not null default now(),
  ended_at timestamptz not null,
  node text not null,
  -- clean; wrong: something was found; failed: it could not look
  outcome text not null check (outcome in ('clean', 'wrong', 'failed')),
  -- since when every proof has ended like this one
  since timestamptz not null,
  checks jsonb not null,
  findings int not null,
  trouble text not null default '',
  -- what the chains ended with, and how far they reach
  movement bigint,
  movement_head bytea,
  entry bigint,
  entry_head bytea
);
grant select, insert, delete on audits to portal_app;

-- One row for each business day whose seal was mailed to the admins.
create table sealed_days (
  day date primary key,
  movement bigint,
  entry bigint,
  at timestamptz not null default now()
);
grant select, insert on sealed_days to portal_app;

-- Unexpected errors, so that the short reference which somebody was shown leads an admin to who, when and which call.
-- Not the words of the error, which may quote what was typed: only its class and its place in the source. Kept for 90
-- days, the newest 10,000 at most. No foreign keys: writing one down waits for nobody.
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

-- What the portal does by itself, one row a job once it has run. Of several nodes one runs it: the one that holds the
-- lease, which ends by itself where the node does not renew it.
create table jobs (
  name text primary key,
  every interval not null,
  last_started_at timestamptz,
  last_ended_at timestamptz,
  last_outcome text check (last_outcome in ('done', 'failed')),
  last_error text,
  locked_by text,
  locked_until timestamptz
);
grant select, insert, update on jobs to portal_app;
