import { presentPage } from '../../domain/contract/common.js';
import { endKey, makeKey } from '../../domain/identity/create-and-revoke-keys.js';
import { findKeys } from '../../domain/identity/find-keys.js';
import { route } from '../route.js';
import * as contracts from '../routes/keys.js';

export const listKeys = route(contracts.listKeys, {
  async handle({ query, caller, deps }) {
    return presentPage(await findKeys(deps.db.manager, caller.accountId, query), (row) => row);
  },
});

export const createKey = route(contracts.createKey, {
  async handle({ body, caller, claim, deps }) {
    return makeKey(deps, caller, claim, body);
  },
});

export const deleteKey = route(contracts.deleteKey, {
  async handle({ params, caller, claim, deps }) {
    return endKey(deps, caller, claim, params.id);
  },
});
