-- The passkey that signed in: its sessions count their guesses together, also once it is gone, so that it is no
-- reference.
alter table sessions add column passkey bigint;
-- Which session began to set up an authenticator app, and when: nobody else finishes it, nor later.
alter table people add column totp_begun_by bigint, add column totp_begun_at timestamptz;
grant update (totp_begun_by, totp_begun_at) on people to portal_app;
-- What was begun before is begun again.
update people set totp_secret = null, totp_last_step = 0 where totp_enabled_at is null and totp_secret is not null;
