import { In, type EntityManager } from 'typeorm';
import { WebhookCallback } from '../../entities/webhook-callback.js';
import { WebhookDelivery } from '../../entities/webhook-delivery.js';
import { LOG_LENGTH } from '../catalogue/delivery-states.js';
import { presentCallbackDelivery, type CallbackDeliveryBody } from '../contract/callback.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';

/**
 * Lists the deliveries to an account's callbacks, newest first; 50 by default.
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export async function findCallbackDeliveries(
  db: EntityManager,
  accountId: string,
  page: PageRequest,
): Promise<Page<CallbackDeliveryBody>> {
  const query = db
    .createQueryBuilder(WebhookDelivery, 'd')
    .where({ accountId })
    .andWhere('d.callbackRef IS NOT NULL')
    .andWhere('EXISTS (SELECT 1 FROM webhook_callback c WHERE c.id = d.endpointId)');
  const { rows, nextCursor } = await readPage(query, page, LOG_LENGTH);
  const ids = rows.map(({ endpointId }) => endpointId);
  const callbacks = await db.findBy(WebhookCallback, { accountId, id: In(ids) });
  const byId = new Map(callbacks.map((one) => [one.id, one]));
  return {
    rows: rows.flatMap((row) => {
      const callback = byId.get(row.endpointId);
      return callback ? [presentCallbackDelivery(row, callback)] : [];
    }),
    nextCursor,
  };
}
