import type { DataSource } from 'typeorm';
import type { ObjectStore } from '../ports/object-store.js';
import { Generation } from '../../entities/generation.js';
import { UpstreamOrder } from '../../entities/upstream-order.js';
import type { AnswerClaim } from '../catalogue/runs.js';
import { Refusal, unknownObject } from '../contract/error.js';
import { storeAnswer } from '../durable/idempotency.js';

export interface DeleteDeps {
  readonly db: DataSource;
  readonly store: ObjectStore;
}

/**
 * Deletes a finished generation: outputs first, so that no row is gone while its files stay.
 * A terminal state is final, so nothing can begin to write them again. Credits are not affected.
 * @returns the exact bytes of the answer
 * @throws {Refusal} NOT_FOUND, or CONFLICT while it is queued or processing
 */
export async function deleteGeneration(
  deps: DeleteDeps,
  accountId: string,
  id: string,
  claim: AnswerClaim,
): Promise<string> {
  const row = await deps.db.manager.findOneBy(Generation, { id, accountId });
  if (!row) throw unknownObject('generation', id);
  if (row.status === 'queued' || row.status === 'processing') {
    throw new Refusal('CONFLICT', {
      message: `The generation is ${row.status}. Wait until it has finished, or cancel it while it is queued.`,
      details: { status: row.status },
      headers: { 'x-should-retry': 'false' },
    });
  }
  const keys = [row.outputKey, row.thumbnailKey].filter((key) => key !== null);
  await deps.store.remove(keys);
  const text = JSON.stringify({ id, object: 'generation', deleted: true });
  await deps.db.transaction(async (tx) => {
    await storeAnswer(tx, claim, { status: 200, body: text });
    await tx.delete(UpstreamOrder, { generationId: id });
    await tx.delete(Generation, { id, accountId });
  });
  return text;
}
