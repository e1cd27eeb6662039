import { queryOne } from '../../entities/rows.js';
import type { Caller } from '../accounts/caller.js';
import { toDeleted, type DeletedObject } from '../contract/common.js';
import { refuseUnknown } from '../contract/refusal.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { noteAudit, toActor } from '../identity/note-audit.js';
import { removeUnused, type UnusedDeps } from '../uploads/remove-unused.js';

export type RemoveVoiceDeps = StartDeps & UnusedDeps;

interface RemovedVoice {
  readonly recording: string;
  readonly name: string;
  readonly speaker: string;
}

const REMOVE = `
DELETE FROM voice WHERE id = $1 AND account_id = $2 RETURNING recording, name, speaker`;

const RESET = `
UPDATE character SET voice_key = NULL, updated_at = now() WHERE account_id = $2 AND voice_key = $1`;

const COUNT_DOWN = 'UPDATE account SET voices = voices - 1 WHERE id = $1';

/**
 * Deletes a cloned voice with its recording. Its characters get the default voice, and work that
 * has already been accepted is still spoken with it.
 * @throws {Refusal} NOT_FOUND, also for voices of the catalogue
 * @throws {AlreadyAnswered} if a request with the same key was faster
 */
export async function removeVoice(
  deps: RemoveVoiceDeps,
  {
    caller,
    claim,
    id,
  }: { readonly caller: Caller; readonly claim: RequestClaim; readonly id: string },
): Promise<DeletedObject<'voice'>> {
  const { accountId } = caller;
  let recordings: string[] = [];
  const answer = await answerOnce(deps, claim, async (tx, once) => {
    const removed = await queryOne<RemovedVoice>(tx, REMOVE, [id, accountId]);
    if (!removed) throw refuseUnknown('voice', id);
    const answered = await once.answer(toDeleted('voice', id));
    await tx.query(RESET, [id, accountId]);
    const { recording, ...details } = removed;
    await noteAudit(tx, toActor(caller), { action: 'voice.deleted', target: id, details });
    await tx.query(COUNT_DOWN, [accountId]);
    recordings = [recording];
    return answered;
  });
  await removeUnused(deps, recordings, id);
  return answer;
}
