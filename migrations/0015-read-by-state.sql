-- A hash that was named before it was final, and given up, is found where another client names it.
drop index evidence_of_hash;
create index evidence_of_hash on evidence (hash, id desc);
-- Few ad accounts are not active, and lists of them are asked for by everybody's dashboard.
create index ad_accounts_by_state on ad_accounts (state, id) where state <> 'Active';
