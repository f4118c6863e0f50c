-- A transfer counts once also where its hash was given as a link to it, or with a full stop behind it. What was claimed under such
-- a name is claimed under the hash from now on. Where two living requests name one transfer, the older one keeps it and the proof
-- of the book names the other.
with named as (
  select key, request, substr(key, 6) as id from claims where key ^@ 'usdt:' and key !~ '^usdt:[0-9a-f]{64}$'),
renamed as (
  select key, request, ('usdt:' || coalesce(
    substring(id from '(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])'),
    nullif(regexp_replace(regexp_replace(id collate pg_c_utf8, '^[^[:alnum:]]+|[^[:alnum:]]+$', '', 'g'), '^0x', ''), ''), id)) collate "C" as named_now
  from named),
first_of as (
  select distinct on (named_now) key, named_now from renamed where named_now <> key order by named_now, request)
update claims c set key = f.named_now from first_of f
where c.key = f.key and not exists (select from claims k where k.key = f.named_now);
