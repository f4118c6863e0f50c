-- What all migrations together make. Printed by `npm run schema`, never edited; held by src/server/schema.server.test.ts.

create domain account as text collate "C" not null;

create domain cents_left as bigint not null CHECK ((VALUE >= 0));

create domain cents_moved as bigint not null CHECK ((VALUE > 0));

create type platform as enum ('Google', 'Bing', 'Facebook');

create type request_kind as enum ('topup', 'application', 'deposit', 'refund', 'withdrawal', 'penalty', 'goodwill');

create type request_state as enum ('Pending', 'Approved', 'Rejected', 'Cancelled', 'Reversed');

create type verdict as enum ('approve', 'reject', 'cancel', 'reverse');

create sequence numbers;

create table ad_totals (
  client bigint not null,
  platform platform not null,
  accounts integer not null,
  cents bigint not null,
  constraint ad_totals_pkey PRIMARY KEY (client, platform)
) with (fillfactor=50);
grant select on ad_totals to portal_app;

create table audit_log (
  id bigint not null generated always as identity,
  public_id uuid not null default gen_random_uuid(),
  at timestamp with time zone not null default clock_timestamp(),
  actor bigint,
  actor_name text,
  actor_email text,
  acting_admin bigint,
  address text not null default ''::text,
  agent text not null default ''::text,
  action text not null,
  subject bigint,
  request_apply_id text,
  before jsonb,
  after jsonb,
  constraint audit_log_acting_admin_fkey FOREIGN KEY (acting_admin) REFERENCES people(id),
  constraint audit_log_actor_fkey FOREIGN KEY (actor) REFERENCES people(id),
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_by_action ON public.audit_log USING btree (action, id DESC);
CREATE INDEX audit_by_actor ON public.audit_log USING btree (actor, id DESC);
CREATE INDEX audit_by_beginning ON public.audit_log USING btree (action COLLATE "C", id DESC);
CREATE INDEX audit_by_request ON public.audit_log USING btree (request_apply_id, id) WHERE (request_apply_id IS NOT NULL);
CREATE INDEX audit_by_subject ON public.audit_log USING btree (subject, id DESC);
CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_keeps_names BEFORE INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION keep_names();
grant select on audit_log to portal_app;
grant insert (acting_admin) on audit_log to portal_app;
grant insert (action) on audit_log to portal_app;
grant insert (actor) on audit_log to portal_app;
grant insert (address) on audit_log to portal_app;
grant insert (after) on audit_log to portal_app;
grant insert (agent) on audit_log to portal_app;
grant insert (before) on audit_log to portal_app;
grant insert (request_apply_id) on audit_log to portal_app;
grant insert (subject) on audit_log to portal_app;

create table audit_seals (
  id bigint not null generated always as identity,
  first_entry bigint not null,
  last_entry bigint not null,
  entries integer not null,
  head bytea not null,
  at timestamp with time zone not null default now(),
  constraint audit_seals_pkey PRIMARY KEY (id),
  constraint audit_seals_first_entry_key UNIQUE (first_entry),
  constraint audit_seals_last_entry_key UNIQUE (last_entry)
);
CREATE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on audit_seals to portal_app;

create table audits (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  ended_at timestamp with time zone not null,
  node text not null,
  outcome text not null,
  since timestamp with time zone not null,
  checks jsonb not null,
  findings integer not null,
  trouble text not null default ''::text,
  movement bigint,
  movement_head bytea,
  entry bigint,
  entry_head bytea,
  constraint audits_outcome_check CHECK ((outcome = ANY (ARRAY['clean'::text, 'wrong'::text, 'failed'::text]))),
  constraint audits_pkey PRIMARY KEY (id)
);
CREATE TRIGGER audits_append_only BEFORE UPDATE OR TRUNCATE ON public.audits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant delete, insert, select on audits to portal_app;

create table balances (
  account account not null,
  client bigint not null,
  balance cents_left default 0,
  fee_left cents_left default 0,
  ads_id text,
  request bigint,
  place smallint not null default 0,
  closed boolean not null default false,
  constraint balances_client_fkey FOREIGN KEY (client) REFERENCES clients(id),
  constraint balances_pkey PRIMARY KEY (account)
) with (fillfactor=50);
CREATE INDEX balances_ad_accounts ON public.balances USING btree (client, account) WHERE (ads_id IS NOT NULL);
CREATE INDEX balances_of_application ON public.balances USING btree (request) WHERE (request IS NOT NULL);
CREATE TRIGGER balances_are_added_up AFTER INSERT OR UPDATE ON public.balances FOR EACH ROW WHEN ((new.ads_id IS NOT NULL)) EXECUTE FUNCTION keep_ad_totals();
grant select on balances to portal_app;

create table claims (
  key text collate "C" not null,
  request bigint not null,
  constraint claims_pkey PRIMARY KEY (key)
) with (fillfactor=90);
CREATE INDEX claims_of_request ON public.claims USING btree (request);
grant select on claims to portal_app;

create table client_prices (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  author bigint not null,
  client bigint not null,
  opening_fee_cents bigint,
  topup_basis_points integer,
  constraint client_prices_opening_fee_cents_check CHECK (((opening_fee_cents >= 0) AND (opening_fee_cents <= 100000000))),
  constraint client_prices_topup_basis_points_check CHECK (((topup_basis_points >= 0) AND (topup_basis_points <= 10000))),
  constraint client_prices_author_fkey FOREIGN KEY (author) REFERENCES people(id),
  constraint client_prices_client_fkey FOREIGN KEY (client) REFERENCES clients(id),
  constraint client_prices_pkey PRIMARY KEY (id)
);
CREATE INDEX client_prices_latest ON public.client_prices USING btree (client, id DESC);
CREATE TRIGGER client_prices_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.client_prices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on client_prices to portal_app;

create table clients (
  id bigint not null default nextval('numbers'::regclass),
  public_id text not null,
  name text not null,
  company text not null default ''::text,
  email text not null,
  phone text not null default ''::text,
  contact_method text not null default ''::text,
  country text not null default ''::text,
  pincode text not null default ''::text,
  agency_ads jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  disabled_at timestamp with time zone,
  closed_at timestamp with time zone,
  approved_lately boolean not null default false,
  constraint clients_pkey PRIMARY KEY (id),
  constraint clients_public_id_key UNIQUE (public_id)
);
CREATE INDEX clients_by_email_part ON public.clients USING gin (email gin_trgm_ops);
CREATE INDEX clients_by_name ON public.clients USING btree (lower(name), id);
CREATE INDEX clients_by_name_part ON public.clients USING gin (name gin_trgm_ops);
CREATE INDEX clients_by_phone_part ON public.clients USING gin (phone gin_trgm_ops);
CREATE INDEX clients_by_sign ON public.clients USING gin (signs_of(VARIADIC ARRAY[name, email, phone]));
CREATE INDEX clients_closed ON public.clients USING btree (id) WHERE (closed_at IS NOT NULL);
CREATE INDEX clients_lately ON public.clients USING btree (approved_lately, id);
CREATE INDEX clients_lately_by_name ON public.clients USING btree (approved_lately, lower(name), id);
CREATE INDEX clients_lately_by_part ON public.clients USING gin (name gin_trgm_ops, email gin_trgm_ops, phone gin_trgm_ops) WHERE approved_lately;
grant insert, select on clients to portal_app;
grant update (closed_at) on clients to portal_app;
grant update (disabled_at) on clients to portal_app;

create table decisions (
  id bigint not null generated always as identity,
  request bigint not null,
  person bigint not null,
  person_name text not null,
  person_email text not null,
  verdict verdict not null,
  proposed boolean not null default false,
  details jsonb not null default '{}'::jsonb,
  at timestamp with time zone not null default now(),
  constraint decisions_person_fkey FOREIGN KEY (person) REFERENCES people(id),
  constraint decisions_request_fkey FOREIGN KEY (request) REFERENCES requests(id),
  constraint decisions_pkey PRIMARY KEY (id)
);
CREATE INDEX decisions_of_request ON public.decisions USING btree (request, id);
CREATE INDEX decisions_reversals_proposed ON public.decisions USING btree (request) WHERE (proposed AND (verdict = 'reverse'::verdict));
CREATE TRIGGER decisions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.decisions FOR EACH STATEMENT EXECUTE FUNCTION the_book_is_append_only();
CREATE TRIGGER decisions_keep_names BEFORE INSERT ON public.decisions FOR EACH ROW EXECUTE FUNCTION keep_names();
grant select on decisions to portal_app;
grant insert (details) on decisions to portal_app;
grant insert (person) on decisions to portal_app;
grant insert (proposed) on decisions to portal_app;
grant insert (request) on decisions to portal_app;
grant insert (verdict) on decisions to portal_app;

create table errors (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  reference text not null,
  node text not null,
  method text not null,
  path text not null,
  person bigint,
  acting_admin bigint,
  request_apply_id text,
  kind text not null,
  place text not null,
  constraint errors_pkey PRIMARY KEY (id)
);
CREATE INDEX errors_by_reference ON public.errors USING btree (reference);
CREATE INDEX errors_by_request ON public.errors USING btree (request_apply_id) WHERE (request_apply_id IS NOT NULL);
grant delete, insert, select on errors to portal_app;

create table jobs (
  name text not null,
  every interval not null,
  last_started_at timestamp with time zone,
  last_ended_at timestamp with time zone,
  last_outcome text,
  last_error text,
  locked_by text,
  locked_until timestamp with time zone,
  constraint jobs_last_outcome_check CHECK ((last_outcome = ANY (ARRAY['done'::text, 'failed'::text]))),
  constraint jobs_pkey PRIMARY KEY (name)
);
grant insert, select, update on jobs to portal_app;

create table mailed_codes (
  person bigint not null,
  purpose text not null,
  secret_hash bytea not null,
  email text not null,
  expires_at timestamp with time zone not null,
  tries integer not null default 0,
  constraint mailed_codes_purpose_check CHECK ((purpose = ANY (ARRAY['email'::text, 'password'::text, 'invitation'::text]))),
  constraint mailed_codes_person_fkey FOREIGN KEY (person) REFERENCES people(id),
  constraint mailed_codes_pkey PRIMARY KEY (person, purpose)
);
CREATE INDEX mailed_codes_by_secret ON public.mailed_codes USING btree (secret_hash);
grant delete, insert, select, update on mailed_codes to portal_app;

create table mails (
  id bigint not null generated always as identity,
  made_at timestamp with time zone not null default now(),
  recipient text not null,
  subject text not null,
  content jsonb not null,
  request_apply_id text,
  tries integer not null default 0,
  next_try_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  last_error text,
  constraint mails_pkey PRIMARY KEY (id)
);
CREATE INDEX mails_by_request ON public.mails USING btree (request_apply_id) WHERE (request_apply_id IS NOT NULL);
CREATE INDEX mails_waiting ON public.mails USING btree (next_try_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));
grant insert, select, update on mails to portal_app;

