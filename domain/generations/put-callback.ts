import type { EntityManager } from 'typeorm';
import { Generation } from '../../entities/generation.js';
import { WebhookCallback } from '../../entities/webhook-callback.js';
import {
  GENERATION_EVENTS,
  presentCallback,
  type CallbackBody,
  type PutCallbackBody,
} from '../contract/callback.js';
import { presentGeneration, type GenerationLinks } from '../contract/generation.js';
import { refuseUnknown } from '../contract/refusal.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import { ensureCallbackSecret } from '../webhooks/callback-secret.js';
import { checkCallback, insertCallback, type CallbackTarget } from '../webhooks/callbacks.js';
import type { WebhookDeps } from '../webhooks/change-webhook.js';
import { closeDeliveries } from '../webhooks/close-deliveries.js';
import { emitGenerationToCallback } from '../webhooks/emit-event.js';
import { ACTIVE } from './advance-generation.js';

export interface CallbackDeps extends WebhookDeps, GenerationLinks {
  readonly newId: (prefix: 'whk') => string;
}

/**
 * Sets the callback of a generation. If the generation has ended, its event is delivered now, each
 * time the address changes. Locks the generation. Completing it takes the same lock, so exactly one
 * of the two transactions sees the other's change and creates the delivery.
 * @throws {Refusal} NOT_FOUND, VALIDATION_ERROR
 */
export async function putCallback(
  deps: CallbackDeps,
  id: string,
  claim: RequestClaim,
  body: PutCallbackBody,
): Promise<CallbackBody> {
  const { accountId } = claim;
  if (!(await deps.db.manager.existsBy(Generation, { id, accountId })))
    throw refuseUnknown('generation', id);
  const target = await checkCallback(deps, body, GENERATION_EVENTS);
  if (!target) throw new TypeError('a callback has a URL');
  let closed: string[] = [];
  const answer = await answerOnce(deps, claim, async (tx, once) => {
    const row = await tx.findOne(Generation, {
      where: { id, accountId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) throw refuseUnknown('generation', id);
    const { callback, moved } = await write(tx, deps, row, target);
    const answered = await once.answer(presentCallback(callback));
    closed = [];
    if (!ACTIVE.includes(row.status)) {
      if (moved) closed = await closeDeliveries(tx, callback.id, 'cancelled');
      const generation = presentGeneration(row, deps);
      once.starts.push(...(await emitGenerationToCallback(tx, accountId, generation, moved)));
    }
    return answered;
  });
  await deps.deliveryRuns.cancel(closed);
  return answer;
}

/** Inserts or changes the callback. `moved` means that it had a different address before. */
async function write(
  tx: EntityManager,
  deps: CallbackDeps,
  { id: refId, accountId }: Generation,
  target: CallbackTarget,
) {
  const known = await tx.findOneBy(WebhookCallback, { refId });
  if (!known) {
    const callback = { refId, id: deps.newId('whk'), accountId };
    await ensureCallbackSecret(tx, deps, accountId);
    await insertCallback(tx, callback, target);
    return { callback: { ...callback, ...target }, moved: false };
  }
  await tx.update(WebhookCallback, { refId }, { url: target.url, events: [...target.events] });
  return { callback: { refId, id: known.id, ...target }, moved: known.url !== target.url };
}
