import type { EntityManager } from 'typeorm';
import type { Metadata } from '../contract/metadata.js';
import { queryRows } from '../../entities/rows.js';
import { computeDaySpan, DAY_MS } from './usage-days.js';

/** A generation or post with its cost. */
export interface UsageItem {
  readonly id: string;
  readonly createdAt: Date;
  readonly type: string;
  readonly model: string | null;
  readonly status: string;
  readonly keyId: string;
  readonly credits: number;
  readonly refundedCredits: number;
  readonly metadata: Metadata;
}

export interface UsageExport {
  readonly from?: string;
  readonly to?: string;
  /** True if the caller may read posts. */
  readonly posts: boolean;
}

/** Rows per query; a small number, so that a query does not hold a connection for long. */
const BATCH = 1_000;

const buildBatch = (table: string, type: string, model: string, where = 'true'): string => `
(SELECT id, created_at AS "createdAt", ${type} AS type, ${model} AS model, status,
   key_id AS "keyId", credits, refunded_credits AS "refundedCredits", metadata
 FROM ${table} WHERE ${where} AND account_id = $1 AND created_at >= $2::date AT TIME ZONE 'UTC'
   AND (created_at, id) < ($3::timestamptz, $4)
 ORDER BY created_at DESC, id DESC LIMIT ${BATCH})`;

/** Two batches, because each kind has its index. */
const GENERATIONS = ["type <> 'speech'", "type = 'speech'"].map((where) =>
  buildBatch('generation', 'type', 'model', where),
);
const POSTS = buildBatch('social_post', "'post'", 'NULL');
const ORDER = `ORDER BY "createdAt" DESC, id DESC LIMIT ${BATCH}`;

/**
 * Reads an account's generations and posts with their cost, newest first, in batches. Deleted
 * generations and posts are missing.
 * @throws {Refusal} VALIDATION_ERROR for invalid days or too many days, before the first batch
 */
export function exportUsage(
  db: EntityManager,
  accountId: string,
  { from, to, posts }: UsageExport,
): AsyncIterable<readonly UsageItem[]> {
  const [first, last] = computeDaySpan(from, to);
  const all = [...GENERATIONS, ...(posts ? [POSTS] : [])].join(' UNION ALL ');
  const sql = `SELECT * FROM (${all}) AS items ${ORDER}`;
  return readBatches(db, sql, [accountId, first], new Date(Date.parse(last) + DAY_MS));
}

async function* readBatches(
  db: EntityManager,
  sql: string,
  values: readonly string[],
  end: Date,
): AsyncGenerator<readonly UsageItem[]> {
  let after = { at: end, id: '' };
  for (;;) {
    const rows = await queryRows<UsageItem>(db, sql, [...values, after.at, after.id]);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = { at: last.createdAt, id: last.id };
  }
}