create table members (
  client bigint not null,
  person bigint not null,
  role text not null,
  since timestamp with time zone not null default now(),
  constraint members_role_check CHECK ((role = ANY (ARRAY['Owner'::text, 'Finance'::text, 'Buyer'::text, 'Viewer'::text]))),
  constraint members_client_fkey FOREIGN KEY (client) REFERENCES clients(id),
  constraint members_person_fkey FOREIGN KEY (person) REFERENCES people(id),
  constraint members_pkey PRIMARY KEY (client, person),
  constraint members_person_key UNIQUE (person)
);
CREATE UNIQUE INDEX members_owner ON public.members USING btree (client) WHERE (role = 'Owner'::text);
grant insert, select on members to portal_app;

create table movements (
  id bigint not null generated always as identity,
  request bigint not null,
  client bigint not null,
  step smallint not null,
  leg smallint not null,
  src account,
  dst account,
  amount cents_moved,
  fee cents_left,
  src_balance bigint,
  dst_balance bigint,
  at timestamp with time zone not null default now(),
  constraint movements_check CHECK (((src)::text <> (dst)::text)),
  constraint movements_pkey PRIMARY KEY (id)
);
CREATE INDEX movements_of_revenue ON public.movements USING btree (id) WHERE (((src)::text = ANY (ARRAY['opening'::text, 'fee'::text])) OR ((dst)::text = ANY (ARRAY['opening'::text, 'fee'::text])));
CREATE INDEX movements_of_revenue_by_time ON public.movements USING btree (at, id) WHERE (((src)::text = ANY (ARRAY['opening'::text, 'fee'::text])) OR ((dst)::text = ANY (ARRAY['opening'::text, 'fee'::text])));
CREATE INDEX movements_of_wallet ON public.movements USING btree (client, id) WHERE (((src)::text ^@ 'wallet:'::text) OR ((dst)::text ^@ 'wallet:'::text));
CREATE UNIQUE INDEX movements_once ON public.movements USING btree (request, step, leg);
CREATE TRIGGER movements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.movements FOR EACH STATEMENT EXECUTE FUNCTION the_book_is_append_only();
grant select on movements to portal_app;

