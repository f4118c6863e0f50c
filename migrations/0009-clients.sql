-- What the admins' lists of people are found and sorted by.

create extension if not exists pg_trgm;
create index users_by_username_part on users using gin (username gin_trgm_ops);
create index users_by_email_part on users using gin (email gin_trgm_ops);
create index users_by_phone_part on users using gin (contact1 gin_trgm_ops);
create index users_by_username on users (role, lower(username), id);

-- What was approved lately: active clients, today's figures.
create index requests_approved_lately on requests (decided_at, kind, client) where state = 'Approved';
