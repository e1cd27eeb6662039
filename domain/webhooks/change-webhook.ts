import { toDeleted, type DeletedObject } from '../contract/common.js';
import type { EntityManager } from 'typeorm';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import type { Vault } from '../ports/vault.js';
import { SECRET_OVERLAP_MS } from '../catalogue/webhook-times.js';
import { refuseUnknown } from '../contract/refusal.js';
import { createWebhookSecret } from '../contract/webhook-signature.js';
import {
  presentWebhook,
  type UpdateWebhookBody,
  type WebhookBody,
  type WebhookSecretBody,
} from '../contract/webhook.js';
import { checkWebhookUrl, type UrlCheckDeps } from './check-webhook-url.js';
import { findWebhook } from './find-webhook.js';
import { closeDeliveries, type DeliveryRuns } from './close-deliveries.js';
import { answerOnce, type OnceContext, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { decrementCount } from '../accounts/plan-limits.js';
import { executeAndCount } from '../../entities/rows.js';

export interface WebhookDeps extends UrlCheckDeps, StartDeps {
  readonly vault: Vault;
  readonly deliveryRuns: Pick<DeliveryRuns, 'cancel'>;
}

interface WebhookRef {
  readonly accountId: string;
  readonly id: string;
}

/**
 * Changes an endpoint. Disabling it closes its open deliveries as `skipped`; enabling it again does
 * not send them, but a recovery does.
 * @throws {Refusal} NOT_FOUND, VALIDATION_ERROR
 */
export async function changeWebhook(
  deps: WebhookDeps,
  named: WebhookRef,
  claim: RequestClaim,
  body: UpdateWebhookBody,
): Promise<WebhookBody> {
  await findWebhook(deps.db.manager, named.accountId, named.id);
  if (body.url !== undefined) await checkWebhookUrl(deps, body.url);
  let closed: string[] = [];
  const answer = await answerOnce(deps, claim, async (tx, once) => {
    const { enabled, ...rest } = body;
    const switched = enabled === undefined ? {} : { enabled, disabledReason: null };
    await tx.update(WebhookEndpoint, named, { ...rest, ...switched });
    const answered = await once.answer(
      presentWebhook(await findWebhook(tx, named.accountId, named.id)),
    );
    closed = enabled === false ? await closeDeliveries(tx, named.id, 'skipped') : [];
    return answered;
  });
  await deps.deliveryRuns.cancel(closed);
  return answer;
}

/**
 * Gives an endpoint a new secret. The previous secret also signs for 24 hours; older secrets no
 * longer do.
 * @returns the only response that shows the secret
 * @throws {Refusal} NOT_FOUND
 */
export async function rotateSecret(
  deps: StartDeps & Pick<WebhookDeps, 'vault'>,
  named: WebhookRef,
  claim: RequestClaim,
): Promise<WebhookSecretBody> {
  const secret = createWebhookSecret();
  const rotate = async (tx: EntityManager, once: OnceContext) => {
    const count = await executeAndCount(
      tx,
      `UPDATE webhook_endpoint SET previous_secret = secret, secret = $3,
         previous_until = now() + $4 * interval '1 ms'
       WHERE id = $1 AND account_id = $2`,
      [named.id, named.accountId, deps.vault.seal(secret, named.id), SECRET_OVERLAP_MS],
    );
    if (count !== 1) throw refuseUnknown('webhook', named.id);
    return once.answer({
      ...presentWebhook(await findWebhook(tx, named.accountId, named.id)),
      secret,
    });
  };
  return answerOnce(deps, claim, rotate, { seal: deps.vault });
}

/**
 * Removes an endpoint, cancels its open deliveries and frees its slot in the plan. The delivery
 * rows decide; ending their runs is only cleanup.
 * @throws {Refusal} NOT_FOUND
 */
export async function removeWebhook(
  deps: StartDeps & Pick<WebhookDeps, 'deliveryRuns'>,
  named: WebhookRef,
  claim: RequestClaim,
): Promise<DeletedObject<'webhook'>> {
  let closed: string[] = [];
  const answer = await answerOnce(deps, claim, async (tx, once) => {
    const ended = await endWebhook(tx, named);
    if (!ended) throw refuseUnknown('webhook', named.id);
    closed = ended;
    const answered = await once.answer(toDeleted('webhook', named.id));
    await decrementCount(tx, named.accountId, 'webhooks');
    return answered;
  });
  await deps.deliveryRuns.cancel(closed);
  return answer;
}

/**
 * Deletes an endpoint and closes its open deliveries. The caller frees its slot in the plan.
 * @returns the deliveries whose runs may be ended, or null if the endpoint does not exist
 */
export async function endWebhook(tx: EntityManager, named: WebhookRef): Promise<string[] | null> {
  const gone = await tx.delete(WebhookEndpoint, { id: named.id, accountId: named.accountId });
  return gone.affected === 1 ? closeDeliveries(tx, named.id, 'cancelled') : null;
}
