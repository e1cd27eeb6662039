import type { DataSource, EntityManager } from 'typeorm';
import { WebhookDelivery } from '../../entities/webhook-delivery.js';
import type { Vault } from '../ports/vault.js';
import type { AttemptOutcome } from '../catalogue/runs.js';
import { retryDelayMs, type DeliveryError, type DeliveryStatus } from '../catalogue/delivery.js';
import { closeDeliveries } from './close-deliveries.js';
import { oneOf } from '../../entities/rows.js';

/** A delivery whose turn has come: what to send, and where to. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly attempt: number;
  readonly attemptsMax: number;
  readonly url: string;
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
  /** The current one first. */
  readonly secrets: readonly string[];
  readonly createdAt: Date;
  /** When it was to be sent. */
  readonly dueAt: Date;
}

/** What came of an attempt: of a request that was sent. `error` is null when it was delivered. */
export interface AttemptResult {
  /** When it was sent. */
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: DeliveryError | null;
  readonly excerpt: string;
  /** What the answer asked for, from `startedAt`; null for nothing. */
  readonly retryAfterMs: number | null;
}

interface ClaimRow {
  url: string;
  secret: string;
  previous_secret: string | null;
  event_id: string;
  type: string;
  body: string;
  attempts_max: number;
  created_at: Date;
  due_at: Date;
}

/** The row decides: closed with its endpoint, or recorded by an earlier try of this attempt, it is not sent. */
const CLAIM = `
UPDATE webhook_delivery d SET status = 'delivering'
FROM webhook_endpoint e, event v
WHERE d.id = $1 AND d.status IN ('pending', 'delivering') AND d.attempts = $2 - 1
  AND e.id = d.endpoint_id AND e.enabled AND v.id = d.event_id
RETURNING e.url, e.secret, CASE WHEN e.previous_until > now() THEN e.previous_secret END
  AS previous_secret, d.event_id, d.type, v.body, d.attempts_max, d.created_at,
  coalesce(d.next_attempt_at, d.created_at) AS due_at`;

/**
 * Claims an attempt. Safe to repeat: an attempt that was not recorded is claimed again.
 * @returns what to send; or, when there is nothing to send, how the delivery stands
 */
export async function claimAttempt(
  { db, vault }: { readonly db: DataSource; readonly vault: Vault },
  { id, endpointId, attempt }: Pick<ClaimedDelivery, 'id' | 'endpointId' | 'attempt'>,
): Promise<{ claimed: ClaimedDelivery } | { stands: AttemptOutcome }> {
  const row = await oneOf<ClaimRow>(db, CLAIM, [id, attempt]);
  if (!row) return { stands: await standing(db.manager, id, attempt) };
  const secrets = [row.secret, row.previous_secret]
    .filter((sealed) => sealed !== null)
    .map((sealed) => vault.open(sealed, endpointId));
  const { url, type, body } = row;
  return {
    claimed: {
      ...{ id, endpointId, attempt, attemptsMax: row.attempts_max, url, eventId: row.event_id },
      ...{ type, body, secrets, createdAt: row.created_at, dueAt: row.due_at },
    },
  };
}

/** How a delivery stands that this attempt need not send; an endpoint that is gone or disabled closes it. */
async function standing(tx: EntityManager, id: string, attempt: number): Promise<AttemptOutcome> {
  const row = await tx.findOneBy(WebhookDelivery, { id });
  if (row?.status === 'delivered' || row?.status === 'failed') return { outcome: row.status };
  if (row?.nextAttemptAt && row.attempts >= attempt) {
    return { outcome: 'retry', delayMs: Math.max(0, row.nextAttemptAt.getTime() - Date.now()) };
  }
  await tx.query(
    `UPDATE webhook_delivery d SET next_attempt_at = NULL, status = CASE
       WHEN EXISTS (SELECT 1 FROM webhook_endpoint e WHERE e.id = d.endpoint_id)
       THEN 'skipped' ELSE 'cancelled' END
     WHERE d.id = $1 AND d.status IN ('pending', 'delivering')
       AND NOT EXISTS (SELECT 1 FROM webhook_endpoint e WHERE e.id = d.endpoint_id AND e.enabled)`,
    [id],
  );
  return { outcome: 'stopped' };
}

/**
 * One statement: the guarded UPDATE decides whether there is an attempt to write. A delivery that was
 * closed while its request was on the way stays closed, unless the request delivered it; the attempt
 * was made and is written all the same.
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
 */
export async function recordAttempt(
  db: DataSource,
  delivery: ClaimedDelivery,
  result: AttemptResult,
): Promise<AttemptOutcome> {
  const { attempt, attemptsMax } = delivery;
  const wait =
    result.error === null || result.status === GONE || attempt >= attemptsMax
      ? null
      : retryDelayMs(attempt, result.status, result.retryAfterMs);
  const status = result.error === null ? 'delivered' : wait === null ? 'failed' : 'pending';
  const dueAt = wait === null ? null : new Date(result.startedAt.getTime() + wait);
  const write = async (tx: EntityManager): Promise<DeliveryStatus | null> => {
    const row = await oneOf<{ status: DeliveryStatus }>(tx, RECORD, [
      ...[delivery.id, attempt, status, result.status, result.error, dueAt],
      ...[delivery.url, result.startedAt, Math.round(result.durationMs), result.excerpt],
    ]);
    return row?.status ?? null;
  };
  const recorded =
    result.status === GONE
      ? await db.transaction((tx) => disabling(tx, delivery.endpointId, () => write(tx)))
      : await write(db.manager);
  if (recorded === null) return standing(db.manager, delivery.id, attempt);
  if (recorded === 'delivered' || recorded === 'failed') return { outcome: recorded };
  if (recorded !== 'pending') return { outcome: 'stopped' };
  return { outcome: 'retry', delayMs: Math.max(0, Number(dueAt) - Date.now()) };
}

/** Locks the endpoint first, as its deletion does. */
async function disabling(
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
