-- Since when a connection fails, and when admins were told of it.
alter table connections add column failing_since timestamptz, add column told_at timestamptz;