create table network_versions (
  id bigint not null generated always as identity,
  public_id text not null,
  network_name text not null,
  network_address text not null,
  author bigint not null,
  created_at timestamp with time zone not null default now(),
  shown_at timestamp with time zone not null,
  confirmed_by bigint,
  constraint network_versions_check CHECK ((confirmed_by <> author)),
  constraint network_versions_author_fkey FOREIGN KEY (author) REFERENCES people(id),
  constraint network_versions_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES people(id),
  constraint network_versions_pkey PRIMARY KEY (id),
  constraint network_versions_public_id_key UNIQUE (public_id)
);
CREATE INDEX network_versions_shown ON public.network_versions USING btree (shown_at DESC, id DESC);
CREATE TRIGGER network_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.network_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on network_versions to portal_app;

create table notices (
  id bigint not null generated always as identity,
  public_id text not null,
  person bigint not null,
  at timestamp with time zone not null default now(),
  topic text not null,
  text text not null,
  link text not null default ''::text,
  request_apply_id text,
  seen_at timestamp with time zone,
  constraint notices_person_fkey FOREIGN KEY (person) REFERENCES people(id),
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_public_id_key UNIQUE (public_id)
);
CREATE INDEX notices_of_person ON public.notices USING btree (person, id DESC);
CREATE INDEX notices_unseen ON public.notices USING btree (person) WHERE (seen_at IS NULL);
grant insert, select on notices to portal_app;
grant update (seen_at) on notices to portal_app;

