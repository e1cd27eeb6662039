import { presentPage } from '../../domain/contract/common.js';
import { putCallback as setCallback } from '../../domain/generations/put-callback.js';
import {
  readCallbackSecret,
  rotateCallbackSecret as rotateSecret,
} from '../../domain/webhooks/callback-secret.js';
import { findCallbackDeliveries } from '../../domain/webhooks/find-callbacks.js';
import { expectScope } from '../middleware/admit.js';
import { route } from '../route.js';
import * as contracts from '../routes/callbacks.js';

export const putCallback = route(contracts.putCallback, {
  async handle({ params, body, caller, claim, deps }) {
    // The event contains the generation, which this key may not have created.
    expectScope(caller, 'read');
    return setCallback(deps, params.id, claim, body);
  },
});

export const listCallbackDeliveries = route(contracts.listCallbackDeliveries, {
  async handle({ query, caller, deps }) {
    const page = await findCallbackDeliveries(deps.db.manager, caller.accountId, query);
    return presentPage(page, (delivery) => delivery);
  },
});

export const getCallbackSecret = route(contracts.getCallbackSecret, {
  async handle({ caller, deps }) {
    return readCallbackSecret(deps.db.manager, deps, caller.accountId);
  },
});

export const rotateCallbackSecret = route(contracts.rotateCallbackSecret, {
  async handle({ claim, deps }) {
    return rotateSecret(deps, claim);
  },
});
