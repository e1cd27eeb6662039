#!/bin/sh
# Runs on a new volume, and manually on an older one (docs/operations.md); idempotent. The platform
# gets a role that is not a superuser and owns only this database; Temporal gets a role that cannot
# connect to it.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set app_password="$APP_DB_PASSWORD" --set temporal_password="$TEMPORAL_DB_PASSWORD" <<'SQL'
SELECT 'CREATE ROLE media_app' WHERE NOT EXISTS (
  SELECT 1 FROM pg_roles WHERE rolname = 'media_app') \gexec
SELECT 'CREATE ROLE temporal' WHERE NOT EXISTS (
  SELECT 1 FROM pg_roles WHERE rolname = 'temporal') \gexec
ALTER ROLE media_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
  PASSWORD :'app_password';
ALTER ROLE temporal LOGIN CREATEDB PASSWORD :'temporal_password';
SELECT format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database()) \gexec
SELECT format('ALTER DATABASE %I OWNER TO media_app', current_database()) \gexec
-- Objects that an older version of the platform created as the superuser.
SELECT format('ALTER TABLE %s OWNER TO media_app', oid::regclass) FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' \gexec
SELECT format('ALTER FUNCTION %s OWNER TO media_app', oid::regprocedure) FROM pg_proc
  WHERE pronamespace = 'public'::regnamespace \gexec
SQL
