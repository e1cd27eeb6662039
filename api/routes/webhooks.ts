import { Type } from 'typebox';
import {
  buildDeletedSchema,
  buildListSchema,
  PageOnly,
  PrefixedId,
} from '../../domain/contract/common.js';
import {
  CreateWebhookSchema,
  UpdateWebhookSchema,
  WebhookSchema,
  WebhookSecretSchema,
} from '../../domain/contract/webhook.js';
import { defineContract } from '../contract.js';

/** Fields shared by all routes in this file. */
const webhooks = { tag: 'Webhooks', scope: 'webhooks', status: 200 } as const;

export const WebhookId = Type.Object({ id: PrefixedId('whk', 'Webhook ID') });

export const createWebhook = defineContract({
  ...webhooks,
  id: 'createWebhook',
  method: 'POST',
  path: '/v1/webhooks',
  summary: 'Register a webhook endpoint',
  description:
    'Only this response contains the signing secret. For verification, retries and events, see docs/webhooks.md.',
  idempotency: 'required',
  status: 201,
  body: CreateWebhookSchema,
  response: WebhookSecretSchema,
  errors: ['LIMIT_REACHED'],
  example: { url: 'https://example.com/hooks', events: ['generation.completed'] },
});

export const listWebhooks = defineContract({
  ...webhooks,
  id: 'listWebhooks',
  method: 'GET',
  path: '/v1/webhooks',
  summary: 'List webhook endpoints, newest first',
  idempotency: 'none',
  query: PageOnly('Default: all webhooks, at most 500.'),
  response: buildListSchema('WebhookList', WebhookSchema, 'Newest first'),
  errors: [],
  tool: {
    name: 'list_webhooks',
    title: 'List webhooks',
    description:
      'Lists the webhook endpoints of the account. Free. Use `list_webhook_deliveries` to see what was sent to one.',
  },
});

export const getWebhook = defineContract({
  ...webhooks,
  id: 'getWebhook',
  method: 'GET',
  path: '/v1/webhooks/{id}',
  summary: 'Get a webhook endpoint',
  idempotency: 'none',
  params: WebhookId,
  response: WebhookSchema,
  errors: ['NOT_FOUND'],
});

export const updateWebhook = defineContract({
  ...webhooks,
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/v1/webhooks/{id}',
  summary: 'Update, disable or enable a webhook endpoint',
  description:
    'While the endpoint is disabled, its events are recorded as `skipped` and not sent. After you enable it again, you can send them with `POST /v1/webhooks/{id}/recover`.',
  idempotency: 'required',
  params: WebhookId,
  body: UpdateWebhookSchema,
  response: WebhookSchema,
  errors: ['NOT_FOUND'],
  example: { enabled: false },
});

export const deleteWebhook = defineContract({
  ...webhooks,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/v1/webhooks/{id}',
  summary: 'Delete a webhook endpoint',
  description: 'Stops deliveries to the endpoint and cancels pending retries.',
  idempotency: 'required',
  params: WebhookId,
  response: buildDeletedSchema('DeletedWebhook', 'webhook', 'whk'),
  errors: ['NOT_FOUND'],
});

export const rotateWebhookSecret = defineContract({
  ...webhooks,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/v1/webhooks/{id}/rotate_secret',
  summary: "Rotate a webhook endpoint's signing secret",
  description:
    'Deliveries are signed with both secrets for 24 hours. Only this response contains the new secret.',
  idempotency: 'required',
  params: WebhookId,
  response: WebhookSecretSchema,
  errors: ['NOT_FOUND'],
});
