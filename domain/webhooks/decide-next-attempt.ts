import type { DataSource } from 'typeorm';
import { queryOne } from '../../entities/rows.js';
import type { DeliveryError, DeliveryStatus } from '../catalogue/delivery-states.js';
import type { AttemptOutcome } from '../catalogue/runs.js';
import { readStanding, type ClaimedDelivery } from './claim-attempt.js';

/** An attempt's result. `error` is null if the event was delivered. */
export interface AttemptResult {
  /** When the request was sent. */
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: DeliveryError | null;
  readonly excerpt: string;
}

/**
 * The guarded UPDATE decides whether this attempt still changes the delivery. A delivery that was
 * closed while its request was in flight stays closed, unless the request delivered the event. The
 * attempt is recorded in both cases, because it was made.
 */
const RECORD = `
WITH done AS (
  UPDATE webhook_delivery SET attempts = $2, last_status = $4, last_error = $5,
    status = CASE WHEN status = 'delivering' OR $3 = 'delivered' THEN $3 ELSE status END,
    next_attempt_at = CASE WHEN status = 'delivering' THEN $6::timestamptz END
  WHERE id = $1 AND attempts = $2 - 1 AND status IN ('delivering', 'failed', 'cancelled', 'skipped')
  RETURNING id, status
), noted AS (
  INSERT INTO delivery_attempt (delivery_id, n, url, started_at, duration_ms, status, error, excerpt)
  SELECT id, $2, $7, $8, $9, $4, $5, $10 FROM done
)
SELECT status FROM done`;

/**
 * Records an attempt and decides the next step, so that the row and the timer agree. No response
 * changes the schedule: a 410 and a `Retry-After` are retried like any other failure.
 * @param delayMs the wait after this attempt if it fails, as planned by the workflow
 */
export async function decideNextAttempt(
  db: DataSource,
  delivery: ClaimedDelivery,
  result: AttemptResult,
  delayMs: number | null,
): Promise<AttemptOutcome> {
  const { attempt, attemptsMax } = delivery;
  const wait = result.error === null || attempt >= attemptsMax ? null : delayMs;
  const status = result.error === null ? 'delivered' : wait === null ? 'failed' : 'pending';
  const dueAt = wait === null ? null : new Date(result.startedAt.getTime() + wait);
  const row = await queryOne<{ status: DeliveryStatus }>(db.manager, RECORD, [
    delivery.id,
    attempt,
    status,
    result.status,
    result.error,
    dueAt,
    delivery.url,
    result.startedAt,
    Math.round(result.durationMs),
    result.excerpt,
  ]);
  if (!row) return readStanding(db.manager, delivery.id, attempt);
  const recorded = row.status;
  const last = { status: result.status, error: result.error };
  if (recorded === 'delivered' || recorded === 'failed') return { outcome: recorded, ...last };
  if (recorded !== 'pending') return { outcome: 'stopped', ...last };
  return { outcome: 'retry', delayMs: Math.max(0, Number(dueAt) - Date.now()), ...last };
}
