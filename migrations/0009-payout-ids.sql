-- The ids of payouts that are no hash, as they are compared: each names one transfer, and is no client's top-up. Those
-- from before are taken over as far as SQL reads them as the portal does, which are those in ASCII.
create table payout_ids (
  request bigint primary key references requests,
  key text not null
);
create index payout_ids_by_key on payout_ids (key);
grant select, insert on payout_ids to portal_app;

insert into payout_ids (request, key)
select id, 'usdt:' || coalesce(nullif(regexp_replace(
    regexp_replace(joined, '^[^a-z0-9]+|[^a-z0-9]+$', '', 'g'), '^0x', ''), ''), joined)
from (
  select id, regexp_replace(lower(transaction_id collate "C"), '[[:space:]]', '', 'g') as joined from requests
  where kind = 'withdrawal' and state in ('Approved', 'Reversed')
    and octet_length(transaction_id) = length(transaction_id)) sent
where joined !~ '(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])';
