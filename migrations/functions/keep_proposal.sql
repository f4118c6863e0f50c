-- A proposal is decided once, and nothing else of it ever changes.
create or replace function keep_proposal() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.state <> 'Pending' or new.state = 'Pending'
    or (new.id, new.public_id, new.kind, new.subject, new.payload, new.reason, new.proposed_by,
      new.by_name, new.by_email, new.at)
      is distinct from (old.id, old.public_id, old.kind, old.subject, old.payload, old.reason,
        old.proposed_by, old.by_name, old.by_email, old.at) then
    raise exception 'proposals are decided once' using errcode = '42501';
  end if;
  return new;
end $$;

create or replace trigger proposals_are_kept before update or delete on proposals
  for each row execute function keep_proposal();
