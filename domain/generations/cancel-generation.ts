import type { EntityManager } from 'typeorm';
import { Generation } from '../../entities/generation.js';
import type { AnswerClaim, CancelOutcome } from '../catalogue/runs.js';
import type { GenerationError } from '../catalogue/stages.js';
import { answerInRun, type Once } from '../durable/answer-once.js';
import { closeHold } from '../ledger/close-hold.js';
import { announce, change, type AdvanceDeps, type Ended } from './advance-generation.js';
import { countEnd } from './count-end.js';

const CANCELLED: GenerationError = {
  code: 'CANCELLED',
  message: 'Cancelled before processing began. The full price was refunded.',
};

/**
 * queued -> cancelled, with refund, event and the stored answer of the request. When another
 * request has used the key, nothing changes: a caller who is refused has cancelled nothing.
 */
export async function cancelGeneration(
  deps: AdvanceDeps,
  id: string,
  claim: AnswerClaim,
): Promise<CancelOutcome> {
  const cancel = async (tx: EntityManager, once: Once): Promise<Ended<CancelOutcome>> => {
    const cancelled = await change(
      tx,
      id,
      ['queued'],
      `status = 'cancelled', completed_at = now(), refunded_credits = credits, error = $3::jsonb`,
      [JSON.stringify(CANCELLED)],
    );
    if (!cancelled) return { outcome: await readOutcome(tx, id), ended: null };
    // Like every request it claims its key before it locks the account. In another order it and a
    // request that creates something under the same key would wait for each other.
    const ended = await announce(deps, tx, id, once.starts);
    await once.answer(ended);
    await closeHold(tx, { refType: 'generation', refId: id, settle: 0 });
    return { outcome: 'cancelled', ended };
  };
  const done = await answerInRun(deps, claim, cancel, ({ ended }) => countEnd(deps, ended));
  return done?.outcome ?? 'not_queued';
}

/**
 * How the generation stands when this call did not cancel it. An earlier try may have cancelled it
 * and lost its answer: then this one must say `cancelled`, or the workflow would go on waiting.
 */
async function readOutcome(tx: EntityManager, id: string): Promise<CancelOutcome> {
  const row = await tx.findOneBy(Generation, { id });
  return row?.status === 'cancelled' ? 'cancelled' : 'not_queued';
}
