import { registerWebhook } from '../../domain/webhooks/register-webhook.js';
import { findWebhook, findWebhooks } from '../../domain/webhooks/find-webhook.js';
import {
  removeWebhook,
  rotateSecret,
  changeWebhook,
} from '../../domain/webhooks/change-webhook.js';
import { presentPage } from '../../domain/contract/common.js';
import { presentWebhook } from '../../domain/contract/webhook.js';
import { route } from '../route.js';
import * as contracts from '../routes/webhooks.js';

export const createWebhook = route(contracts.createWebhook, {
  async handle({ body, caller, claim, deps }) {
    return registerWebhook(deps, caller, claim, body);
  },
});

export const listWebhooks = route(contracts.listWebhooks, {
  async handle({ query, caller, deps }) {
    const page = await findWebhooks(deps.db.manager, caller.accountId, query);
    return presentPage(page, (row) => presentWebhook(row));
  },
});

export const getWebhook = route(contracts.getWebhook, {
  async handle({ params, caller, deps }) {
    return presentWebhook(await findWebhook(deps.db.manager, caller.accountId, params.id));
  },
});

export const updateWebhook = route(contracts.updateWebhook, {
  async handle({ params, body, caller, claim, deps }) {
    const named = { accountId: caller.accountId, id: params.id };
    return changeWebhook(deps, named, claim, body);
  },
});

export const deleteWebhook = route(contracts.deleteWebhook, {
  async handle({ params, caller, claim, deps }) {
    const named = { accountId: caller.accountId, id: params.id };
    return removeWebhook(deps, named, claim);
  },
});

export const rotateWebhookSecret = route(contracts.rotateWebhookSecret, {
  async handle({ params, caller, claim, deps }) {
    const named = { accountId: caller.accountId, id: params.id };
    return rotateSecret(deps, named, claim);
  },
});
