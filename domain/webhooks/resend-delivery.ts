import { createId } from '../contract/ids.js';
import type { EntityManager } from 'typeorm';
import { WebhookDelivery } from '../../entities/webhook-delivery.js';
import { WorkflowStart } from '../../entities/workflow-start.js';
import { presentDelivery, type DeliveryBody } from '../contract/delivery.js';
import { Refusal } from '../contract/refusal.js';
import type { DeliveryRuns } from './close-deliveries.js';
import { insertDeliveries, type DeliveredEvent, type NewDelivery } from './create-deliveries.js';
import { findDelivery, isTargetEnabled } from './find-webhook.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';

export interface ResendDeps extends StartDeps {
  readonly deliveryRuns: Pick<DeliveryRuns, 'retryNow'>;
}

const isOpen = ({ status }: WebhookDelivery) => status === 'pending' || status === 'delivering';
const TEST_EVENT = 'evt_test_';

export function refuseDisabled(enabled: boolean): void {
  if (enabled) return;
  throw new Refusal('CONFLICT', {
    message: 'The webhook is disabled. Enable it with PATCH {"enabled": true} first.',
    headers: { 'x-should-retry': 'false' },
  });
}

/**
 * Sends a delivery again. A waiting delivery is attempted immediately; an ended delivery is
 * followed by a new delivery of the same event.
 * @returns the delivery that is now in progress
 * @throws {Refusal} NOT_FOUND; CONFLICT while the endpoint is disabled; UNAVAILABLE if Temporal
 * does not respond
 */
export async function resendDelivery(
  deps: ResendDeps,
  named: { readonly endpointId: string; readonly id: string },
  claim: RequestClaim,
): Promise<DeliveryBody> {
  const { accountId } = claim;
  refuseDisabled(await isTargetEnabled(deps.db.manager, accountId, named.endpointId));
  const row = await findDelivery(deps.db.manager, accountId, named.endpointId, named.id);
  const open = await endWait(deps, row);
  return answerOnce(deps, claim, async (tx, once) => {
    if (open) return once.answer(presentDelivery(open));
    const delivery = toCopy(row);
    once.starts.push(...(await insertDeliveries(tx, [delivery])));
    const written = await tx.findOneByOrFail(WebhookDelivery, { id: delivery.id });
    return once.answer(presentDelivery(written));
  });
}

/**
 * Ends an open delivery's wait. Does nothing if the relay has yet to start its run, which then
 * sends the delivery.
 * @returns null if the delivery has ended, so that a new one is needed
 */
export async function endWait(
  deps: Pick<ResendDeps, 'db' | 'deliveryRuns'>,
  row: WebhookDelivery,
): Promise<WebhookDelivery | null> {
  if (!isOpen(row)) return null;
  const outcome = await deps.deliveryRuns.retryNow(row.id);
  if (outcome === 'sent') return row;
  if (outcome === 'closed') return (await failUnlessStarting(deps.db.manager, row.id)) ? row : null;
  throw new Refusal('UNAVAILABLE', {
    message:
      'The delivery could not be sent immediately. It will be sent at its scheduled time: check it later.',
    headers: { 'Retry-After': '2' },
  });
}

/**
 * Checks whether the relay will still start an open delivery that has no run. Without an outbox row
 * it will not, because someone has ended the run; then the delivery is marked as failed.
 */
async function failUnlessStarting(db: EntityManager, id: string): Promise<boolean> {
  if (await db.existsBy(WorkflowStart, { workflowId: id })) return true;
  await db.query(
    `UPDATE webhook_delivery SET status = 'failed', next_attempt_at = NULL
     WHERE id = $1 AND status IN ('pending', 'delivering')`,
    [id],
  );
  return false;
}

/** Builds a new delivery of the same event to the same endpoint. */
export function toCopy(row: WebhookDelivery): NewDelivery {
  const event = toDeliveredEvent({ id: row.eventId, account_id: row.accountId, type: row.type });
  const { id: resendOf, endpointId, callbackRef } = row;
  const test = row.eventId.startsWith(TEST_EVENT);
  return { id: createId('dlv'), endpointId, event, open: true, resendOf, test, callbackRef };
}

export type EventRow = Pick<DeliveredEvent, 'id' | 'type'> & { account_id: string };

/**
 * Converts an event row. The id of an event about a generation or speech contains its id:
 * `evt_gen_<generation id>_<state>` or `evt_spc_<speech id>_<state>`.
 */
export function toDeliveredEvent({ id, account_id: accountId, type }: EventRow): DeliveredEvent {
  const generationId = /^evt_(?:gen|spc)_((?:gen|spc)_[0-9a-f]{32})_/.exec(id)?.[1];
  return { id, accountId, type, ...(generationId && { generationId }) };
}
