-- Raises 42501 where somebody wants what is not theirs: asking in another's name, deciding without being an admin whose work
-- it is, taking back what is another's, or a kind of request that there is not.
create or replace function insist_on_rights(c_client bigint[], c_by bigint[], c_kind text[], c_at_once boolean[],
  c_request bigint[], c_verdict verdict[]) returns void language plpgsql as $$
begin
  if exists (
    select from unnest(c_client, c_by, c_kind, c_at_once, c_request, c_verdict) c (client, by, kind, at_once, request, verdict)
    where not coalesce(case
      when c.verdict is null then may_ask(c.by, c.client, c.kind) and (c.at_once is not true or may_decide(c.by, c.kind))
      else case (select t.by from transitions t where t.verdict = c.verdict)
        when 'admin' then may_decide(c.by, (select r.kind from requests r where r.id = c.request))
        else exists (select from members m where m.client = c.client and m.person = c.by) end end, false))
  then
    raise exception 'Somebody asked for, or decided, what is not theirs.' using errcode = '42501';
  end if;
end $$;
revoke execute on function insist_on_rights from public;
