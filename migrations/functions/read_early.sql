-- Whether a day of spend was read before it was over in the last zone, 12 hours after UTC; `at` is when its import was
-- made.
create or replace function read_early(at timestamptz, day date) returns boolean
language sql immutable as $$
  select at < (day + interval '36 hours') at time zone 'UTC'
$$;
revoke execute on function read_early from public;
grant execute on function read_early to portal_app;
