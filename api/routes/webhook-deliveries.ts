import { Type } from 'typebox';
import { buildListSchema, PageOnly, PrefixedId } from '../../domain/contract/common.js';
import {
  DeliveryDetailSchema,
  DeliverySchema,
  WebhookTestSchema,
} from '../../domain/contract/delivery.js';
import {
  RecoverWebhookSchema,
  WebhookRecoverySchema,
} from '../../domain/contract/webhook-recovery.js';
import { WebhookId } from './webhooks.js';
import { defineContract } from '../contract.js';

const deliveries = { tag: 'Webhooks', scope: 'webhooks', status: 200 } as const;

const DeliveryId = Type.Object({
  ...WebhookId.properties,
  delivery_id: PrefixedId('dlv', 'Delivery ID'),
});

export const testWebhook = defineContract({
  ...deliveries,
  id: 'testWebhook',
  method: 'POST',
  path: '/v1/webhooks/{id}/test',
  summary: 'Send a test event and wait for the result',
  description:
    'Makes one attempt with the first subscribed event type and `data.test` set to true, and waits up to 15 seconds for the result. `sent` is true if the endpoint returned 2xx; `delivery` contains its response. Returns 503 if no worker picked up the event in time. To get the result, repeat the request with the same Idempotency-Key.',
  idempotency: 'required',
  params: WebhookId,
  response: WebhookTestSchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const listWebhookDeliveries = defineContract({
  ...deliveries,
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/v1/webhooks/{id}/deliveries',
  summary: 'List deliveries from the last 30 days, newest first',
  idempotency: 'none',
  params: WebhookId,
  query: PageOnly('Default: the last 50.'),
  response: buildListSchema('WebhookDeliveryList', DeliverySchema, 'Newest first'),
  errors: ['NOT_FOUND'],
  tool: {
    name: 'list_webhook_deliveries',
    title: 'List webhook deliveries',
    description:
      'Lists what was sent to a webhook endpoint in the last 30 days, newest first, with the number of attempts, the last status and the last error. Free. Use it to find out why a receiver gets no events.',
    names: { id: 'webhook_id' },
  },
});

export const getWebhookDelivery = defineContract({
  ...deliveries,
  id: 'getWebhookDelivery',
  method: 'GET',
  path: '/v1/webhooks/{id}/deliveries/{delivery_id}',
  summary: 'Get a delivery, with its request and attempts',
  idempotency: 'none',
  params: DeliveryId,
  response: DeliveryDetailSchema,
  errors: ['NOT_FOUND'],
});

export const resendWebhookDelivery = defineContract({
  ...deliveries,
  id: 'resendWebhookDelivery',
  method: 'POST',
  path: '/v1/webhooks/{id}/deliveries/{delivery_id}/resend',
  summary: 'Resend a delivery',
  description:
    'Retries a pending delivery immediately. If the delivery has already ended, creates a new delivery of the same event.',
  idempotency: 'required',
  status: 202,
  params: DeliveryId,
  response: DeliverySchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const recoverWebhook = defineContract({
  ...deliveries,
  id: 'recoverWebhook',
  method: 'POST',
  path: '/v1/webhooks/{id}/recover',
  summary: 'Send missed events to a webhook endpoint',
  description:
    'Sends all subscribed events from `since` onwards that were not delivered and are not in progress: failed and skipped events, and events from before the endpoint was registered. Sends at most 1,000 events per request. If `more` is true, repeat the request with a new Idempotency-Key.',
  idempotency: 'required',
  status: 202,
  params: WebhookId,
  body: RecoverWebhookSchema,
  response: WebhookRecoverySchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
  example: { since: 1_763_700_000_000 },
});
