import { toDeleted, type DeletedObject } from '../contract/common.js';
import type { ObjectStore } from '../ports/object-store.js';
import { Generation } from '../../entities/generation.js';
import { UpstreamOrder } from '../../entities/upstream-order.js';
import type { WorkBody, WorkRef } from '../contract/work.js';
import { Refusal, refuseUnknown } from '../contract/refusal.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import { leaveCollections } from '../collections/change-items.js';
import { endCallback } from '../webhooks/callbacks.js';
import type { DeliveryRuns } from '../webhooks/close-deliveries.js';
import { forgetPrompt } from './forget-prompt.js';
import type { StartDeps } from '../durable/start-workflow.js';

export interface DeleteDeps extends StartDeps {
  readonly store: ObjectStore;
  readonly deliveryRuns: Pick<DeliveryRuns, 'cancel'>;
}

/**
 * Deletes a finished generation, or speech, and every stored copy of its prompt. Its files are
 * deleted first, so that no file is left without a row, and then a second time, because a slow
 * worker may have written them in the meantime. An even slower worker finds no row and deletes its
 * own files.
 * Credits are not affected.
 * @throws {Refusal} NOT_FOUND, or CONFLICT while the generation is queued or processing
 */
export async function removeGeneration<Name extends WorkBody['object']>(
  deps: DeleteDeps,
  accountId: string,
  { id, object }: WorkRef<Name>,
  claim: RequestClaim,
): Promise<DeletedObject<Name>> {
  const row = await deps.db.manager.findOneBy(Generation, { id, accountId });
  if (!row) throw refuseUnknown(object, id);
  if (row.status === 'queued' || row.status === 'processing') {
    throw new Refusal('CONFLICT', {
      message: `The ${object} is ${row.status}. Wait until it has finished, or cancel it while it is queued.`,
      details: { status: row.status },
      headers: { 'x-should-retry': 'false' },
    });
  }
  const keys = [row.outputKey, row.thumbnailKey].filter((key) => key !== null);
  await deps.store.remove(keys);
  let closed: string[] = [];
  const answer = await answerOnce(deps, claim, async (tx, once) => {
    const answered = await once.answer(toDeleted(object, id));
    await forgetPrompt(tx, accountId, id);
    await tx.delete(UpstreamOrder, { generationId: id });
    await leaveCollections(tx, { id, accountId });
    await tx.delete(Generation, { id, accountId });
    // After the row, whose lock a change of the callback holds.
    closed = await endCallback(tx, id);
    return answered;
  });
  await deps.deliveryRuns.cancel(closed);
  await deps.store.remove(keys).catch((error: unknown) => {
    deps.log.warn({ err: error, id }, 'could not delete late files; the sweep will delete them');
  });
  return answer;
}
