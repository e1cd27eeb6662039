import { presentPage } from '../../domain/contract/common.js';
import { presentPasskey } from '../../domain/contract/passkey.js';
import {
  addPasskey,
  askForPasskey,
  findPasskeys,
  removePasskey,
  renamePasskey,
} from '../../domain/identity/change-passkeys.js';
import { route } from '../route.js';
import * as contracts from '../routes/passkeys.js';

export const listPasskeys = route(contracts.listPasskeys, {
  async handle({ query, caller, deps }) {
    return presentPage(await findPasskeys(deps.db.manager, caller, query), presentPasskey);
  },
});

export const createPasskeyOptions = route(contracts.createPasskeyOptions, {
  async handle({ caller, claim, deps }) {
    return askForPasskey(deps, caller, claim);
  },
});

export const createPasskey = route(contracts.createPasskey, {
  async handle({ body, caller, claim, deps }) {
    return addPasskey(deps, caller, claim, body);
  },
});

export const updatePasskey = route(contracts.updatePasskey, {
  async handle({ params: { id }, body, caller, claim, deps }) {
    return renamePasskey(deps, caller, claim, { id, name: body.name });
  },
});

export const deletePasskey = route(contracts.deletePasskey, {
  async handle({ params: { id }, caller, claim, deps }) {
    return removePasskey(deps, caller, claim, id);
  },
});
