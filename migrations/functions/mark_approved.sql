-- Marks a client of whom something was approved as one who may be active; `unmark_inactive` takes the mark back.
create or replace function mark_approved() returns trigger language plpgsql as $$
begin
  update clients set approved_lately = true
  where id = new.client and not approved_lately
    and (select counts_as_active from kinds where name = new.kind);
  return null;
end $$;

create or replace trigger requests_mark_their_clients after insert or update of state on requests
  for each row when (new.state = 'Approved')
  execute function mark_approved();