create table paylinks (
  id bigint not null generated always as identity,
  public_id text not null,
  code text not null,
  client bigint not null,
  kind text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  country text not null,
  company_name text not null default ''::text,
  website text not null default ''::text,
  amount_cents bigint not null,
  key text,
  content_digest text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint paylinks_amount_cents_check CHECK ((amount_cents > 0)),
  constraint paylinks_kind_check CHECK ((kind = ANY (ARRAY['Individual'::text, 'Company'::text]))),
  constraint paylinks_client_fkey FOREIGN KEY (client) REFERENCES clients(id),
  constraint paylinks_pkey PRIMARY KEY (id),
  constraint paylinks_client_key_key UNIQUE (client, key),
  constraint paylinks_code_key UNIQUE (code),
  constraint paylinks_public_id_key UNIQUE (public_id)
);
CREATE INDEX paylinks_of_client ON public.paylinks USING btree (client, id DESC);
grant insert, select on paylinks to portal_app;
grant update (revoked_at) on paylinks to portal_app;

create table people (
  id bigint not null default nextval('numbers'::regclass),
  public_id text not null,
  name text not null,
  email text not null,
  email_key text not null generated always as (lower(email)) stored,
  email_verified_at timestamp with time zone,
  phone text not null default ''::text,
  password_hash text,
  password_changed_at timestamp with time zone not null default now(),
  notice_choices jsonb not null default '{}'::jsonb,
  totp_secret text,
  totp_enabled_at timestamp with time zone,
  totp_last_step bigint not null default 0,
  recovery_hashes text[] not null default '{}'::text[],
  admin_role text,
  proposed_by bigint,
  created_at timestamp with time zone not null default now(),
  disabled_at timestamp with time zone,
  constraint people_admin_role_check CHECK ((admin_role = ANY (ARRAY['Admin'::text, 'Finance'::text, 'Operations'::text, 'Support'::text, 'Portal'::text]))),
  constraint people_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES people(id),
  constraint people_pkey PRIMARY KEY (id),
  constraint people_email_key_key UNIQUE (email_key),
  constraint people_public_id_key UNIQUE (public_id)
);
CREATE INDEX people_admins ON public.people USING btree (id) WHERE (admin_role IS NOT NULL);
CREATE INDEX people_by_part ON public.people USING gin (name gin_trgm_ops, email gin_trgm_ops);
CREATE INDEX people_by_sign ON public.people USING gin (signs_of(VARIADIC ARRAY[name, email, phone]));
CREATE TRIGGER people_keep_owner_address AFTER UPDATE OF email ON public.people FOR EACH ROW WHEN ((old.email IS DISTINCT FROM new.email)) EXECUTE FUNCTION keep_owner_address();
grant select on people to portal_app;
grant insert (email) on people to portal_app;
grant update (email) on people to portal_app;
grant insert (email_verified_at) on people to portal_app;
grant update (email_verified_at) on people to portal_app;
grant insert (name) on people to portal_app;
grant update (notice_choices) on people to portal_app;
grant update (password_changed_at) on people to portal_app;
grant insert (password_hash) on people to portal_app;
grant update (password_hash) on people to portal_app;
grant insert (phone) on people to portal_app;
grant update (phone) on people to portal_app;
grant insert (public_id) on people to portal_app;
grant update (recovery_hashes) on people to portal_app;
grant update (totp_enabled_at) on people to portal_app;
grant update (totp_last_step) on people to portal_app;
grant update (totp_secret) on people to portal_app;

