import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { shortenUrl } from '../contract/show-value.js';
import { Refusal } from '../contract/refusal.js';
import { executeAndCount, queryOne } from '../../entities/rows.js';

/**
 * Maximum failed imports by one account from one URL within the window. More would make us call an
 * unresponsive server, or download refused files, again and again.
 */
const FAILURES_MAX = 3;
const WINDOW_S = 600;

/** Maximum rows removed per sweep. */
const SWEEP_MAX = 10_000;

const IS_OVER = `s.since <= now() - interval '${WINDOW_S} s'`;

/**
 * Begins an attempt. Attempts in flight count as failed, so that a hundred concurrent attempts
 * cannot all fail. The window begins with its first attempt.
 */
const BEGIN = `
INSERT INTO import_source AS s (account_id, source, since, failed, under_way)
VALUES ($1, $2, now(), 0, 1)
ON CONFLICT (account_id, source) DO UPDATE SET
  since = CASE WHEN ${IS_OVER} THEN now() ELSE s.since END,
  failed = CASE WHEN ${IS_OVER} THEN 0 ELSE s.failed END,
  under_way = CASE WHEN ${IS_OVER} THEN 1 ELSE s.under_way + 1 END
WHERE ${IS_OVER} OR s.failed + s.under_way < ${FAILURES_MAX}
RETURNING 1`;

/** Ends an attempt. $3: change of the failure count; a success resets it. */
const END = `
UPDATE import_source SET under_way = greatest(under_way - 1, 0),
  failed = CASE $3 WHEN 'failed' THEN failed + 1 WHEN 'stored' THEN 0 ELSE failed END
WHERE account_id = $1 AND source = $2`;

/** An attempt's outcome. `undecided`: a part of the service failed, or no request was sent. */
export type AttemptEnd = 'stored' | 'failed' | 'undecided';

export interface Source {
  readonly accountId: string;
  readonly url: string;
  /** Path of the field that holds the URL. */
  readonly field: string;
}

const hashSourceUrl = (url: string) => {
  const parsed = URL.parse(url);
  // A fragment is never sent, so it does not make a different source.
  if (parsed) parsed.hash = '';
  return createHash('sha256')
    .update(parsed?.href ?? url)
    .digest('hex');
};

/**
 * Begins an attempt to import from a URL.
 * @returns a function that ends the attempt
 * @throws {Refusal} RATE_LIMITED if too many attempts failed; UNAVAILABLE if too many are in flight
 */
export async function beginAttempt(
  db: DataSource,
  source: Source,
): Promise<(end: AttemptEnd) => Promise<void>> {
  const id = [source.accountId, hashSourceUrl(source.url)];
  if ((await executeAndCount(db, BEGIN, id)) === 1) {
    return async (end) => {
      await db.query(END, [...id, end]);
    };
  }
  const row = await queryOne<{ failed: number; left: number }>(
    db,
    `SELECT failed, ceil(extract(epoch FROM since - now()) + ${WINDOW_S})::int AS left
     FROM import_source WHERE account_id = $1 AND source = $2`,
    id,
  );
  throw row && row.failed >= FAILURES_MAX ? refuseFailing(source, row.left) : refuseBusy();
}

function refuseFailing({ url, field }: Source, secondsLeft: number): Refusal {
  const path = field.replace(/^body\./, '');
  return new Refusal('RATE_LIMITED', {
    message: `${field}: ${shortenUrl(url)} failed to import ${FAILURES_MAX} times within ${WINDOW_S / 60} minutes. Check that it opens without a login and has a supported file type; then wait \`Retry-After\` seconds, or send the file itself as an upload.`,
    details: { code: 'UPLOAD_SOURCE', field: path },
    headers: { 'Retry-After': String(Math.max(1, secondsLeft)) },
  });
}

/** Deletes expired attempts. */
export async function forgetAttempts(db: DataSource): Promise<void> {
  await db.query(
    `DELETE FROM import_source WHERE (account_id, source) IN (
       SELECT s.account_id, s.source FROM import_source s WHERE ${IS_OVER}
       ORDER BY s.since LIMIT ${SWEEP_MAX} FOR UPDATE SKIP LOCKED)`,
  );
}

/** Builds the refusal for an import while too many files are being fetched. */
export const refuseBusy = (): Refusal =>
  new Refusal('UNAVAILABLE', {
    message: 'Too many files are being fetched. Repeat the request with the same Idempotency-Key.',
    headers: { 'Retry-After': '2' },
  });
