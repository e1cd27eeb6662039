import { Type } from 'typebox';
import {
  CallbackDeliverySchema,
  CallbackSchema,
  CallbackSecretSchema,
  PutCallbackSchema,
} from '../../domain/contract/callback.js';
import { buildListSchema, PageOnly, PrefixedId } from '../../domain/contract/common.js';
import { defineContract } from '../contract.js';

export const putCallback = defineContract({
  id: 'putCallback',
  method: 'PUT',
  path: '/v1/generations/{id}/callback',
  summary: "Set a generation's callback",
  description:
    'Sets or replaces the URL that receives the event of the generation. If the generation has ended, the event is sent now, each time the URL changes. Open deliveries to the previous URL are cancelled. Requires the scope `read` too, because the event contains the generation.',
  tag: 'Generation',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: Type.Object({ id: PrefixedId('gen', 'Generation ID') }),
  body: PutCallbackSchema,
  response: CallbackSchema,
  errors: ['NOT_FOUND'],
  example: { webhook_url: 'https://example.com/done' },
});

const secrets = { tag: 'Webhooks', scope: 'webhooks', status: 200 } as const;

export const listCallbackDeliveries = defineContract({
  ...secrets,
  id: 'listCallbackDeliveries',
  method: 'GET',
  path: '/v1/webhooks/callback-deliveries',
  summary: 'List deliveries to callbacks from the last 30 days, newest first',
  description:
    'Get or resend one with `GET /v1/webhooks/{webhook_id}/deliveries/{id}` and `POST …/resend`.',
  idempotency: 'none',
  query: PageOnly('Default: the last 50.'),
  response: buildListSchema('CallbackDeliveryList', CallbackDeliverySchema, 'Newest first'),
  errors: [],
});

export const getCallbackSecret = defineContract({
  ...secrets,
  id: 'getCallbackSecret',
  method: 'GET',
  path: '/v1/webhooks/callback-secret',
  summary: 'Get the secret that signs callbacks',
  description: 'One secret signs all callbacks (`webhook_url`) of the account.',
  guarded: true,
  idempotency: 'none',
  response: CallbackSecretSchema,
  errors: [],
});

export const rotateCallbackSecret = defineContract({
  ...secrets,
  id: 'rotateCallbackSecret',
  method: 'POST',
  path: '/v1/webhooks/callback-secret/rotate',
  summary: 'Rotate the secret that signs callbacks',
  description: 'Callbacks are signed with both secrets for 24 hours.',
  idempotency: 'required',
  response: CallbackSecretSchema,
  errors: [],
});
