-- The audit log is sealed as the book is: each seal covers a closed range of entries and the seal before it with SHA-256, so
-- that whoever kept a head elsewhere can prove that nothing before it was changed.

create table audit_seals (
  id bigint generated always as identity primary key,
  first_entry bigint not null unique,
  last_entry bigint not null unique,
  entries int not null,
  head bytea not null,
  at timestamptz not null default now()
);
create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();

create function audit_seal_of(previous bytea, first bigint, final bigint) returns bytea language sql stable set timezone = 'UTC' as $$
  select sha256(previous || convert_to(coalesce(string_agg(
    concat_ws('|', a.id, extract(epoch from a.at), coalesce(a.actor, 0), coalesce(a.acting_admin, 0), a.address, a.agent, a.action,
      coalesce(a.subject, 0), coalesce(a.request_apply_id, ''), coalesce(a.before::text, ''), coalesce(a.after::text, '')), e'\n' order by a.id), ''), 'UTF8'))
  from audit_log a where a.id between first and final
$$;

-- Seals what is settled, `most` entries to a seal. A transaction ends within 30 seconds, so that no id below one that is two
-- minutes old can still appear.
create function seal_audit(most int, upto timestamptz default now() - interval '2 minutes') returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  previous audit_seals;
  settled bigint;
  final bigint;
  sealed int := 0;
  n int;
begin
  perform pg_advisory_xact_lock(7202611016);
  select * into previous from audit_seals order by id desc limit 1;
  select id into settled from audit_log where at < upto order by id desc limit 1;
  loop
    select max(id), count(*) into final, n
    from (select id from audit_log where id > coalesce(previous.last_entry, 0) and id <= settled order by id limit most) a;
    exit when n = 0;
    insert into audit_seals (first_entry, last_entry, entries, head)
    values (coalesce(previous.last_entry, 0) + 1, final, n, audit_seal_of(coalesce(previous.head, ''), coalesce(previous.last_entry, 0) + 1, final))
    returning * into previous;
    sealed := sealed + n;
  end loop;
  return sealed;
end $$;
revoke execute on function audit_seal_of, seal_audit from public;
grant select on audit_seals to portal_app;
grant execute on function seal_audit(int, timestamptz) to portal_app;
