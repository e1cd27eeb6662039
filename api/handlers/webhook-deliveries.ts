import {
  describeDelivery,
  findDelivery,
  findDeliveries,
} from '../../domain/webhooks/find-webhook.js';
import { sendMissedEvents } from '../../domain/webhooks/send-missed-events.js';
import { resendDelivery } from '../../domain/webhooks/resend-delivery.js';
import { sendTestEvent } from '../../domain/webhooks/send-test-event.js';
import { presentPage } from '../../domain/contract/common.js';
import { presentDelivery } from '../../domain/contract/delivery.js';
import { route } from '../route.js';
import * as contracts from '../routes/webhook-deliveries.js';

export const testWebhook = route(contracts.testWebhook, {
  async handle({ params, claim, deps }) {
    return sendTestEvent(deps, params.id, claim);
  },
});

export const listWebhookDeliveries = route(contracts.listWebhookDeliveries, {
  async handle({ params, query, caller, deps }) {
    const page = await findDeliveries(deps.db.manager, caller.accountId, params.id, query);
    return presentPage(page, presentDelivery);
  },
});

export const getWebhookDelivery = route(contracts.getWebhookDelivery, {
  async handle({ params, caller, deps }) {
    const tx = deps.db.manager;
    const row = await findDelivery(tx, caller.accountId, params.id, params.delivery_id);
    return describeDelivery(tx, row);
  },
});

export const resendWebhookDelivery = route(contracts.resendWebhookDelivery, {
  async handle({ params, claim, deps }) {
    const named = { endpointId: params.id, id: params.delivery_id };
    return resendDelivery(deps, named, claim);
  },
});

export const recoverWebhook = route(contracts.recoverWebhook, {
  async handle({ params, body, claim, deps }) {
    return sendMissedEvents(deps, params.id, claim, body.since);
  },
});
