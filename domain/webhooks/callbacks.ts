import type { EntityManager } from 'typeorm';
import { WebhookCallback } from '../../entities/webhook-callback.js';
import type { EventType } from '../catalogue/event-types.js';
import type { Issue } from '../contract/refusal.js';
import { closeDeliveries } from './close-deliveries.js';
import { checkWebhookUrl, type UrlCheckDeps } from './check-webhook-url.js';

/** The checked address of a callback. */
export interface CallbackTarget {
  readonly url: string;
  readonly events: readonly EventType[];
}

interface CallbackFields {
  readonly webhook_url?: string;
  readonly webhook_events?: readonly EventType[];
}

/**
 * Reads a request's callback.
 * @param events the default events
 * @returns null without a callback
 * @throws {Refusal} VALIDATION_ERROR for a URL that deliveries cannot reach
 */
export async function checkCallback(
  deps: UrlCheckDeps,
  { webhook_url: url, webhook_events: wanted }: CallbackFields,
  events: readonly EventType[],
): Promise<CallbackTarget | null> {
  if (url === undefined) return null;
  await checkWebhookUrl(deps, url, 'body.webhook_url');
  return { url, events: wanted ?? events };
}

/** Checks the dependency between a callback's fields, which a schema cannot express. */
export const checkCallbackRules = (body: Readonly<Record<string, unknown>>): Issue[] =>
  (body['webhook_events'] ?? null) !== null && (body['webhook_url'] ?? null) === null
    ? [
        {
          path: 'body.webhook_events',
          message: 'needs `webhook_url`: send it too, or leave both out',
        },
      ]
    : [];

/** Inserts the callback of a request that is accepted in this transaction. */
export async function insertCallback(
  tx: EntityManager,
  named: Pick<WebhookCallback, 'refId' | 'id' | 'accountId'>,
  { url, events }: CallbackTarget,
): Promise<void> {
  await tx.insert(WebhookCallback, { ...named, url, events: [...events] });
}

/**
 * Deletes the callback of a generation or post and closes its open deliveries.
 * @returns the deliveries whose runs may be ended
 */
export async function endCallback(tx: EntityManager, refId: string): Promise<string[]> {
  const callback = await tx.findOneBy(WebhookCallback, { refId });
  if (!callback) return [];
  await tx.delete(WebhookCallback, { refId });
  return closeDeliveries(tx, callback.id, 'cancelled');
}
