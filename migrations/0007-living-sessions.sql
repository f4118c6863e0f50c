-- Nobody deletes a session, as "last signed in" and the signals of a new device read old ones. What ends sessions reads
-- those that live, of which a person has at most a hundred sign-ins, however many have expired.
drop index sessions_of_person, sessions_of_acting_admin;
create index sessions_of_person on sessions (person, expires_at) where ended_at is null;
create index sessions_of_acting_admin on sessions (acting_admin, expires_at)
  where ended_at is null and acting_admin is not null;
update sessions set ended_at = now() where id in (
  select id from (
    select id, row_number() over (partition by person order by id desc) as n
    from sessions where ended_at is null and expires_at > now() and acting_admin is null) living
  where n > 100);
