import type { EntityManager } from 'typeorm';
import type { PlanLimits } from '../catalogue/plans.js';
import { Refusal } from '../contract/refusal.js';
import { executeAndCount, queryOne } from '../../entities/rows.js';

export interface Usage {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Counts files and bytes against the allowance for `now`'s UTC day with one guarded upsert. If it
 * returns no row, the upload is refused. `SELECT … WHERE` guards a day's first upload as well.
 */
const COUNT = `
INSERT INTO daily_usage AS u (account_id, day, files, bytes)
SELECT $1, $2::date, $3::int, $4::bigint WHERE $3::int <= $5::int AND $4::bigint <= $6::bigint
ON CONFLICT (account_id, day) DO UPDATE
  SET files = u.files + excluded.files, bytes = u.bytes + excluded.bytes
  WHERE u.files + excluded.files <= $5::int AND u.bytes + excluded.bytes <= $6::bigint
RETURNING files`;

/**
 * Counts bytes that were fetched but not kept. They have already arrived, so nothing is refused,
 * and the count never exceeds the allowance.
 */
const COUNT_FETCHED = `
INSERT INTO daily_usage AS u (account_id, day, files, bytes)
SELECT $1, $2::date, 0, least($3::bigint, $4::bigint)
ON CONFLICT (account_id, day) DO UPDATE
  SET bytes = greatest(u.bytes, least(u.bytes + $3::bigint, $4::bigint))`;

/** Computes the whole seconds until 00:00 UTC, at least 1. */
export function computeSecondsToMidnight(now: Date): number {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return Math.max(1, Math.ceil((midnight - now.getTime()) / 1_000));
}

const USED =
  'SELECT files, bytes::float8 AS bytes FROM daily_usage WHERE account_id = $1 AND day = $2';

const formatUtcDay = (now: Date) => now.toISOString().slice(0, 10);

/** Reads the files and bytes that an account has used on a moment's UTC day. */
export async function readUsage(db: EntityManager, accountId: string, now: Date): Promise<Usage> {
  const row = await queryOne<Usage>(db, USED, [accountId, formatUtcDay(now)]);
  return row ?? { files: 0, bytes: 0 };
}

/**
 * Counts an upload: its file when it starts, its bytes when they are known. A refused upload counts
 * nothing.
 * @throws {Refusal} RATE_LIMITED with the seconds until 00:00 UTC
 */
export async function countUpload(
  tx: EntityManager,
  accountId: string,
  limits: PlanLimits,
  usage: Usage,
  now = new Date(),
): Promise<void> {
  const counted = await executeAndCount(tx, COUNT, [
    accountId,
    formatUtcDay(now),
    usage.files,
    usage.bytes,
    limits.upload_files_per_day,
    limits.upload_bytes_per_day,
  ]);
  if (counted === 1) return;
  const used = await readUsage(tx, accountId, now);
  throw refuseUsedUp(limits, findExceeded(limits, used, usage) ?? 'bytes', now);
}

/** An allowance's owner and size. */
type Allowed = { readonly accountId: string; readonly limits: PlanLimits };

/** Counts a failed import's fetched bytes. */
export async function countFetched(
  db: EntityManager,
  { accountId, limits }: Allowed,
  bytes: number,
): Promise<void> {
  if (bytes === 0) return;
  const day = formatUtcDay(new Date());
  await db.query(COUNT_FETCHED, [accountId, day, bytes, limits.upload_bytes_per_day]);
}

/**
 * Refuses an upload that exceeds today's remaining allowance. Counts nothing, so another upload may
 * still use it up: `countUpload` makes the final decision.
 * @returns the bytes left for today
 * @throws {Refusal} RATE_LIMITED as `countUpload`
 */
export async function expectAllowance(
  db: EntityManager,
  { accountId, limits }: Allowed,
  usage: Usage,
): Promise<number> {
  const now = new Date();
  const used = await readUsage(db, accountId, now);
  const over = findExceeded(limits, used, usage);
  if (over) throw refuseUsedUp(limits, over, now);
  return limits.upload_bytes_per_day - used.bytes;
}

/** Finds the allowance that an upload would exceed; null if there is none. */
function findExceeded(limits: PlanLimits, used: Usage, wanted: Usage): keyof Usage | null {
  // An upload of zero files cannot exceed the file allowance, and an upload of zero bytes cannot
  // exceed the byte allowance.
  if (wanted.files > 0 && used.files + wanted.files > limits.upload_files_per_day) return 'files';
  return wanted.bytes > 0 && used.bytes + wanted.bytes > limits.upload_bytes_per_day
    ? 'bytes'
    : null;
}

/** Builds the refusal for an upload that exceeds today's allowance. */
export function refuseUsedUp(limits: PlanLimits, what: keyof Usage, now = new Date()): Refusal {
  const { upload_files_per_day: files, upload_bytes_per_day: bytes } = limits;
  return new Refusal('RATE_LIMITED', {
    message: `The daily upload allowance of ${what === 'files' ? files : bytes} ${what} is used up. It resets at 00:00 UTC; upload ids and files of this service do not count.`,
    details: { code: 'UPLOAD_ALLOWANCE', files_per_day: files, bytes_per_day: bytes },
    headers: { 'Retry-After': String(computeSecondsToMidnight(now)) },
  });
}
