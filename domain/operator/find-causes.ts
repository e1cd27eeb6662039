import type { EntityManager } from 'typeorm';
import { queryRows } from '../../entities/rows.js';
import type { AdminCauseBody } from '../contract/admin-runs.js';
import { findSide } from './failure-side.js';

const HOURS = 168;
/** Maximum failures counted, so that a bad month does not make the query slow. */
const COUNTED_MAX = 20_000;
const CAUSES_MAX = 100;

const SELECT = `
SELECT code AS error_code, model, count(*)::int AS count,
  count(DISTINCT account_id)::int AS accounts,
  floor(extract(epoch FROM min(created_at)) * 1000)::float8 AS first_at,
  floor(extract(epoch FROM max(created_at)) * 1000)::float8 AS last_at
FROM (
  SELECT coalesce(error ->> 'code', 'UNKNOWN') AS code, model, account_id, created_at
  FROM generation WHERE status = 'failed' AND created_at > now() - make_interval(hours => $1)
  ORDER BY created_at DESC, id DESC LIMIT ${COUNTED_MAX}
) failed GROUP BY code, model ORDER BY count DESC, last_at DESC LIMIT ${CAUSES_MAX}`;

/** Groups the failed generations of the last hours by error code and model. */
export async function findCauses(
  db: EntityManager,
  { hours = HOURS }: { readonly hours?: number },
): Promise<AdminCauseBody[]> {
  const rows = await queryRows<Omit<AdminCauseBody, 'object' | 'side'>>(db, SELECT, [hours]);
  return rows.map((row) => ({
    object: 'admin_cause',
    ...row,
    side: findSide(row.error_code),
  }));
}