create table place_totals (
  zone text not null,
  place text not null,
  cents bigint not null,
  constraint place_totals_pkey PRIMARY KEY (zone, place)
);
grant delete, insert, select, update on place_totals to portal_app;

create table proofs (
  id bigint not null generated by default as identity,
  client bigint not null,
  file_digest bytea not null,
  image bytea not null storage external,
  small bytea not null storage external,
  media text not null,
  width integer not null,
  height integer not null,
  strips bigint[] not null,
  grey bytea not null,
  picture bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint proofs_client_fkey FOREIGN KEY (client) REFERENCES clients(id),
  constraint proofs_pkey PRIMARY KEY (id),
  constraint proofs_client_file_digest_key UNIQUE (client, file_digest)
);
CREATE INDEX proofs_by_file ON public.proofs USING btree (file_digest);
CREATE INDEX proofs_by_picture ON public.proofs USING btree (picture);
CREATE INDEX proofs_by_strip ON public.proofs USING gin (strips);
CREATE TRIGGER proofs_are_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON public.proofs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on proofs to portal_app;

create table proposals (
  id bigint not null generated always as identity,
  public_id text not null,
  kind text not null,
  subject text not null,
  payload jsonb not null,
  reason text,
  proposed_by bigint not null,
  by_name text not null,
  by_email text not null,
  at timestamp with time zone not null default clock_timestamp(),
  state text not null default 'Pending'::text,
  decided_at timestamp with time zone,
  decided_by bigint,
  constraint proposals_check CHECK (((state = 'Pending'::text) = (decided_at IS NULL))),
  constraint proposals_check1 CHECK (((state <> 'Confirmed'::text) OR (decided_by <> proposed_by))),
  constraint proposals_state_check CHECK ((state = ANY (ARRAY['Pending'::text, 'Confirmed'::text, 'Discarded'::text, 'Replaced'::text]))),
  constraint proposals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES people(id),
  constraint proposals_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES people(id),
  constraint proposals_pkey PRIMARY KEY (id),
  constraint proposals_public_id_key UNIQUE (public_id)
);
CREATE UNIQUE INDEX proposals_waiting ON public.proposals USING btree (kind, subject) WHERE (state = 'Pending'::text);
CREATE INDEX proposals_waiting_about ON public.proposals USING btree (subject) WHERE (state = 'Pending'::text);
CREATE TRIGGER proposals_are_kept BEFORE DELETE OR UPDATE ON public.proposals FOR EACH ROW EXECUTE FUNCTION keep_proposal();
CREATE TRIGGER proposals_stay BEFORE TRUNCATE ON public.proposals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on proposals to portal_app;
grant update (decided_at) on proposals to portal_app;
grant update (decided_by) on proposals to portal_app;
grant update (state) on proposals to portal_app;

