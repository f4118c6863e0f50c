-- The movements of a batch are written from several arrays that are read side by side. Two of them, the request and the client
-- of each movement, began empty and grew where they were first written. When the first change of a batch was refused before
-- anything of it moved (an attempt that had been made already and was sent again, a request that was decided already), they
-- began later than the others, slid to the front when they were read, and gave a movement to the request of another.
-- They now have their whole length from the start, as all the others do. The rest of the function is as 0003 wrote it.
do $$
declare
  before text := pg_get_functiondef('change'::regproc);
  after text := replace(replace(before,
    'm_id bigint[] := ''{}'';', 'm_id bigint[] := array_fill(null::bigint, array[cardinality(m_src)]);'),
    'm_owner bigint[] := ''{}'';', 'm_owner bigint[] := array_fill(null::bigint, array[cardinality(m_src)]);');
begin
  if after not like '%m_id bigint[] := array_fill%' or after not like '%m_owner bigint[] := array_fill%' then
    raise exception 'The function change is not the one that this migration mends.';
  end if;
  execute after;
end $$;
