import { Generation } from '../../entities/generation.js';
import type { GenerationBody, GenerationLinks } from '../contract/generation.js';
import type { UpdateGenerationBody } from '../contract/generation-update.js';
import { refuseUnknown } from '../contract/refusal.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { readGeneration } from './read-generation.js';
import type { StageTimes } from './stage-times.js';

/**
 * Changes the title or the favorite mark of a generation in any state. Neither is sent to a
 * provider, and no event reports the change.
 * @throws {Refusal} NOT_FOUND
 * @throws {AlreadyAnswered} if a request with the same key was faster
 */
export async function changeGeneration(
  deps: StartDeps & GenerationLinks,
  id: string,
  claim: RequestClaim,
  { title, favorite }: UpdateGenerationBody,
  times: StageTimes,
): Promise<GenerationBody> {
  const named = { id, accountId: claim.accountId };
  const change = {
    ...(title !== undefined && { title }),
    ...(favorite !== undefined && { favorite }),
  };
  return answerOnce(deps, claim, async (tx, once) => {
    // The update locks the row, so the response shows what this request has changed.
    if (Object.keys(change).length > 0) await tx.update(Generation, named, change);
    const body = await readGeneration(tx, named, deps, times);
    if (!body) throw refuseUnknown('generation', id);
    return once.answer(body);
  });
}
