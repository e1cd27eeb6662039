import { Type } from 'typebox';
import { listOf, PageOnly, PrefixedId } from '../../domain/contract/common.js';
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
import { contract } from '../contract.js';

const deliveries = { tag: 'Webhooks', scope: 'webhooks', status: 200 } as const;

const DeliveryId = Type.Object({
  ...WebhookId.properties,
  delivery_id: PrefixedId('dlv', 'Id of the delivery'),
});

export const testWebhook = contract({
  ...deliveries,
  id: 'testWebhook',
  method: 'POST',
  path: '/v1/webhooks/{id}/test',
  summary: 'Deliver a test event, and wait for the outcome',
  description:
    'One attempt of the first subscribed event type, with `data.test` true. The answer comes once the outcome is known, after 15 seconds at most: `sent` says whether the endpoint answered 2xx, `delivery` what came back. When no worker took the event in that time the answer is 503; repeated with the same Idempotency-Key, the request tells how it ended.',
  idempotency: 'required',
  params: WebhookId,
  response: WebhookTestSchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const listWebhookDeliveries = contract({
  ...deliveries,
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/v1/webhooks/{id}/deliveries',
  summary: 'List the deliveries of 30 days, newest first',
  idempotency: 'none',
  params: WebhookId,
  query: PageOnly('Without it: the last 50.'),
  response: listOf('WebhookDeliveryList', DeliverySchema, 'Newest first'),
  errors: ['NOT_FOUND'],
  tool: {
    name: 'list_webhook_deliveries',
    title: 'List deliveries of a webhook',
    description:
      'What was sent to a webhook endpoint in 30 days, newest first, with attempts, the last status and the last error. Free. It answers why a receiver has heard nothing.',
    names: { id: 'webhook_id' },
  },
});

export const getWebhookDelivery = contract({
  ...deliveries,
  id: 'getWebhookDelivery',
  method: 'GET',
  path: '/v1/webhooks/{id}/deliveries/{delivery_id}',
  summary: 'One delivery with its request and every attempt',
  idempotency: 'none',
  params: DeliveryId,
  response: DeliveryDetailSchema,
  errors: ['NOT_FOUND'],
});

export const resendWebhookDelivery = contract({
  ...deliveries,
  id: 'resendWebhookDelivery',
  method: 'POST',
  path: '/v1/webhooks/{id}/deliveries/{delivery_id}/resend',
  summary: 'Send a delivery again',
  description:
    'One that waits for a retry is tried at once. One that has ended is followed by a new delivery of the same event.',
  idempotency: 'required',
  status: 202,
  params: DeliveryId,
  response: DeliverySchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const recoverWebhook = contract({
  ...deliveries,
  id: 'recoverWebhook',
  method: 'POST',
  path: '/v1/webhooks/{id}/recover',
  summary: 'Send what the endpoint has missed since a moment',
  description:
    'Every subscribed event since then that was not delivered and is not under way: failed and skipped ones, and those from before it was registered. At most 1,000 a request; `more` says that some are left.',
  idempotency: 'required',
  status: 202,
  params: WebhookId,
  body: RecoverWebhookSchema,
  response: WebhookRecoverySchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
  example: { since: 1_763_700_000_000 },
});
