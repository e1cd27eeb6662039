import type { EntityManager } from 'typeorm';
import { WebhookDelivery } from '../../entities/webhook-delivery.js';
import { WorkflowStart } from '../../entities/workflow-start.js';
import { oneOf } from '../../entities/rows.js';
import type { DeliveryStatus } from '../catalogue/delivery-states.js';
import { enqueueStarts } from '../durable/start-workflow.js';
import { deliveryWorkflow, insertDeliveries } from '../webhooks/create-deliveries.js';
import { toCopy } from '../webhooks/resend-delivery.js';
import type { RowKind } from './reconcile-kind.js';

const OPEN = "status IN ('pending', 'delivering')";

/**
 * Deliveries whose attempt was due long ago. A run that is missing is started again under the same
 * id, and goes on with the next attempt. A run that has ended cannot begin again under its id; so
 * that no event is lost, the delivery is failed and a new one is made, as a resend does.
 */
export const deliveryRows: RowKind = {
  table: 'webhook_delivery',
  since: 'coalesce(next_attempt_at, created_at)',
  open: OPEN,

  settle: ({ db }, id, run) =>
    db.transaction((tx) => (run === 'missing' ? startAgain(tx, id) : replace(tx, id))),
};

/** The lock keeps out another round, which would write the same start. The relay starts it. */
async function startAgain(tx: EntityManager, id: string): Promise<boolean> {
  const lock = `SELECT id FROM webhook_delivery WHERE id = $1 AND ${OPEN} FOR UPDATE`;
  if (!(await oneOf(tx, lock, [id]))) return false;
  if (await tx.existsBy(WorkflowStart, { workflowId: id })) return false;
  const row = await tx.findOneByOrFail(WebhookDelivery, { id });
  await enqueueStarts(tx, [deliveryWorkflow({ ...toCopy(row), id })]);
  return true;
}

/**
 * Closes a delivery whose run is over. The same event is sent once more, but not a third time: a run
 * that never gets to its end must not go round for ever. Nobody waits for a test event any more.
 */
async function replace(tx: EntityManager, id: string): Promise<boolean> {
  const closed = await oneOf<{ status: DeliveryStatus }>(
    tx,
    `UPDATE webhook_delivery d SET next_attempt_at = NULL, status = coalesce(
       (SELECT CASE WHEN e.enabled THEN 'failed' ELSE 'skipped' END
        FROM webhook_endpoint e WHERE e.id = d.endpoint_id), 'cancelled')
     WHERE id = $1 AND ${OPEN} RETURNING status`,
    [id],
  );
  if (closed?.status === 'failed') {
    const row = await tx.findOneByOrFail(WebhookDelivery, { id });
    const copy = toCopy(row);
    if (row.resendOf === null && !copy.test) await insertDeliveries(tx, [copy]);
  }
  return closed !== null;
}
