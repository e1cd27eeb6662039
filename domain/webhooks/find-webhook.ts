import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { DeliveryAttempt } from '../../entities/delivery-attempt.js';
import { Event } from '../../entities/event.js';
import { WebhookCallback } from '../../entities/webhook-callback.js';
import { WebhookDelivery } from '../../entities/webhook-delivery.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { LOG_LENGTH } from '../catalogue/delivery-states.js';
import { refuseUnknown } from '../contract/refusal.js';
import { presentDeliveryDetail, type DeliveryDetailBody } from '../contract/delivery.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';

/** Default list length, used without `limit`: more than any plan allows. */
const ENDPOINTS_MAX = 500;

/**
 * Finds an account's endpoint.
 * @throws {Refusal} NOT_FOUND for an unknown id or another account's id
 */
export async function findWebhook(
  db: EntityManager,
  accountId: string,
  id: string,
): Promise<WebhookEndpoint> {
  const row = await db.findOneBy(WebhookEndpoint, { id, accountId });
  if (!row) throw refuseUnknown('webhook', id);
  return row;
}

/**
 * Checks whether deliveries are sent to an account's endpoint or callback.
 * @throws {Refusal} NOT_FOUND for an unknown id or another account's id
 */
export async function isTargetEnabled(
  db: EntityManager,
  accountId: string,
  id: string,
): Promise<boolean> {
  if (await db.existsBy(WebhookCallback, { id, accountId })) return true;
  return (await findWebhook(db, accountId, id)).enabled;
}

/**
 * Lists an account's endpoints, newest first.
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export function findWebhooks(
  db: EntityManager,
  accountId: string,
  page: PageRequest,
): Promise<Page<WebhookEndpoint>> {
  const query = db.createQueryBuilder(WebhookEndpoint, 'w').where({ accountId });
  return readPage(query, page, ENDPOINTS_MAX);
}

/**
 * Lists an endpoint's deliveries, newest first; the last 50 if no `limit` is given.
 * @throws {Refusal} NOT_FOUND for an unknown endpoint, VALIDATION_ERROR for an invalid cursor
 */
export async function findDeliveries(
  db: EntityManager,
  accountId: string,
  endpointId: string,
  page: PageRequest,
): Promise<Page<WebhookDelivery>> {
  const query = buildDeliveryQuery(db, accountId, endpointId);
  const found = await readPage(query, page, LOG_LENGTH);
  // Rows prove that the endpoint exists; their absence proves nothing.
  if (found.rows.length === 0) await isTargetEnabled(db, accountId, endpointId);
  return found;
}

/**
 * Builds the query for an endpoint's deliveries. They are kept for a while after their endpoint is
 * deleted, but no longer shown.
 */
function buildDeliveryQuery(
  db: EntityManager,
  accountId: string,
  endpointId: string,
): SelectQueryBuilder<WebhookDelivery> {
  return db
    .createQueryBuilder(WebhookDelivery, 'd')
    .where({ endpointId })
    .andWhere(
      `(EXISTS (SELECT 1 FROM webhook_endpoint w WHERE w.id = d.endpointId AND w.account_id = :accountId)
        OR EXISTS (SELECT 1 FROM webhook_callback c WHERE c.id = d.endpointId AND c.account_id = :accountId))`,
      { accountId },
    );
}

/**
 * Finds a delivery of an account's endpoint.
 * @throws {Refusal} NOT_FOUND unless both ids are the account's and belong together
 */
export async function findDelivery(
  db: EntityManager,
  accountId: string,
  endpointId: string,
  id: string,
): Promise<WebhookDelivery> {
  const row = await buildDeliveryQuery(db, accountId, endpointId)
    .andWhere({ id, accountId })
    .getOne();
  if (row) return row;
  await isTargetEnabled(db, accountId, endpointId);
  throw refuseUnknown('delivery', id);
}

/** Describes one delivery with the sent body and every attempt. */
export async function describeDelivery(
  db: EntityManager,
  row: WebhookDelivery,
): Promise<DeliveryDetailBody> {
  const event = await db.findOneByOrFail(Event, { id: row.eventId });
  const attempts = await db.find(DeliveryAttempt, {
    where: { deliveryId: row.id },
    order: { n: 'ASC' },
    take: row.attemptsMax,
  });
  return presentDeliveryDetail(row, event.body, attempts);
}
