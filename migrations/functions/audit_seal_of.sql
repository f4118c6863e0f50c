-- The digest of a range of the audit log on top of the head before it: every column of every entry, in order.
create or replace function audit_seal_of(previous bytea, first bigint, final bigint)
returns bytea language sql stable set timezone = 'UTC' as $$
  select sha256(previous || convert_to(coalesce(string_agg(
    concat_ws('|', a.id, a.public_id, extract(epoch from a.at), coalesce(a.actor, 0), coalesce(a.actor_name, ''),
      coalesce(a.actor_email, ''), coalesce(a.acting_admin, 0), a.address, a.agent, a.action,
      coalesce(a.subject, 0), coalesce(a.request_apply_id, ''), coalesce(a.before::text, ''),
      coalesce(a.after::text, '')), e'\n' order by a.id), ''), 'UTF8'))
  from audit_log a where a.id between first and final
$$;

revoke execute on function audit_seal_of from public;
grant execute on function audit_seal_of to portal_app;
