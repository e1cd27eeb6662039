import type { EntityManager } from 'typeorm';
import { Voice } from '../../entities/voice.js';
import type { Caller } from '../accounts/caller.js';
import { toDeleted, type DeletedObject } from '../contract/common.js';
import { refuseUnknown } from '../contract/refusal.js';
import { presentVoiceDetail, type SampleLinks } from '../contract/voice.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { noteAudit, toActor } from '../identity/note-audit.js';
import { removeUnused, type UnusedDeps } from '../uploads/remove-unused.js';
import { toVoice } from './find-voices.js';

export interface RemoveVoiceDeps extends StartDeps, UnusedDeps {
  readonly links: SampleLinks;
}

interface VoiceToRemove {
  readonly caller: Caller;
  readonly claim: RequestClaim;
  readonly id: string;
}

const RESET = `
UPDATE character SET voice_key = NULL, updated_at = now() WHERE account_id = $2 AND voice_key = $1`;

const COUNT_DOWN = 'UPDATE account SET voices = voices - 1 WHERE id = $1';

/**
 * Deletes a cloned voice with its recording and its consent. Its characters get the default voice,
 * and work that has already been accepted is still spoken with it.
 * @throws {Refusal} NOT_FOUND, also for voices of the catalogue
 * @throws {AlreadyAnswered} if a request with the same key was faster
 */
export async function removeVoice(
  deps: RemoveVoiceDeps,
  { caller, claim, id }: VoiceToRemove,
): Promise<DeletedObject<'voice'>> {
  const { accountId } = caller;
  let recordings: string[] = [];
  const answer = await answerOnce(deps, claim, async (tx, once) => {
    const row = await tx.findOne(Voice, {
      where: { id, accountId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) throw refuseUnknown('voice', id);
    await tx.delete(Voice, { id });
    const answered = await once.answer(toDeleted('voice', id));
    await tx.query(RESET, [id, accountId]);
    await forgetConsent(tx, row, deps.links);
    await noteAudit(tx, toActor(caller), {
      action: 'voice.deleted',
      target: id,
      details: { name: row.name },
    });
    await tx.query(COUNT_DOWN, [accountId]);
    recordings = [row.recording];
    return answered;
  });
  await removeUnused(deps, recordings, id);
  return answer;
}

/** The key may have been used for another request since, if the stored answer has expired. */
const REPLACE_ANSWER = `
UPDATE idempotency_key SET body = $3 WHERE account_id = $1 AND key = $2 AND body LIKE $4`;

/** Removes the consent from the stored answer of the request that created the voice. */
async function forgetConsent(tx: EntityManager, row: Voice, links: SampleLinks): Promise<void> {
  const consent = { speaker: '', statement: '' };
  const forgotten = { ...toVoice(row), name: '', consent };
  const body = JSON.stringify(presentVoiceDetail(forgotten, links));
  await tx.query(REPLACE_ANSWER, [row.accountId, row.answerKey, body, `%"${row.id}"%`]);
}
