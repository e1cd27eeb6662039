import { Type } from 'typebox';
import {
  buildDeletedSchema,
  buildListSchema,
  PageOnly,
  PrefixedId,
} from '../../domain/contract/common.js';
import {
  CreatePasskeySchema,
  PasskeyOptionsSchema,
  PasskeySchema,
  UpdatePasskeySchema,
} from '../../domain/contract/passkey.js';
import { dashboard } from './sessions.js';
import { defineContract } from '../contract.js';

const params = Type.Object({ id: PrefixedId('psk', 'Passkey ID') });

export const listPasskeys = defineContract({
  ...dashboard,
  id: 'listPasskeys',
  method: 'GET',
  path: '/app/api/passkeys',
  summary: 'List your passkeys, newest first',
  idempotency: 'none',
  query: PageOnly('Default: all passkeys, at most 50.'),
  response: buildListSchema('PasskeyList', PasskeySchema, 'Newest first'),
  errors: [],
});

export const createPasskeyOptions = defineContract({
  ...dashboard,
  id: 'createPasskeyOptions',
  method: 'POST',
  path: '/app/api/passkeys/options',
  summary: 'Create the options for a new passkey',
  description:
    'Pass the options to the browser, then send the credential it creates to `POST /app/api/passkeys`.',
  idempotency: 'required',
  response: PasskeyOptionsSchema,
  errors: [],
});

export const createPasskey = defineContract({
  ...dashboard,
  id: 'createPasskey',
  method: 'POST',
  path: '/app/api/passkeys',
  summary: 'Add a passkey for signing in',
  idempotency: 'required',
  status: 201,
  body: CreatePasskeySchema,
  response: PasskeySchema,
  errors: [],
});

export const updatePasskey = defineContract({
  ...dashboard,
  id: 'updatePasskey',
  method: 'PATCH',
  path: '/app/api/passkeys/{id}',
  summary: 'Rename a passkey',
  idempotency: 'required',
  params,
  body: UpdatePasskeySchema,
  response: PasskeySchema,
  errors: ['NOT_FOUND'],
  example: { name: 'Phone' },
});

export const deletePasskey = defineContract({
  ...dashboard,
  id: 'deletePasskey',
  method: 'DELETE',
  path: '/app/api/passkeys/{id}',
  summary: 'Remove a passkey without ending its sessions',
  idempotency: 'required',
  params,
  response: buildDeletedSchema('DeletedPasskey', 'passkey', 'psk'),
  errors: ['NOT_FOUND'],
});
