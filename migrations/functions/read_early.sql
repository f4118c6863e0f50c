-- Whether a day of spend was read before it was over in the last zone, 12 hours after UTC; `at` is when its import was
-- made, and what was undone says nothing of when the day was read that it repeats.
create or replace function read_early(source text, at timestamptz, day date) returns boolean
language sql immutable as $$
  select source = 'undo' or at < (day + interval '36 hours') at time zone 'UTC'
$$;
revoke execute on function read_early from public;
grant execute on function read_early to portal_app;
