import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import type { Vault } from '../ports/vault.js';
import { EVENT_TYPES } from '../catalogue/event-types.js';
import {
  presentWebhook,
  type CreateWebhookBody,
  type WebhookSecretBody,
} from '../contract/webhook.js';
import { createWebhookSecret } from '../contract/webhook-signature.js';
import type { Caller } from '../accounts/caller.js';
import { checkWebhookUrl, type UrlCheckDeps } from './check-webhook-url.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { incrementCount } from '../accounts/plan-limits.js';

export interface CreateWebhookDeps extends UrlCheckDeps, StartDeps {
  readonly vault: Vault;
  readonly newId: (prefix: 'whk') => string;
}

/**
 * Registers an endpoint. Only this response shows its secret, so it is stored sealed.
 * @throws {Refusal} VALIDATION_ERROR for a URL that deliveries cannot reach, LIMIT_REACHED
 */
export async function registerWebhook(
  deps: CreateWebhookDeps,
  caller: Caller,
  claim: RequestClaim,
  body: CreateWebhookBody,
): Promise<WebhookSecretBody> {
  await checkWebhookUrl(deps, body.url);
  const secret = createWebhookSecret();
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
  return answerOnce(
    deps,
    claim,
    async (tx, once) => {
      const answered = await once.answer({ ...presentWebhook(row), secret });
      await tx.insert(WebhookEndpoint, row);
      await incrementCount(tx, caller, 'webhooks');
      return answered;
    },
    { seal: deps.vault },
  );
}
