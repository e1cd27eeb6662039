import type { WebhookRecoveryBody } from '../contract/webhook-recovery.js';
import type { EntityManager } from 'typeorm';
import { createId } from '../contract/ids.js';
import { insertDeliveries, type NewDelivery } from './create-deliveries.js';
import { findWebhook } from './find-webhook.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import { toDeliveredEvent, refuseDisabled, type EventRow } from './resend-delivery.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { queryRows } from '../../entities/rows.js';

/** Maximum deliveries that one recovery creates. */
const RECOVERY_MAX = 1_000;

/**
 * Subscribed events that the endpoint has not received and that are not in flight, oldest first.
 */
const MISSED = `
SELECT v.id, v.account_id, v.type,
  (SELECT d.id FROM webhook_delivery d WHERE d.endpoint_id = e.id AND d.event_id = v.id
   ORDER BY d.created_at DESC LIMIT 1) AS last_id
FROM webhook_endpoint e JOIN event v ON v.account_id = e.account_id AND v.type = ANY (e.events)
WHERE e.id = $1 AND v.created_at >= $2 AND v.id NOT LIKE 'evt\\_test\\_%'
  AND NOT EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.endpoint_id = e.id
    AND d.event_id = v.id AND d.status IN ('pending', 'delivering', 'delivered'))
ORDER BY v.created_at, v.id LIMIT $3`;

/**
 * Sends every subscribed event since a moment that the endpoint has not received: events whose
 * delivery failed, events skipped while the endpoint was disabled, and events from before it was
 * registered.
 * @param since Unix milliseconds; events are kept for 30 days
 * @throws {Refusal} NOT_FOUND, CONFLICT while the endpoint is disabled
 */
export async function sendMissedEvents(
  deps: StartDeps,
  id: string,
  claim: RequestClaim,
  since: number,
): Promise<WebhookRecoveryBody> {
  return answerOnce(deps, claim, async (tx, once) => {
    const endpoint = await findWebhook(tx, claim.accountId, id);
    refuseDisabled(endpoint.enabled);
    const found = await findMissed(tx, id, since);
    const begun = await insertDeliveries(tx, found.slice(0, RECOVERY_MAX));
    once.starts.push(...begun);
    return once.answer({
      object: 'webhook_recovery',
      webhook_id: id,
      deliveries: begun.length,
      more: found.length > RECOVERY_MAX,
    });
  });
}

async function findMissed(tx: EntityManager, endpointId: string, since: number) {
  // The lock prevents a concurrent recovery, which would send all events twice.
  await tx.query('SELECT 1 FROM webhook_endpoint WHERE id = $1 FOR UPDATE', [endpointId]);
  const rows = await queryRows<EventRow & { last_id: string | null }>(tx, MISSED, [
    endpointId,
    new Date(since),
    RECOVERY_MAX + 1,
  ]);
  return rows.map((row): NewDelivery => ({
    id: createId('dlv'),
    endpointId,
    event: toDeliveredEvent(row),
    open: true,
    resendOf: row.last_id,
  }));
}
