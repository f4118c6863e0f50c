-- A closed account asks for nothing any more. Whether it is closed is read under the wallet's lock, which closing takes too: a call
-- that was on its way when its client left is answered `closed`, and writes nothing. An attempt made before is still told its answer.
-- The rest of the function `change` is as 0003 and 0022 wrote it.
do $$
declare
  before text := pg_get_functiondef('change'::regproc);
  after text := replace(replace(before,
    'when x.attempt is not null then (select case when r.content = x.content then ''replayed'' else ''key_reused'' end from requests r where r.attempt = x.attempt and r.n = 0)',
    'when x.attempt is not null then coalesce(
        (select case when r.content = x.content then ''replayed'' else ''key_reused'' end from requests r where r.attempt = x.attempt and r.n = 0),
        (select ''closed'' from users u where u.id = x.client and u.closed_at is not null))'),
    'from unnest(c_attempt, c_content, c_request, c_from) with ordinality x (attempt, content, request, state, n)',
    'from unnest(c_client, c_attempt, c_content, c_request, c_from) with ordinality x (client, attempt, content, request, state, n)');
begin
  if after not like '%(select ''closed'' from users u%' or after not like '%x (client, attempt, content, request, state, n)%' then
    raise exception 'The function change is not the one that this migration adds to.';
  end if;
  execute after;
end $$;

-- While the second pair of eyes is on, one admin alone makes no further admin: who was invited is removed (disabled_at) and named by
-- the admin who wants them, until another admin wants the same.
alter table users add column proposed_by bigint references users;

-- Addresses that look alike are one since they are read in one way of writing accents (NFC). Those written down before are put into
-- it, so that they sign in again; where two accounts look alike, the one that is in use already keeps the address, or the older one.
with alike as (
  select distinct on (lower(normalize(email, NFC))) id, normalize(email, NFC) as email
  from users u
  where email is not NFC normalized
    and not exists (select from users other where other.email_key = lower(normalize(u.email, NFC)))
  order by lower(normalize(email, NFC)), id)
update users u set email = alike.email from alike where u.id = alike.id;
update mailed_codes set email = normalize(email, NFC) where email is not NFC normalized;
