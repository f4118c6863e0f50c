-- Where in a wallet's history a moment lies: the last line that is older, found by halving. Lines get their numbers
-- while their transactions run, but carry the time at which these began. So near a moment the order of numbers and of
-- times may differ, by as long as a transaction may take. Whoever looks for a moment therefore begins an hour later and
-- compares the times themselves.
create or replace function line_before(of_client bigint, moment timestamptz)
returns bigint language plpgsql stable strict as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  line bigint;
  line_at timestamptz;
begin
  select m.id + 1 into high from movements m
  where (m.client, m.id) < (of_client, 9223372036854775807) and m.client >= of_client
    and (m.src ^@ 'wallet:' or m.dst ^@ 'wallet:')
  order by m.client desc, m.id desc limit 1;
  while high - low > 1 loop
    middle := low + (high - low) / 2;
    select m.id, m.at into line, line_at from movements m
    where (m.client, m.id) >= (of_client, middle) and m.client <= of_client
      and (m.src ^@ 'wallet:' or m.dst ^@ 'wallet:')
    order by m.client, m.id limit 1;
    if found and line < high and line_at < moment then
      low := line;
    else
      high := middle;
    end if;
  end loop;
  return low;
end $$;

grant execute on function line_before to portal_app;
