#!/bin/sh
# Runs once, when the volume is new: Temporal gets a role that cannot read the platform's tables.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set password="$TEMPORAL_DB_PASSWORD" <<'SQL'
CREATE ROLE temporal LOGIN CREATEDB PASSWORD :'password';
REVOKE CONNECT ON DATABASE media FROM PUBLIC;
SQL
