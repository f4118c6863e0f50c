-- How many of a client's ad accounts run is what is open less what does not run, which is little: sixty thousand were
-- counted one by one before.
create index ad_accounts_stopped on ad_accounts (client) where closed_at is null and state <> 'Active';
