-- The digest of a range of the audit log on top of the head before it: every column of every entry, in order. What
-- people write themselves, such as the name of a browser, can't be read as more columns than one.
create or replace function audit_seal_of(previous bytea, first bigint, final bigint)
returns bytea language sql stable set timezone = 'UTC' as $$
  select sha256(previous || convert_to(coalesce(string_agg(
    concat_ws('|', a.id, a.public_id, extract(epoch from a.at), coalesce(a.actor, 0), t.said[1], t.said[2],
      coalesce(a.acting_admin, 0), a.address, t.said[3], t.said[4], coalesce(a.subject, 0), t.said[5],
      coalesce(a.before::text, ''), coalesce(a.after::text, '')), e'\n' order by a.id), ''), 'UTF8'))
  from audit_log a
  cross join lateral (
    select array_agg(regexp_replace(coalesce(s.said, ''), '[\\|\n]', '\\\&', 'g') order by s.n) as said
    from unnest(array[a.actor_name, a.actor_email, a.agent, a.action, a.request_apply_id])
      with ordinality s (said, n)) t
  where a.id between first and final
$$;

revoke execute on function audit_seal_of from public;
grant execute on function audit_seal_of to portal_app;
