#!/bin/sh
# Patroni runs this once, on the first server of a new cluster, as /etc/patroni/create-database.sh: the portal's two logins
# and its database (docs/operations.md, "Two logins"). Passwords come from /etc/portal-cluster.secrets, as Patroni's environment;
# psql reads them there itself, since whoever lists processes sees what stands on its command line.
set -eu
: "${OWNER_PASSWORD:?give it in /etc/portal-cluster.secrets}" "${SERVE_PASSWORD:?give it in /etc/portal-cluster.secrets}"
exec psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 "$1" <<'SQL'
\getenv owner OWNER_PASSWORD
\getenv serve SERVE_PASSWORD
create role portal_app nologin;
create role portal_owner login password :'owner' createrole;
create role portal_serve login password :'serve';
grant portal_app to portal_owner with inherit false, set true;
grant portal_app to portal_serve with inherit false, set true;
create database portal owner portal_owner;
SQL
