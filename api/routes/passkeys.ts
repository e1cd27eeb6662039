import { Type } from 'typebox';
import { deletedOf, listOf, PageOnly, PrefixedId } from '../../domain/contract/common.js';
import {
  CreatePasskeySchema,
  PasskeyOptionsSchema,
  PasskeySchema,
  UpdatePasskeySchema,
} from '../../domain/contract/passkey.js';
import { dashboard } from './session.js';
import { contract } from '../contract.js';

const params = Type.Object({ id: PrefixedId('psk', 'Id of the passkey') });

export const listPasskeys = contract({
  ...dashboard,
  id: 'listPasskeys',
  method: 'GET',
  path: '/app/api/passkeys',
  summary: 'List your passkeys, newest first',
  idempotency: 'none',
  query: PageOnly('Without it: every passkey, 50 at most.'),
  response: listOf('PasskeyList', PasskeySchema, 'Newest first'),
  errors: [],
});

export const createPasskeyOptions = contract({
  ...dashboard,
  id: 'createPasskeyOptions',
  method: 'POST',
  path: '/app/api/passkeys/options',
  summary: 'Ask the browser for a passkey',
  description: 'What the browser makes of the answer is sent to `POST /app/api/passkeys`.',
  idempotency: 'required',
  response: PasskeyOptionsSchema,
  errors: [],
});

export const createPasskey = contract({
  ...dashboard,
  id: 'createPasskey',
  method: 'POST',
  path: '/app/api/passkeys',
  summary: 'Add a passkey, to sign in without a link',
  idempotency: 'required',
  status: 201,
  body: CreatePasskeySchema,
  response: PasskeySchema,
  errors: [],
});

export const updatePasskey = contract({
  ...dashboard,
  id: 'updatePasskey',
  method: 'PATCH',
  path: '/app/api/passkeys/{id}',
  summary: 'Give a passkey another name',
  idempotency: 'required',
  params,
  body: UpdatePasskeySchema,
  response: PasskeySchema,
  errors: ['NOT_FOUND'],
  example: { name: 'Phone' },
});

export const deletePasskey = contract({
  ...dashboard,
  id: 'deletePasskey',
  method: 'DELETE',
  path: '/app/api/passkeys/{id}',
  summary: 'Remove a passkey; sessions that it opened go on',
  idempotency: 'required',
  params,
  response: deletedOf('DeletedPasskey', 'passkey', 'psk'),
  errors: ['NOT_FOUND'],
});
