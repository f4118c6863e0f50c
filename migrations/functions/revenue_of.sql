-- What a movement adds to the agency's revenue: fees taken, less fees given back.
create or replace function revenue_of(src text, dst text, amount bigint) returns bigint language sql immutable as $$
  select case when dst in ('opening', 'fee') then amount else 0 end
    - case when src in ('opening', 'fee') then amount else 0 end
$$;

grant execute on function revenue_of to portal_app;
