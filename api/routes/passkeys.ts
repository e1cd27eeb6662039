import { Type } from 'typebox';
import {
  deletedOf,
  listOf,
  PageOnly,
  PrefixedId,
  presentPage,
} from '../../domain/contract/common.js';
import {
  CreatePasskeySchema,
  PasskeyOptionsSchema,
  PasskeySchema,
  presentPasskey,
  UpdatePasskeySchema,
} from '../../domain/contract/passkey.js';
import {
  addPasskey,
  askForPasskey,
  findPasskeys,
  removePasskey,
  renamePasskey,
} from '../../domain/identity/change-passkeys.js';
import { route } from '../route.js';
import { dashboard } from './session.js';

const params = Type.Object({ id: PrefixedId('psk', 'Id of the passkey') });

export const listPasskeys = route({
  ...dashboard,
  id: 'listPasskeys',
  method: 'GET',
  path: '/app/api/passkeys',
  summary: 'List your passkeys, newest first',
  idempotency: 'none',
  query: PageOnly('Without it: every passkey, 50 at most.'),
  response: listOf('PasskeyList', PasskeySchema, 'Newest first'),
  errors: [],
  async handle({ query, caller, deps }) {
    return presentPage(await findPasskeys(deps.db.manager, caller, query), presentPasskey);
  },
});

export const createPasskeyOptions = route({
  ...dashboard,
  id: 'createPasskeyOptions',
  method: 'POST',
  path: '/app/api/passkeys/options',
  summary: 'Ask the browser for a passkey',
  description: 'What the browser makes of the answer is sent to `POST /app/api/passkeys`.',
  idempotency: 'required',
  response: PasskeyOptionsSchema,
  errors: [],
  async handle({ caller, claim, deps }) {
    return askForPasskey(deps, caller, claim);
  },
});

export const createPasskey = route({
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
  async handle({ body, caller, claim, deps }) {
    return addPasskey(deps, caller, claim, body);
  },
});

export const updatePasskey = route({
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
  async handle({ params: { id }, body, caller, claim, deps }) {
    return renamePasskey(deps, caller, claim, { id, name: body.name });
  },
});

export const deletePasskey = route({
  ...dashboard,
  id: 'deletePasskey',
  method: 'DELETE',
  path: '/app/api/passkeys/{id}',
  summary: 'Remove a passkey; sessions that it opened go on',
  idempotency: 'required',
  params,
  response: deletedOf('DeletedPasskey', 'passkey', 'psk'),
  errors: ['NOT_FOUND'],
  async handle({ params: { id }, caller, claim, deps }) {
    return removePasskey(deps, caller, claim, id);
  },
});
