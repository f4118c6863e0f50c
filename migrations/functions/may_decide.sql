-- Whether this person may give verdicts on requests of this kind: an admin whom nobody has removed, who may do
-- everything or whose work that kind is; and the portal itself. This is the one place that says so.
create or replace function may_decide(person bigint, kind text) returns boolean language sql stable as $$
  select exists (
    select from people p join kinds k on k.name = may_decide.kind
    where p.id = may_decide.person and p.disabled_at is null and p.admin_role in ('Admin', 'Portal', k.decided_by))
$$;
revoke execute on function may_decide from public;
