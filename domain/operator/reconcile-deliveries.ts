import type { EntityManager } from 'typeorm';
import { WebhookDelivery } from '../../entities/webhook-delivery.js';
import { queryOne } from '../../entities/rows.js';
import type { DeliveryStatus } from '../catalogue/delivery-states.js';
import { buildDeliveryWorkflow, insertDeliveries } from '../webhooks/create-deliveries.js';
import { OPEN_DELIVERY } from '../webhooks/close-deliveries.js';
import { toCopy } from '../webhooks/resend-delivery.js';
import type { RowKind } from './reconcile-kind.js';
import { startAgain } from './start-again.js';

/**
 * Deliveries with a long overdue attempt. A missing run is started again under the same id, and
 * continues with the next attempt. A closed run cannot be started again under its id; then the
 * delivery is failed and a new one is created, like a resend, so that no event is lost.
 */
export const deliveryRows: RowKind = {
  table: 'webhook_delivery',
  since: 'coalesce(next_attempt_at, created_at)',
  open: OPEN_DELIVERY,

  settle: ({ db }, id, run) =>
    db.transaction((tx) => (run === 'missing' ? restart(tx, id) : replace(tx, id))),
};

const restart = (tx: EntityManager, id: string): Promise<boolean> =>
  startAgain(tx, deliveryRows, id, async () => {
    const row = await tx.findOneByOrFail(WebhookDelivery, { id });
    return buildDeliveryWorkflow({ ...toCopy(row), id });
  });

/**
 * Closes a delivery whose run is closed. Sends the same event once more but not a third time, so
 * that runs that never finish cannot loop forever. A test event is not sent again, because nobody
 * waits for it any more.
 */
async function replace(tx: EntityManager, id: string): Promise<boolean> {
  const closed = await queryOne<{ status: DeliveryStatus }>(
    tx,
    `UPDATE webhook_delivery d SET next_attempt_at = NULL, status = coalesce(
       (SELECT CASE WHEN e.enabled THEN 'failed' ELSE 'skipped' END
        FROM webhook_endpoint e WHERE e.id = d.endpoint_id),
       (SELECT 'failed' FROM webhook_callback c WHERE c.id = d.endpoint_id), 'cancelled')
     WHERE id = $1 AND ${OPEN_DELIVERY} RETURNING status`,
    [id],
  );
  if (closed?.status === 'failed') {
    const row = await tx.findOneByOrFail(WebhookDelivery, { id });
    const copy = toCopy(row);
    if (row.resendOf === null && !copy.test) await insertDeliveries(tx, [copy]);
  }
  return closed !== null;
}
