-- Whether this person may ask for a request of this kind in this client's name: one of the client's people, or an admin
-- where admins (or both sides) ask for that kind. The payer of a pay link is not signed in and is no person: such a
-- payer may ask for what clients ask for.
create or replace function may_ask(person bigint, of_client bigint, of_kind text) returns boolean
  language sql stable as $$
  select exists (
    select from kinds k where k.name = of_kind and case k.asked_by
      when 'admin' then may_decide(person, of_kind)
      else person is null
        or exists (select from members m where m.client = of_client and m.person = may_ask.person)
        or k.asked_by = 'either' and may_decide(person, of_kind) end)
$$;
revoke execute on function may_ask from public;