create unlogged table request_looks (
  admin bigint not null,
  apply_id text not null,
  at timestamp with time zone not null default now(),
  constraint request_looks_pkey PRIMARY KEY (admin)
);
CREATE INDEX request_looks_of ON public.request_looks USING btree (apply_id);
grant delete, insert, select, update on request_looks to portal_app;

create table requests (
  id bigint not null generated by default as identity,
  apply_id text collate "C" not null,
  client bigint not null,
  kind request_kind not null,
  platform platform,
  state request_state not null default 'Pending'::request_state,
  attempt uuid not null,
  n smallint not null,
  content uuid not null,
  asked_by bigint,
  amount_cents bigint not null,
  fee_cents bigint not null,
  opening_fee_cents bigint not null,
  total_cents bigint not null,
  received_cents bigint,
  account text collate "C",
  ads_id text,
  transaction_id text,
  client_remarks text,
  remarks text,
  details jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  decided_at timestamp with time zone,
  decided_by bigint,
  reversed_at timestamp with time zone,
  reversed_by bigint,
  reason text,
  drawer smallint not null generated always as (drawer_of(kind, platform, state)) stored,
  constraint requests_pkey PRIMARY KEY (id),
  constraint requests_apply_id_key UNIQUE (apply_id)
) with (fillfactor=80);
CREATE INDEX requests_approved_lately ON public.requests USING btree (decided_at, kind, client) WHERE (state = 'Approved'::request_state);
CREATE INDEX requests_approved_of_client ON public.requests USING btree (client, decided_at DESC) WHERE ((state = 'Approved'::request_state) AND (kind = ANY (ARRAY['topup'::request_kind, 'application'::request_kind, 'deposit'::request_kind, 'refund'::request_kind])));
CREATE INDEX requests_by_ads_id ON public.requests USING btree (lower(ads_id) text_pattern_ops, id) WHERE (ads_id IS NOT NULL);
CREATE INDEX requests_by_proof ON public.requests USING btree (((details ->> 'proof'::text))) WHERE (details ? 'proof'::text);
CREATE INDEX requests_by_transaction ON public.requests USING btree (lower(transaction_id) text_pattern_ops, id) WHERE (transaction_id IS NOT NULL);
CREATE INDEX requests_of_account ON public.requests USING btree (account, id) WHERE (account IS NOT NULL);
CREATE INDEX requests_of_admin ON public.requests USING btree (drawer, id) INCLUDE (created_at);
CREATE INDEX requests_of_client ON public.requests USING btree (client, drawer, id);
CREATE INDEX requests_of_paylink ON public.requests USING btree (((details ->> 'paylink'::text)), id) WHERE (details ? 'paylink'::text);
CREATE UNIQUE INDEX requests_once ON public.requests USING btree (attempt, n);
CREATE INDEX requests_sent_out ON public.requests USING btree ("substring"(lower((transaction_id COLLATE "C")), '(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])'::text)) WHERE (kind = 'withdrawal'::request_kind);
CREATE TRIGGER requests_are_kept BEFORE DELETE OR TRUNCATE ON public.requests FOR EACH STATEMENT EXECUTE FUNCTION the_book_is_append_only();
CREATE TRIGGER requests_mark_their_clients AFTER INSERT OR UPDATE OF state ON public.requests FOR EACH ROW WHEN (((new.state = 'Approved'::request_state) AND (new.kind = ANY (ARRAY['topup'::request_kind, 'application'::request_kind, 'deposit'::request_kind, 'refund'::request_kind])))) EXECUTE FUNCTION mark_approved();
grant select on requests to portal_app;

create table revenue_days (
  zone text not null,
  day date not null,
  cents bigint not null,
  constraint revenue_days_pkey PRIMARY KEY (zone, day)
);
grant delete, insert, select, update on revenue_days to portal_app;

create table rollups (
  zone text not null,
  movement bigint not null,
  client bigint not null,
  clients integer not null,
  constraint rollups_pkey PRIMARY KEY (zone)
);
grant delete, insert, select, update on rollups to portal_app;

