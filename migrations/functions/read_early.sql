-- Whether a day of spend is not over in the last zone, 12 hours after UTC, at the moment at which it is read.
create or replace function read_early(at timestamptz, day date) returns boolean
language sql immutable as $$
  select at < (day + interval '36 hours') at time zone 'UTC'
$$;
revoke execute on function read_early from public;
grant execute on function read_early to portal_app;
