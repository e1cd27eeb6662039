import type { EntityManager } from 'typeorm';
import { DeliveryAttempt } from '../../entities/delivery-attempt.js';
import { Event } from '../../entities/event.js';
import { WebhookDelivery } from '../../entities/webhook-delivery.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { LOG_LENGTH } from '../catalogue/delivery.js';
import { Refusal } from '../contract/error.js';
import { presentDeliveryDetail, type DeliveryDetailBody } from '../contract/delivery.js';

/** More than any plan has. */
const ENDPOINTS_MAX = 500;

/** @throws {Refusal} NOT_FOUND for an unknown or foreign id */
export async function findWebhook(
  db: EntityManager,
  accountId: string,
  id: string,
): Promise<WebhookEndpoint> {
  const row = await db.findOneBy(WebhookEndpoint, { id, accountId });
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** The endpoints of an account, newest first. */
export function listWebhooks(db: EntityManager, accountId: string): Promise<WebhookEndpoint[]> {
  return db.find(WebhookEndpoint, {
    where: { accountId },
    order: { createdAt: 'DESC', id: 'DESC' },
    take: ENDPOINTS_MAX,
  });
}

/** The last 50 deliveries to an endpoint, newest first (spec, Delivery rules). */
export async function listDeliveries(
  db: EntityManager,
  accountId: string,
  endpointId: string,
): Promise<WebhookDelivery[]> {
  await findWebhook(db, accountId, endpointId);
  return db.find(WebhookDelivery, {
    where: { endpointId },
    order: { createdAt: 'DESC', id: 'DESC' },
    take: LOG_LENGTH,
  });
}

/** @throws {Refusal} NOT_FOUND unless both ids are the account's and belong together */
export async function findDelivery(
  db: EntityManager,
  accountId: string,
  endpointId: string,
  id: string,
): Promise<WebhookDelivery> {
  await findWebhook(db, accountId, endpointId);
  const row = await db.findOneBy(WebhookDelivery, { id, accountId, endpointId });
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** One delivery with what was sent and every attempt. */
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
