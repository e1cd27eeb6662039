#!/bin/sh
# Creates Temporal's two databases or brings them to the version of this image; safe to repeat.
# Address, user and password come from the environment that temporal-sql-tool reads.
set -eu
for pair in temporal:temporal temporal_visibility:visibility; do
  database=${pair%%:*}
  schema=${pair##*:}
  temporal-sql-tool --db "$database" create
  temporal-sql-tool --db "$database" setup-schema -v 0.0
  temporal-sql-tool --db "$database" update-schema --schema-name "postgresql/v12/$schema"
done
