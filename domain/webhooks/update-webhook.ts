import type { DataSource, EntityManager } from 'typeorm';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import type { Vault } from '../ports/vault.js';
import type { AnswerClaim } from '../catalogue/runs.js';
import { SECRET_OVERLAP_MS } from '../catalogue/delivery.js';
import { unknownObject } from '../contract/error.js';
import { newWebhookSecret } from '../contract/webhook-signature.js';
import { presentWebhook, type UpdateWebhookBody } from '../contract/webhook.js';
import { checkWebhookUrl, type UrlCheckDeps } from './check-webhook-url.js';
import { closeDeliveries, type DeliveryRuns } from './close-deliveries.js';
import { sealAnswer, storeAnswer } from '../durable/idempotency.js';
import { freePlace } from '../accounts/plan-limits.js';

export interface WebhookDeps extends UrlCheckDeps {
  readonly db: DataSource;
  readonly vault: Vault;
  readonly deliveryRuns: Pick<DeliveryRuns, 'cancel'>;
}

interface Named {
  readonly accountId: string;
  readonly id: string;
}

async function find(tx: EntityManager, named: Named): Promise<WebhookEndpoint> {
  const row = await tx.findOneBy(WebhookEndpoint, { accountId: named.accountId, id: named.id });
  if (!row) throw unknownObject('webhook', named.id);
  return row;
}

/**
 * Changes an endpoint. Disabling it closes its open deliveries as `skipped`; enabling it sends none of
 * them: that is what recovery is for.
 * @returns the exact bytes of the answer
 * @throws {Refusal} NOT_FOUND, VALIDATION_ERROR
 */
export async function updateWebhook(
  deps: WebhookDeps,
  named: Named,
  claim: AnswerClaim,
  body: UpdateWebhookBody,
): Promise<string> {
  await find(deps.db.manager, named);
  if (body.url !== undefined) await checkWebhookUrl(deps, body.url);
  const { text, closed } = await deps.db.transaction(async (tx) => {
    const { enabled, ...rest } = body;
    const switched = enabled === undefined ? {} : { enabled, disabledReason: null };
    await tx.update(WebhookEndpoint, named, { ...rest, ...switched });
    const answer = JSON.stringify(presentWebhook(await find(tx, named)));
    await storeAnswer(tx, claim, { status: 200, body: answer });
    const ids = enabled === false ? await closeDeliveries(tx, named.id, 'skipped') : [];
    return { text: answer, closed: ids };
  });
  await deps.deliveryRuns.cancel(closed);
  return text;
}

/**
 * Gives an endpoint a new secret. The one before signs as well for 24 hours; an older one no longer.
 * @returns the exact bytes of the answer, the only place where the secret is shown
 * @throws {Refusal} NOT_FOUND
 */
export async function rotateSecret(
  deps: Pick<WebhookDeps, 'db' | 'vault'>,
  named: Named,
  claim: AnswerClaim,
): Promise<string> {
  const secret = newWebhookSecret();
  return deps.db.transaction(async (tx) => {
    const [, count]: [unknown, number] = await tx.query(
      `UPDATE webhook_endpoint SET previous_secret = secret, secret = $3,
         previous_until = now() + $4 * interval '1 ms'
       WHERE id = $1 AND account_id = $2`,
      [named.id, named.accountId, deps.vault.seal(secret, named.id), SECRET_OVERLAP_MS],
    );
    if (count !== 1) throw unknownObject('webhook', named.id);
    const text = JSON.stringify({ ...presentWebhook(await find(tx, named)), secret });
    await storeAnswer(tx, claim, sealAnswer(deps.vault, claim, { status: 200, body: text }));
    return text;
  });
}

/**
 * Removes an endpoint: its open deliveries are cancelled with it, and its place is free again. Their
 * rows make it true; ending their runs as well is only tidiness.
 * @returns the exact bytes of the answer
 * @throws {Refusal} NOT_FOUND
 */
export async function deleteWebhook(
  deps: Pick<WebhookDeps, 'db' | 'deliveryRuns'>,
  named: Named,
  claim: AnswerClaim,
): Promise<string> {
  const text = JSON.stringify({ id: named.id, object: 'webhook', deleted: true });
  const closed = await deps.db.transaction(async (tx) => {
    const { affected } = await tx.delete(WebhookEndpoint, named);
    if (affected !== 1) throw unknownObject('webhook', named.id);
    await storeAnswer(tx, claim, { status: 200, body: text });
    const ids = await closeDeliveries(tx, named.id, 'cancelled');
    await freePlace(tx, named.accountId, 'webhooks');
    return ids;
  });
  await deps.deliveryRuns.cancel(closed);
  return text;
}
