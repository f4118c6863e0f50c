-- Where clients send USDT. Every version is kept: a transfer that arrives weeks later must be traceable to what was shown.

create table network_versions (
  id bigint generated always as identity primary key,
  -- NW-7K3Q-X2MF
  public_id text not null unique,
  network_name text not null,
  network_address text not null,
  author bigint not null references users,
  created_at timestamptz not null default now(),
  -- since when clients see it; null while it waits for a second admin, and for good if it was dropped
  shown_at timestamptz,
  confirmed_by bigint references users,
  dropped_at timestamptz,
  dropped_by bigint references users,
  check (shown_at is null or dropped_at is null),
  check (confirmed_by <> author)
);
create index network_versions_shown on network_versions (shown_at desc, id desc) where shown_at is not null;
-- One change waits at a time, so that an admin who confirms knows what.
create unique index network_versions_one_waits on network_versions ((true)) where shown_at is null and dropped_at is null;
grant select, insert, update (shown_at, confirmed_by, dropped_at, dropped_by) on network_versions to portal_app;

-- A version may be shown or dropped once, and nothing else of it ever changes.
create function keep_network_version() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.shown_at is not null or old.dropped_at is not null
    or (new.id, new.public_id, new.network_name, new.network_address, new.author, new.created_at)
      is distinct from (old.id, old.public_id, old.network_name, old.network_address, old.author, old.created_at) then
    raise exception 'network_versions is append-only' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger network_versions_are_kept before update or delete on network_versions
  for each row execute function keep_network_version();
create trigger network_versions_stay before truncate on network_versions
  for each statement execute function refuse_change();
