import type { EntityManager } from 'typeorm';
import { Generation } from '../../entities/generation.js';
import type { AnswerClaim, CancelOutcome } from '../catalogue/runs.js';
import type { GenerationError } from '../catalogue/stages.js';
import { answerInRun, type OnceContext } from '../durable/answer-once.js';
import { closeHold } from '../ledger/close-hold.js';
import { announce, change, type AdvanceDeps, type AdvanceResult } from './advance-generation.js';
import { countEnd } from './count-end.js';

const CANCELLED: GenerationError = {
  code: 'CANCELLED',
  message: 'Cancelled before processing began. The full price was refunded.',
};

/**
 * Cancels a generation (queued -> cancelled), with the refund, the event and the request's stored
 * response. Changes nothing if another request has used the key: a refused caller must not have
 * cancelled anything.
 */
export async function cancelGeneration(
  deps: AdvanceDeps,
  id: string,
  claim: AnswerClaim,
): Promise<CancelOutcome> {
  const cancel = async (
    tx: EntityManager,
    once: OnceContext,
  ): Promise<AdvanceResult<CancelOutcome>> => {
    const cancelled = await change(
      tx,
      id,
      ['queued'],
      `status = 'cancelled', completed_at = now(), refunded_credits = credits, error = $3::jsonb`,
      [JSON.stringify(CANCELLED)],
    );
    if (!cancelled) return { outcome: await readOutcome(tx, id), ended: null };
    // Claims the key before locking the account, like every request. In the opposite order, this
    // request and a request that creates something under the same key would deadlock.
    const ended = await announce(deps, tx, id, once.starts);
    await once.answer(ended);
    await closeHold(tx, { refType: 'generation', refId: id, settle: 0 });
    return { outcome: 'cancelled', ended };
  };
  const done = await answerInRun(deps, claim, cancel, ({ ended }) => countEnd(deps, ended));
  return done?.outcome ?? 'not_queued';
}

/**
 * Reads the state of a generation that this call did not cancel. An earlier attempt may have
 * cancelled it and lost the response: then this call must return `cancelled`, or the workflow would
 * keep waiting.
 */
async function readOutcome(tx: EntityManager, id: string): Promise<CancelOutcome> {
  const row = await tx.findOneBy(Generation, { id });
  return row?.status === 'cancelled' ? 'cancelled' : 'not_queued';
}
