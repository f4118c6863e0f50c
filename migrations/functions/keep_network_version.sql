-- A version may be shown or dropped once, and nothing else of it ever changes.
create or replace function keep_network_version() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.shown_at is not null or old.dropped_at is not null
    or (new.id, new.public_id, new.network_name, new.network_address, new.author, new.created_at)
      is distinct from (old.id, old.public_id, old.network_name, old.network_address, old.author, old.created_at) then
    raise exception 'network_versions is append-only' using errcode = '42501';
  end if;
  return new;
end $$;

create or replace trigger network_versions_are_kept before update or delete on network_versions
  for each row execute function keep_network_version();
