import type { EntityManager } from 'typeorm';
import { decodeOffset, encodeOffset } from '../contract/cursor.js';
import type { UsageBody, UsageGroup } from '../contract/usage.js';
import type { Page, PageRequest } from '../durable/read-page.js';
import { queryRows } from '../../entities/rows.js';
import { computeDaySpan } from './usage-days.js';

export interface UsageRequest extends PageRequest {
  /** First and last day, `YYYY-MM-DD` in UTC; defaults to the last 30 days. */
  readonly from?: string;
  readonly to?: string;
  readonly by: UsageGroup;
}

const TYPE = `CASE d.ref_type WHEN 'generation' THEN coalesce(d.type, 'generation')
  WHEN 'social_post' THEN 'post' ELSE d.ref_type END`;

/** SQL for each group: its id and display name in a row of `d`. */
const GROUPS = {
  model: { id: `coalesce(d.model, ${TYPE})`, name: 'NULL', names: '' },
  type: { id: TYPE, name: 'NULL', names: '' },
  key: {
    id: 'd.key_id',
    name: `CASE k.door WHEN 'app' THEN 'Dashboard' ELSE coalesce(nullif(k.name, ''), k.prefix) END`,
    names: 'LEFT JOIN api_key k ON k.id = u."group"',
  },
  member: {
    id: '(SELECT member_id FROM api_key WHERE id = d.key_id)',
    name: 'm.name',
    names: 'LEFT JOIN member m ON m.id = u."group"',
  },
} as const satisfies Record<UsageGroup, object>;

/** Sums per day plus open holds. Joins names and sorts only these few rows. */
const BY_DAY = `
SELECT day, ref_type, nullif(type, '') AS type, nullif(model, '') AS model, key_id,
  CASE ref_type WHEN 'generation' THEN holds ELSE 0 END AS generations, credits::float8 AS credits
FROM usage_day WHERE account_id = $1 AND day BETWEEN $2::date AND $3::date AND holds > 0
UNION ALL
SELECT (created_at AT TIME ZONE 'UTC')::date, ref_type, type, model, key_id,
  (ref_type = 'generation')::int, (sub + pur)::float8
FROM hold WHERE account_id = $1 AND state = 'open'
  AND (created_at AT TIME ZONE 'UTC')::date BETWEEN $2::date AND $3::date`;

/**
 * Sums an account's usage by day and group, newest day first. Counts holds, so deleted generations
 * are included.
 * @throws {Refusal} VALIDATION_ERROR for invalid days, too many days, or an invalid cursor
 */
export async function readUsage(
  tx: EntityManager,
  accountId: string,
  { from, to, by, limit, cursor }: UsageRequest,
): Promise<Page<UsageBody>> {
  const span = computeDaySpan(from, to);
  const all = await queryRows<UsageBody>(tx, buildUsageStatement(by), [accountId, ...span]);
  const start = cursor === undefined ? 0 : decodeOffset(cursor, all.length);
  const end = limit === undefined ? all.length : start + limit;
  return {
    rows: all.slice(start, end),
    nextCursor: end < all.length ? encodeOffset(end) : null,
  };
}

function buildUsageStatement(by: UsageGroup): string {
  const { id, name, names } = GROUPS[by];
  return `
WITH u AS (
  SELECT d.day, ${id} AS "group", sum(d.generations)::integer AS generations,
    sum(d.credits) AS credits
  FROM (${BY_DAY}) AS d GROUP BY 1, 2
)
SELECT to_char(u.day, 'YYYY-MM-DD') AS day, u."group", ${name} AS name, u.generations, u.credits
FROM u ${names} ORDER BY u.day DESC, u.credits DESC, u."group" NULLS FIRST`;
}
