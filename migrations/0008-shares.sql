-- With whom clients ask to share their ad accounts: a log, so rows are only ever added.

create table shares (
  id bigint generated always as identity primary key,
  -- SH-7K3Q-X2MF
  public_id text not null unique,
  client bigint not null references users,
  -- the Gmail address
  email text not null,
  -- which account; empty where the client named none
  ads_id text not null default '',
  platform platform,
  created_at timestamptz not null default now()
);
create index shares_of_client on shares (client, id desc);
create index shares_by_email on shares (lower(email) collate "C");
grant select, insert on shares to portal_app;
create trigger shares_append_only before update or delete or truncate on shares
  for each statement execute function refuse_change();
