import type { DataSource } from 'typeorm';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import type { Vault } from '../ports/vault.js';
import type { AnswerClaim } from '../catalogue/runs.js';
import { EVENT_TYPES } from '../catalogue/event-types.js';
import { presentWebhook, type CreateWebhookBody } from '../contract/webhook.js';
import { newWebhookSecret } from '../contract/webhook-signature.js';
import type { Caller } from '../accounts/authenticate.js';
import { checkWebhookUrl, type UrlCheckDeps } from './check-webhook-url.js';
import { sealAnswer, storeAnswer } from '../durable/idempotency.js';
import { takePlace } from '../accounts/plan-limits.js';

export interface CreateWebhookDeps extends UrlCheckDeps {
  readonly db: DataSource;
  readonly vault: Vault;
  readonly newId: (prefix: 'whk') => string;
}

/**
 * Registers an endpoint. Its secret is shown in this answer only, which is therefore stored sealed.
 * @returns the exact bytes of the answer
 * @throws {Refusal} VALIDATION_ERROR for a URL that deliveries cannot go to, LIMIT_REACHED
 */
export async function createWebhook(
  deps: CreateWebhookDeps,
  caller: Caller,
  claim: AnswerClaim,
  body: CreateWebhookBody,
): Promise<string> {
  await checkWebhookUrl(deps, body.url);
  const secret = newWebhookSecret();
  const id = deps.newId('whk');
  const row = {
    id,
    accountId: caller.accountId,
    url: body.url,
    events: body.events ?? EVENT_TYPES,
    description: body.description ?? '',
    enabled: true,
    disabledReason: null,
    secret: deps.vault.seal(secret, id),
    previousSecret: null,
    previousUntil: null,
    createdAt: new Date(),
  };
  const text = JSON.stringify({ ...presentWebhook(row), secret });
  await deps.db.transaction(async (tx) => {
    await storeAnswer(tx, claim, sealAnswer(deps.vault, claim, { status: 201, body: text }));
    await tx.insert(WebhookEndpoint, row);
    await takePlace(tx, caller, 'webhooks');
  });
  return text;
}
