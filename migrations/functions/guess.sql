-- Counts one guess for each key, until one of them is spent: who is refused by the first spends no other. Answers how
-- many seconds to wait before the next guess (0 = go on).
create or replace function guess(keys text[], most int[], seconds int) returns int language plpgsql as $$
declare
  spent int;
  until timestamptz;
begin
  for i in 1 .. array_length(keys, 1) loop
    insert into throttles as t (key, guesses, ends_at) values (keys[i], 1, now() + make_interval(secs => seconds))
    on conflict (key) do update set
      guesses = case when t.ends_at <= now() then 1 else t.guesses + 1 end,
      ends_at = case when t.ends_at <= now() then excluded.ends_at else t.ends_at end
    returning guesses, ends_at into spent, until;
    if spent > most[i] then
      return greatest(1, ceil(extract(epoch from until - now()))::int);
    end if;
  end loop;
  return 0;
end $$;

grant execute on function guess to portal_app;
