import { Type } from 'typebox';
import { deletedOf, listOf, PageOnly, PrefixedId } from '../../domain/contract/common.js';
import { CreateKeySchema, KeySchema, KeySecretSchema } from '../../domain/contract/key.js';
import { dashboard } from './session.js';
import { contract } from '../contract.js';

const keys = { ...dashboard, right: 'keys' } as const;

export const listKeys = contract({
  ...keys,
  id: 'listKeys',
  method: 'GET',
  path: '/app/api/keys',
  summary: 'List the active API keys, newest first',
  idempotency: 'none',
  query: PageOnly('Without it: every key, 200 at most.'),
  response: listOf('KeyList', KeySchema, 'Newest first'),
  errors: [],
});

export const createKey = contract({
  ...keys,
  id: 'createKey',
  method: 'POST',
  path: '/app/api/keys',
  summary: 'Make an API key',
  description: 'The key itself is in this answer only.',
  idempotency: 'required',
  status: 201,
  body: CreateKeySchema,
  response: KeySecretSchema,
  errors: ['LIMIT_REACHED'],
  example: { name: 'Web shop', scopes: ['read', 'generate'], monthly_credit_cap: 500 },
});

export const deleteKey = contract({
  ...keys,
  id: 'deleteKey',
  method: 'DELETE',
  path: '/app/api/keys/{id}',
  summary: 'End an API key at once and for good',
  idempotency: 'required',
  params: Type.Object({ id: PrefixedId('key', 'Id of the key') }),
  response: deletedOf('DeletedKey', 'api_key', 'key'),
  errors: ['NOT_FOUND'],
});
