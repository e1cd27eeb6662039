import type { EntityManager } from 'typeorm';
import { executeAndCount, queryOne } from '../../entities/rows.js';
import { Voice } from '../../entities/voice.js';
import type { Caller } from '../accounts/caller.js';
import { expectRights } from '../accounts/expect-rights.js';
import { CLONED_VOICES_MAX, RECORDING_TYPES } from '../catalogue/cloned-voice.js';
import { buildKey } from '../catalogue/object-keys.js';
import { Refusal } from '../contract/refusal.js';
import {
  presentVoice,
  type CreateVoiceBody,
  type SampleLinks,
  type VoiceBody,
} from '../contract/voice.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { noteAudit, toActor } from '../identity/note-audit.js';
import { PROMPT_FIELDS, readWords } from '../screening/prompt-fields.js';
import { checkWordsAllowed, type ScreenDeps } from '../screening/screen-words.js';
import { commitObjects } from '../uploads/commit-objects.js';
import { toVoice } from './find-voices.js';
import { loadRecording, type RecordingDeps } from './load-recording.js';

export interface CreateVoiceDeps extends StartDeps, ScreenDeps, RecordingDeps {
  readonly newId: (prefix: 'upl' | 'vce') => string;
  readonly newSecret: () => string;
  readonly links: SampleLinks;
}

interface NewVoice {
  readonly caller: Caller;
  readonly claim: RequestClaim;
  readonly body: CreateVoiceBody;
}

/**
 * Saves a recording as a cloned voice, with the consent of the speaker. No upstream keeps it: the
 * recording is sent along with each text.
 * @throws {Refusal} CONTENT_BLOCKED, LIMIT_REACHED, VALIDATION_ERROR, NOT_FOUND, RATE_LIMITED,
 * UNAVAILABLE; nothing is stored
 * @throws {AlreadyAnswered} if a request with the same key was faster
 */
export async function createVoice(
  deps: CreateVoiceDeps,
  { caller, claim, body }: NewVoice,
): Promise<VoiceBody> {
  const { accountId, keyId } = caller;
  await checkWordsAllowed(deps, readWords(body, PROMPT_FIELDS.voice));
  await expectRoom(deps.db.manager, accountId);
  const { bytes, contentType } = await loadRecording(deps, { caller, claim }, body.recording);
  const id = deps.newId('vce');
  const extension = RECORDING_TYPES[contentType];
  const recording = buildKey({ kind: 'recording', id, name: deps.newSecret(), extension });
  const { name, gender, language, consent } = body;
  const row = { id, accountId, name, gender, language, recording, ...consent, keyId };
  const created = { ...row, createdAt: new Date() };
  await deps.store.put(recording, bytes, contentType);
  return commitObjects(deps.store, [recording], () =>
    answerOnce(deps, claim, async (tx, once) => {
      const answered = await once.answer(presentVoice(toVoice(created), deps.links));
      await tx.insert(Voice, created);
      const details = { name, speaker: consent.speaker };
      await noteAudit(tx, toActor(caller), { action: 'voice.created', target: id, details });
      await expectRights(tx, caller, 'generate');
      // Last in the transaction, because the account row is the most contended one.
      const counted = await executeAndCount(tx, COUNT_UP, [accountId, CLONED_VOICES_MAX]);
      if (counted !== 1) throw refuseMore();
      return answered;
    }),
  );
}

const COUNT_UP = 'UPDATE account SET voices = voices + 1 WHERE id = $1 AND voices < $2';

/** Refuses early, before anything is fetched. `COUNT_UP` makes the final decision. */
async function expectRoom(db: EntityManager, accountId: string): Promise<void> {
  const free = 'SELECT 1 FROM account WHERE id = $1 AND voices < $2';
  if (!(await queryOne(db, free, [accountId, CLONED_VOICES_MAX]))) throw refuseMore();
}

const refuseMore = (): Refusal =>
  new Refusal('LIMIT_REACHED', {
    message: `The account has ${CLONED_VOICES_MAX} cloned voices, the maximum. Delete one first.`,
    details: { code: 'VOICE_LIMIT', limit: CLONED_VOICES_MAX },
  });
