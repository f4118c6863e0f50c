-- Makes and removes admins and says what they may do; nothing else can, and nobody is renamed by it. `call` is a JSON
-- text: what to do, which admin wants it (`by`), and whom.
--   first    the first admin of a portal that has none, with a password, who may do everything
--   invite   somebody new, or an admin who was removed or never answered: under the old name, without the old password
--            and second factor, in this role
--   role     gives an admin, by public id, another role
--   remove   an admin, by public id
-- Answers whom, or nothing where there was nothing to do: the address is a client's, or an admin's who works, or nobody
-- would be left who may do everything and can sign in.
create or replace function make_admin(call text, voucher bytea)
returns table (id bigint, "publicId" text, name text, email text, proved boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  wish jsonb := call::jsonb;
  what text := wish ->> 'what';
  author bigint := (wish ->> 'by')::bigint;
  wanted text := case what when 'first' then 'Admin' when 'remove' then null else wish ->> 'role' end;
begin
  perform insist_on_voucher(call, voucher);
  if what <> 'remove' and coalesce(wanted, '') not in ('Admin', 'Finance', 'Operations', 'Support') then
    raise 'Nobody is made % by an admin', wanted using errcode = 'insufficient_privilege';
  end if;
  -- One at a time: where two admins demote or remove each other at the same moment, the second sees what the first did.
  perform from people p where p.admin_role = 'Admin' order by p.id for no key update;
  if what = 'first' then
    if exists (select from people where admin_role is not null) then
      return;
    end if;
  elsif not exists (select from people p where p.id = author and p.admin_role = 'Admin' and p.disabled_at is null) then
    return;
  end if;
  if what in ('remove', 'role') then
    return query update people p
      set disabled_at = case what when 'remove' then now() end, admin_role = coalesce(wanted, p.admin_role)
      where p.public_id = wish ->> 'publicId' and p.admin_role <> 'Portal' and p.disabled_at is null
        and (wanted = 'Admin' or exists (select from people other where other.admin_role = 'Admin'
          and other.disabled_at is null and other.password_hash is not null and other.id <> p.id))
      returning p.id, p.public_id, p.name, p.email, p.email_verified_at is not null;
  else
    return query insert into people as p (public_id, name, email, admin_role, password_hash, email_verified_at)
      values (wish ->> 'publicId', wish ->> 'name', wish ->> 'email', wanted, wish ->> 'passwordHash',
        case when what = 'first' then now() end)
      on conflict (email_key) do update set disabled_at = null, password_hash = null, admin_role = wanted,
          totp_secret = null, totp_enabled_at = null, recovery_hashes = '{}', totp_last_step = 0
        where p.admin_role <> 'Portal' and (p.disabled_at is not null or p.password_hash is null)
      returning p.id, p.public_id, p.name, p.email, p.email_verified_at is not null;
  end if;
end $$;

revoke execute on function make_admin from public;
grant execute on function make_admin to portal_app;