create table sealed_days (
  day date not null,
  movement bigint,
  entry bigint,
  at timestamp with time zone not null default now(),
  constraint sealed_days_pkey PRIMARY KEY (day)
);
grant insert, select on sealed_days to portal_app;

create table seals (
  id bigint not null generated always as identity,
  first_movement bigint not null,
  last_movement bigint not null,
  movements integer not null,
  head bytea not null,
  at timestamp with time zone not null default now(),
  constraint seals_pkey PRIMARY KEY (id),
  constraint seals_first_movement_key UNIQUE (first_movement),
  constraint seals_last_movement_key UNIQUE (last_movement)
);
CREATE TRIGGER seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.seals FOR EACH STATEMENT EXECUTE FUNCTION the_book_is_append_only();
grant select on seals to portal_app;

create table secret_keys (
  name text not null,
  taken_up_at timestamp with time zone not null default now(),
  constraint secret_keys_pkey PRIMARY KEY (name)
);
grant delete, insert, select on secret_keys to portal_app;

create table sessions (
  id bigint not null generated always as identity,
  public_id text not null,
  token_hash bytea not null,
  person bigint not null,
  acting_admin bigint,
  acting_reason text,
  acting_session bigint,
  address text not null,
  agent text not null,
  created_at timestamp with time zone not null default now(),
  signed_in_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint sessions_acting_admin_fkey FOREIGN KEY (acting_admin) REFERENCES people(id),
  constraint sessions_acting_session_fkey FOREIGN KEY (acting_session) REFERENCES sessions(id),
  constraint sessions_person_fkey FOREIGN KEY (person) REFERENCES people(id),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_public_id_key UNIQUE (public_id),
  constraint sessions_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX sessions_of_acting_admin ON public.sessions USING btree (acting_admin) WHERE ((ended_at IS NULL) AND (acting_admin IS NOT NULL));
CREATE INDEX sessions_of_person ON public.sessions USING btree (person) WHERE (ended_at IS NULL);
CREATE INDEX sessions_signed_in ON public.sessions USING btree (person, created_at DESC) WHERE (acting_admin IS NULL);
grant insert, select, update on sessions to portal_app;

create table settings_versions (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  author bigint,
  value jsonb not null,
  confirmed_by bigint,
  constraint settings_versions_check CHECK ((confirmed_by <> author)),
  constraint settings_versions_author_fkey FOREIGN KEY (author) REFERENCES people(id),
  constraint settings_versions_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES people(id),
  constraint settings_versions_pkey PRIMARY KEY (id)
);
CREATE TRIGGER settings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.settings_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on settings_versions to portal_app;

create table shares (
  id bigint not null generated always as identity,
  public_id text not null,
  client bigint not null,
  email text not null,
  ads_id text not null default ''::text,
  platform platform,
  created_at timestamp with time zone not null default now(),
  gmail text collate "C" not null generated always as (lower(email)) stored,
  constraint shares_client_fkey FOREIGN KEY (client) REFERENCES clients(id),
  constraint shares_pkey PRIMARY KEY (id),
  constraint shares_public_id_key UNIQUE (public_id)
);
CREATE INDEX shares_by_gmail ON public.shares USING btree (gmail, id) INCLUDE (platform);
CREATE INDEX shares_of_client ON public.shares USING btree (client, id DESC);
CREATE TRIGGER shares_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.shares FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on shares to portal_app;

create table statement_buckets (
  bucket smallint not null,
  seal bigint not null,
  node bytea not null,
  single boolean not null,
  constraint statement_buckets_pkey PRIMARY KEY (bucket, seal)
);
CREATE TRIGGER statement_buckets_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.statement_buckets FOR EACH STATEMENT EXECUTE FUNCTION the_book_is_append_only();
grant insert, select on statement_buckets to portal_app;

create table statement_heads (
  client bigint not null,
  seal bigint not null,
  lines bigint not null,
  head bytea not null,
  constraint statement_heads_pkey PRIMARY KEY (client, seal)
);
CREATE TRIGGER statement_heads_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.statement_heads FOR EACH STATEMENT EXECUTE FUNCTION the_book_is_append_only();
grant insert, select on statement_heads to portal_app;

create table statement_keys (
  client bigint not null,
  key bytea not null,
  bucket smallint not null,
  constraint statement_keys_pkey PRIMARY KEY (client),
  constraint statement_keys_key_key UNIQUE (key)
);
CREATE INDEX statement_keys_of_bucket ON public.statement_keys USING btree (bucket);
CREATE TRIGGER statement_keys_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.statement_keys FOR EACH STATEMENT EXECUTE FUNCTION the_book_is_append_only();
grant insert, select on statement_keys to portal_app;

create table statement_seals (
  last_movement bigint not null,
  root bytea not null,
  head bytea not null,
  at timestamp with time zone not null,
  constraint statement_seals_pkey PRIMARY KEY (last_movement),
  constraint statement_seals_head_key UNIQUE (head)
);
CREATE TRIGGER statement_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.statement_seals FOR EACH STATEMENT EXECUTE FUNCTION the_book_is_append_only();
grant insert, select on statement_seals to portal_app;

create unlogged table throttles (
  key text not null,
  guesses integer not null,
  ends_at timestamp with time zone not null,
  constraint throttles_pkey PRIMARY KEY (key)
);
CREATE INDEX throttles_ends ON public.throttles USING btree (ends_at);
grant delete, insert, select, update on throttles to portal_app;

CREATE STATISTICS public.requests_ads_ids ON lower(ads_id) FROM requests;

CREATE STATISTICS public.requests_transaction_ids ON lower(transaction_id) FROM requests;

-- function audit_seal_of(previous bytea, first bigint, final bigint) returns bytea, stable, granted

-- function change(c_client bigint[], c_attempt uuid[], c_content uuid[], c_request bigint[], c_from request_state[], c_wallet integer[], c_last integer[], c_quiet boolean[], a_account text[], a_client bigint[], a_ad boolean[], r_change integer[], r_at integer[], r_rows json, m_request integer[], m_step smallint[], m_leg smallint[], m_src text[], m_dst text[], m_src_at integer[], m_dst_at integer[], m_amount bigint[], m_fee bigint[], k_change integer[], k_request integer[], k_key text[], o_change integer[], o_at integer[], o_ads_id text[], transitions json) returns TABLE(outcome text, blamed text, purse bigint, made bigint[], share bigint, made_at timestamp with time zone), as its owner, granted

-- function drawer_of(of_kind request_kind, of_platform platform, of_state request_state) returns smallint, immutable, granted

-- function guess(keys text[], most integer[], seconds integer) returns integer, granted

-- function keep_ad_totals() returns trigger, granted

-- function keep_names() returns trigger, granted

-- function keep_owner_address() returns trigger, as its owner

-- function keep_proposal() returns trigger, granted

-- function line_before(of_client bigint, moment timestamp with time zone) returns bigint, stable, granted

-- function lock_wallet(wallet text, owner bigint) returns void, as its owner, granted

-- function lock_wallets(a_account text[], a_client bigint[]) returns void

-- function make_admin(call text) returns TABLE(id bigint, "publicId" text, name text, email text, proved boolean), as its owner, granted

-- function mark_approved() returns trigger, granted

-- function refuse_change() returns trigger, granted

-- function revenue_of(src text, dst text, amount bigint) returns bigint, immutable, granted

-- function roll_figures(of_zone text) returns void, granted

-- function seal_audit(most integer, upto timestamp with time zone DEFAULT (now() - '00:02:00'::interval)) returns integer, as its owner, granted

-- function seal_book(most integer, upto timestamp with time zone DEFAULT (now() - '00:02:00'::interval)) returns integer, as its owner, granted

-- function seal_of(previous bytea, first bigint, final bigint) returns bytea, stable, granted

-- function settle(transitions json, c_request bigint[], result text[], o_change integer[], o_at integer[], o_ads_id text[], a_account text[], a_client bigint[]) returns void

-- function signs_of(VARIADIC texts text[]) returns text[], immutable, granted

-- aggregate statement_chain(before bytea, line text) returns bytea, immutable, granted

-- function statement_line(n bigint, m movements, apply_id text) returns text, stable, granted

-- function statement_link(link bytea, before bytea, line text) returns bytea, immutable, granted

-- function the_book_is_append_only() returns trigger, granted

-- function unmark_inactive(most integer) returns integer, as its owner, granted
