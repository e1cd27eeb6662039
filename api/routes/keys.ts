import { Type } from 'typebox';
import {
  buildDeletedSchema,
  buildListSchema,
  PageOnly,
  PrefixedId,
} from '../../domain/contract/common.js';
import { CreateKeySchema, KeySchema, KeySecretSchema } from '../../domain/contract/key.js';
import { dashboard } from './sessions.js';
import { defineContract } from '../contract.js';

const keys = { ...dashboard, right: 'keys' } as const;

export const listKeys = defineContract({
  ...keys,
  id: 'listKeys',
  method: 'GET',
  path: '/app/api/keys',
  summary: 'List the active API keys, newest first',
  idempotency: 'none',
  query: PageOnly('Default: all keys, at most 200.'),
  response: buildListSchema('KeyList', KeySchema, 'Newest first'),
  errors: [],
});

export const createKey = defineContract({
  ...keys,
  id: 'createKey',
  method: 'POST',
  path: '/app/api/keys',
  summary: 'Create an API key',
  description: 'Only this response contains the full key, so store it now.',
  idempotency: 'required',
  status: 201,
  body: CreateKeySchema,
  response: KeySecretSchema,
  errors: ['LIMIT_REACHED'],
  example: { name: 'Web shop', scopes: ['read', 'generate'], monthly_credit_cap: 500 },
});

export const deleteKey = defineContract({
  ...keys,
  id: 'deleteKey',
  method: 'DELETE',
  path: '/app/api/keys/{id}',
  summary: 'Revoke an API key immediately and permanently',
  idempotency: 'required',
  params: Type.Object({ id: PrefixedId('key', 'Key ID') }),
  response: buildDeletedSchema('DeletedKey', 'api_key', 'key'),
  errors: ['NOT_FOUND'],
});
