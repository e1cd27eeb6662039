import type { DataSource, EntityManager } from 'typeorm';
import { oneOf } from '../../entities/rows.js';
import type { DeliveryError, DeliveryStatus } from '../catalogue/delivery-states.js';
import type { AttemptOutcome } from '../catalogue/runs.js';
import { retryDelayMs } from '../catalogue/webhook-retries.js';
import { readStanding, type ClaimedDelivery } from './claim-attempt.js';
import { closeDeliveries } from './close-deliveries.js';

/** The result of an attempt. `error` is null when it was delivered. */
export interface AttemptResult {
  /** When it was sent. */
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: DeliveryError | null;
  readonly excerpt: string;
  /** The wait that the answer asked for, from `startedAt`; null for none. */
  readonly retryAfterMs: number | null;
}

/**
 * The guarded UPDATE decides whether this attempt is still to be recorded. A delivery that was
 * closed while its request was on the way stays closed, unless the request delivered it. The
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

const GONE = 410;

/**
 * Records an attempt and decides what follows, so that the row and the timer agree.
 * An answer of 410 disables the endpoint: its other open deliveries are skipped.
 * @param delayMs the wait after this attempt if it fails, as the workflow planned it
 */
export async function decideNextAttempt(
  db: DataSource,
  delivery: ClaimedDelivery,
  result: AttemptResult,
  delayMs: number | null,
): Promise<AttemptOutcome> {
  const { attempt, attemptsMax } = delivery;
  const wait =
    result.error === null || result.status === GONE || attempt >= attemptsMax
      ? null
      : retryDelayMs(delayMs, result.status, result.retryAfterMs);
  const status = result.error === null ? 'delivered' : wait === null ? 'failed' : 'pending';
  const dueAt = wait === null ? null : new Date(result.startedAt.getTime() + wait);
  const write = async (tx: EntityManager): Promise<DeliveryStatus | null> => {
    const row = await oneOf<{ status: DeliveryStatus }>(tx, RECORD, [
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
    return row?.status ?? null;
  };
  const recorded =
    result.status === GONE
      ? await db.transaction((tx) => disable(tx, delivery.endpointId, () => write(tx)))
      : await write(db.manager);
  if (recorded === null) return readStanding(db.manager, delivery.id, attempt);
  const last = { status: result.status, error: result.error };
  if (recorded === 'delivered' || recorded === 'failed') return { outcome: recorded, ...last };
  if (recorded !== 'pending') return { outcome: 'stopped', ...last };
  return { outcome: 'retry', delayMs: Math.max(0, Number(dueAt) - Date.now()), ...last };
}

/** Locks the endpoint first, as its deletion does. */
async function disable(
  tx: EntityManager,
  endpointId: string,
  write: () => Promise<DeliveryStatus | null>,
): Promise<DeliveryStatus | null> {
  await tx.query(
    `UPDATE webhook_endpoint SET enabled = false, disabled_reason = 'gone' WHERE id = $1`,
    [endpointId],
  );
  const recorded = await write();
  await closeDeliveries(tx, endpointId, 'skipped');
  return recorded;
}
