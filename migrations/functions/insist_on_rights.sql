-- Raises 42501 where somebody wants what they have no right to: to ask in another's name, to decide what only an admin
-- of that work may decide, to take back another's request, to pay what sends no money, or to ask for a kind of request
-- that does not exist. What many changes of one call want alike is looked up once.
create or replace function insist_on_rights(c_client bigint[], c_by bigint[], c_kind text[], c_at_once boolean[],
  c_request bigint[], c_verdict verdict[]) returns void language plpgsql as $$
begin
  if exists (
    select from (
      select distinct c.client, c.by, c.verdict, coalesce(c.at_once, false) as at_once,
        case when c.verdict is null then c.kind else (select r.kind from requests r where r.id = c.request) end as kind
      from unnest(c_client, c_by, c_kind, c_at_once, c_request, c_verdict)
        c (client, by, kind, at_once, request, verdict)) c
    where not coalesce(case
      when c.verdict is null then may_ask(c.by, c.client, c.kind) and (not c.at_once or may_decide(c.by, c.kind))
      else (
        select case t.by
          when 'admin' then may_decide(c.by, c.kind)
          else exists (select from members m where m.client = c.client and m.person = c.by) end
          and ('To pay' not in (t.from_state, t.to_state) or (select k.sends_money from kinds k where k.name = c.kind))
        from transitions t where t.verdict = c.verdict) end, false))
  then
    raise exception 'Somebody asked for, or decided, what is not theirs.' using errcode = '42501';
  end if;
end $$;
revoke execute on function insist_on_rights from public;
