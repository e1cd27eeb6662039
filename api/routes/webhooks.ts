import { Type } from 'typebox';
import { deletedOf, listOf, PageOnly, PrefixedId } from '../../domain/contract/common.js';
import {
  CreateWebhookSchema,
  UpdateWebhookSchema,
  WebhookSchema,
  WebhookSecretSchema,
} from '../../domain/contract/webhook.js';
import { contract } from '../contract.js';

/** What every row here has in common. */
const webhooks = { tag: 'Webhooks', scope: 'webhooks', status: 200 } as const;

export const WebhookId = Type.Object({ id: PrefixedId('whk', 'Id of the webhook') });

export const createWebhook = contract({
  ...webhooks,
  id: 'createWebhook',
  method: 'POST',
  path: '/v1/webhooks',
  summary: 'Register a webhook endpoint',
  description:
    'The signing secret is in this answer only. See docs/webhooks.md for verification, retries and events.',
  idempotency: 'required',
  status: 201,
  body: CreateWebhookSchema,
  response: WebhookSecretSchema,
  errors: ['LIMIT_REACHED'],
  example: { url: 'https://example.com/hooks', events: ['generation.completed'] },
});

export const listWebhooks = contract({
  ...webhooks,
  id: 'listWebhooks',
  method: 'GET',
  path: '/v1/webhooks',
  summary: 'List webhook endpoints, newest first',
  idempotency: 'none',
  query: PageOnly('Without it: every webhook, 500 at most.'),
  response: listOf('WebhookList', WebhookSchema, 'Newest first'),
  errors: [],
  tool: {
    name: 'list_webhooks',
    title: 'List webhooks',
    description:
      'The webhook endpoints of the account. Free. `list_webhook_deliveries` shows what was sent to one.',
  },
});

export const getWebhook = contract({
  ...webhooks,
  id: 'getWebhook',
  method: 'GET',
  path: '/v1/webhooks/{id}',
  summary: 'Get a webhook endpoint, without its secret',
  idempotency: 'none',
  params: WebhookId,
  response: WebhookSchema,
  errors: ['NOT_FOUND'],
});

export const updateWebhook = contract({
  ...webhooks,
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/v1/webhooks/{id}',
  summary: 'Change, disable or enable a webhook endpoint',
  description:
    'While it is disabled its events are only noted, as `skipped`; after enabling it, recover sends them.',
  idempotency: 'required',
  params: WebhookId,
  body: UpdateWebhookSchema,
  response: WebhookSchema,
  errors: ['NOT_FOUND'],
  example: { enabled: false },
});

export const deleteWebhook = contract({
  ...webhooks,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/v1/webhooks/{id}',
  summary: 'Delete a webhook endpoint',
  description: 'Stops its deliveries; pending retries are dropped.',
  idempotency: 'required',
  params: WebhookId,
  response: deletedOf('DeletedWebhook', 'webhook', 'whk'),
  errors: ['NOT_FOUND'],
});

export const rotateWebhookSecret = contract({
  ...webhooks,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/v1/webhooks/{id}/rotate_secret',
  summary: 'Give a webhook endpoint a new signing secret',
  description: 'For 24 hours both secrets sign. The new one is in this answer only.',
  idempotency: 'required',
  params: WebhookId,
  response: WebhookSecretSchema,
  errors: ['NOT_FOUND'],
});
