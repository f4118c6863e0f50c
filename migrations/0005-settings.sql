-- Settings an agency changes while it works, kept as versions: the newest counts, every request keeps what it was priced with.

create table settings_versions (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  author bigint references users,
  value jsonb not null
);
create table client_prices (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  author bigint not null references users,
  client bigint not null references users,
  -- null: as everybody
  opening_fee_cents bigint check (opening_fee_cents between 0 and 100000000),
  topup_basis_points int check (topup_basis_points between 0 and 10000)
);
create index client_prices_latest on client_prices (client, id desc);
create trigger settings_append_only before update or delete or truncate on settings_versions
  for each statement execute function refuse_change();
create trigger client_prices_append_only before update or delete or truncate on client_prices
  for each statement execute function refuse_change();
grant select, insert on settings_versions, client_prices to portal_app;
