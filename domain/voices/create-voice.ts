import type { EntityManager } from 'typeorm';
import { executeAndCount, queryOne } from '../../entities/rows.js';
import { Voice } from '../../entities/voice.js';
import type { Caller } from '../accounts/caller.js';
import { expectRights } from '../accounts/expect-rights.js';
import { buildKey } from '../catalogue/object-keys.js';
import { CLONED_VOICES_MAX, RECORDING_TYPES, toCanonicalTag } from '../catalogue/cloned-voice.js';
import { Refusal } from '../contract/refusal.js';
import {
  presentVoiceDetail,
  type CreateVoiceBody,
  type SampleLinks,
  type VoiceDetailBody,
} from '../contract/voice.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { noteAudit, toActor } from '../identity/note-audit.js';
import { PROMPT_FIELDS, readWords } from '../screening/prompt-fields.js';
import { checkWordsAllowed, type ScreenDeps } from '../screening/screen-words.js';
import { commitObjects } from '../uploads/commit-objects.js';
import type { ResolveDeps } from '../uploads/resolve-media.js';
import { toVoice } from './find-voices.js';
import { checkRecording, refuseGone, type Recording } from './check-recording.js';

export interface CreateVoiceDeps extends StartDeps, ScreenDeps, ResolveDeps {
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
): Promise<VoiceDetailBody> {
  const { accountId, keyId } = caller;
  const begun = new Date();
  await checkWordsAllowed(deps, readWords(body, PROMPT_FIELDS.voice));
  await expectRoom(deps.db.manager, accountId);
  const given = await checkRecording(deps, { caller, claim }, body.recording);
  const id = deps.newId('vce');
  const recording = await copyRecording(deps, id, given);
  const { name, gender, consent } = body;
  const language = toCanonicalTag(body.language);
  const said = { id, accountId, name, gender, language, recording, ...consent };
  const row = { ...said, keyId, answerKey: claim.key, createdAt: new Date() };
  return commitObjects(deps.store, [recording], () =>
    answerOnce(deps, claim, async (tx, once) => {
      const answered = await once.answer(presentVoiceDetail(toVoice(row), deps.links));
      await tx.insert(Voice, row);
      await noteAudit(tx, toActor(caller), {
        action: 'voice.created',
        target: id,
        details: { name },
      });
      // The voice has a copy. Otherwise the recording would be served for days after its deletion.
      if (given.isImport) await tx.query(END_IMPORT, [accountId, given.key, begun]);
      await expectRights(tx, caller, 'generate');
      // Last in the transaction, because the account row is the most contended one.
      const counted = await executeAndCount(tx, COUNT_UP, [accountId, CLONED_VOICES_MAX]);
      if (counted !== 1) throw refuseMore();
      return answered;
    }),
  );
}

/** Ends the upload that this request has made; not an older one of the same file. */
const END_IMPORT = `
UPDATE upload SET expires_at = now() WHERE account_id = $1 AND object_key = $2 AND created_at >= $3`;

/** Copies a recording within the store, to a key that nobody can guess. */
async function copyRecording(
  { store, newSecret }: CreateVoiceDeps,
  id: string,
  { key, etag, contentType }: Recording,
): Promise<string> {
  const extension = RECORDING_TYPES[contentType];
  const copy = buildKey({ kind: 'recording', id, name: newSecret(), extension });
  if (await store.copy(key, copy, etag, contentType)) return copy;
  throw refuseGone();
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
