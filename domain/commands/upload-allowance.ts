import type { EntityManager } from 'typeorm';
import type { PlanLimits } from '../catalogue/plans.js';
import { Refusal } from '../contract/error.js';

export interface Usage {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Counts files and bytes against the allowance of the UTC day of `now`: one guarded upsert, whose
 * missing row is the refusal. `SELECT … WHERE` guards the first upload of a day as well.
 */
const COUNT = `
INSERT INTO daily_usage AS u (account_id, day, files, bytes)
SELECT $1, $2::date, $3::int, $4::bigint WHERE $3::int <= $5::int AND $4::bigint <= $6::bigint
ON CONFLICT (account_id, day) DO UPDATE
  SET files = u.files + excluded.files, bytes = u.bytes + excluded.bytes
  WHERE u.files + excluded.files <= $5::int AND u.bytes + excluded.bytes <= $6::bigint
RETURNING files`;

/** Whole seconds until 00:00 UTC, at least 1. */
export function secondsToMidnight(now: Date): number {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return Math.max(1, Math.ceil((midnight - now.getTime()) / 1_000));
}

/**
 * Counts an upload: its file when it starts, its bytes when they are known (spec, Daily upload
 * allowance). Nothing is counted when it is refused.
 * @throws {Refusal} RATE_LIMITED with the seconds to 00:00 UTC
 */
export async function countUpload(
  tx: EntityManager,
  accountId: string,
  limits: PlanLimits,
  usage: Usage,
  now = new Date(),
): Promise<void> {
  const rows: unknown[] = await tx.query(COUNT, [
    accountId,
    now.toISOString().slice(0, 10),
    usage.files,
    usage.bytes,
    limits.upload_files_per_day,
    limits.upload_bytes_per_day,
  ]);
  if (rows.length > 0) return;
  const what =
    usage.files > 0
      ? `${limits.upload_files_per_day} files`
      : `${limits.upload_bytes_per_day} bytes`;
  throw new Refusal('RATE_LIMITED', {
    message: `The daily upload allowance of ${what} is used. It starts over at 00:00 UTC; upload ids and files of this service do not count.`,
    details: {
      code: 'UPLOAD_ALLOWANCE',
      files_per_day: limits.upload_files_per_day,
      bytes_per_day: limits.upload_bytes_per_day,
    },
    headers: { 'Retry-After': String(secondsToMidnight(now)) },
  });
}
