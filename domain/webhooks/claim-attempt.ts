import type { DataSource, EntityManager } from 'typeorm';
import { WebhookDelivery } from '../../entities/webhook-delivery.js';
import type { Vault } from '../ports/vault.js';
import type { AttemptOutcome } from '../catalogue/runs.js';
import { queryOne } from '../../entities/rows.js';

/** A claimed delivery: its content and destination. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly attempt: number;
  readonly attemptsMax: number;
  readonly url: string;
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
  /** Secrets, the current one first. */
  readonly secrets: readonly string[];
  readonly createdAt: Date;
  /** When the attempt was due. */
  readonly dueAt: Date;
}

interface ClaimRow {
  url: string;
  secret: string;
  previous_secret: string | null;
  /** The owner of the secrets: an endpoint, or the account of a callback. */
  owner: string;
  event_id: string;
  type: string;
  body: string;
  attempts_max: number;
  created_at: Date;
  due_at: Date;
}

/**
 * The row decides: nothing is sent if the delivery was closed with its endpoint, or if this attempt
 * is already recorded.
 */
const CLAIM = `
UPDATE webhook_delivery d SET status = 'delivering'
FROM webhook_delivery o JOIN event v ON v.id = o.event_id
  LEFT JOIN webhook_endpoint e ON e.id = o.endpoint_id
  LEFT JOIN webhook_callback c ON c.id = o.endpoint_id
  LEFT JOIN callback_secret s ON s.account_id = c.account_id
WHERE o.id = $1 AND d.id = o.id AND d.status IN ('pending', 'delivering')
  AND d.attempts = $2 - 1 AND (e.enabled OR s.secret IS NOT NULL)
RETURNING coalesce(e.url, c.url) AS url, coalesce(e.secret, s.secret) AS secret,
  CASE WHEN coalesce(e.previous_until, s.previous_until) > now()
    THEN coalesce(e.previous_secret, s.previous_secret) END AS previous_secret,
  coalesce(e.id, s.account_id) AS owner, d.event_id, d.type, v.body, d.attempts_max, d.created_at,
  coalesce(d.next_attempt_at, d.created_at) AS due_at`;

/**
 * Claims an attempt. Safe to repeat: an unrecorded attempt is claimed again.
 * @returns the delivery to send, or its state if there is nothing to send
 */
export async function claimAttempt(
  { db, vault }: { readonly db: DataSource; readonly vault: Vault },
  { id, endpointId, attempt }: Pick<ClaimedDelivery, 'id' | 'endpointId' | 'attempt'>,
): Promise<{ claimed: ClaimedDelivery } | { stands: AttemptOutcome }> {
  const row = await queryOne<ClaimRow>(db, CLAIM, [id, attempt]);
  if (!row) return { stands: await readStanding(db.manager, id, attempt) };
  const secrets = [row.secret, row.previous_secret]
    .filter((sealed) => sealed !== null)
    .map((sealed) => vault.open(sealed, row.owner));
  const { url, type, body } = row;
  return {
    claimed: {
      id,
      endpointId,
      attempt,
      attemptsMax: row.attempts_max,
      url,
      eventId: row.event_id,
      type,
      body,
      secrets,
      createdAt: row.created_at,
      dueAt: row.due_at,
    },
  };
}

/**
 * Reads the state of a delivery that this attempt need not send. Closes the delivery if its
 * endpoint was deleted or disabled.
 */
export async function readStanding(
  tx: EntityManager,
  id: string,
  attempt: number,
): Promise<AttemptOutcome> {
  const row = await tx.findOneBy(WebhookDelivery, { id });
  const last = { status: row?.lastStatus ?? null, error: row?.lastError ?? null };
  if (row?.status === 'delivered' || row?.status === 'failed') {
    return { outcome: row.status, ...last };
  }
  if (row?.nextAttemptAt && row.attempts >= attempt) {
    const delayMs = Math.max(0, row.nextAttemptAt.getTime() - Date.now());
    return { outcome: 'retry', delayMs, ...last };
  }
  await tx.query(
    `UPDATE webhook_delivery d SET next_attempt_at = NULL, status = CASE
       WHEN EXISTS (SELECT 1 FROM webhook_endpoint e WHERE e.id = d.endpoint_id)
       THEN 'skipped' ELSE 'cancelled' END
     WHERE d.id = $1 AND d.status IN ('pending', 'delivering')
       AND NOT EXISTS (SELECT 1 FROM webhook_endpoint e WHERE e.id = d.endpoint_id AND e.enabled)
       AND NOT EXISTS (SELECT 1 FROM webhook_callback c WHERE c.id = d.endpoint_id)`,
    [id],
  );
  return { outcome: 'stopped', ...last };
}
