-- Since when a job fails, and when admins were told of it.
alter table jobs add column failing_since timestamptz, add column told_at timestamptz;

-- A mark that is ahead of its chain is given up.
grant delete on watches to portal_app;
