import { Character } from '../../entities/character.js';
import { Product } from '../../entities/product.js';
import {
  presentCharacter,
  type UpdateCharacterBody,
  type CharacterBody,
} from '../contract/character.js';
import type { MediaUrl } from '../contract/generation.js';
import { presentProduct, type ProductBody, type UpdateProductBody } from '../contract/product.js';
import { findCharacter, findProduct } from './find-subject.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { expectVoice, lockVoice } from '../voices/expect-voice.js';
import { PROMPT_FIELDS, readWords } from '../screening/prompt-fields.js';
import { checkWordsAllowed, type ScreenDeps } from '../screening/screen-words.js';

interface SubjectChange {
  readonly accountId: string;
  readonly id: string;
  readonly claim: RequestClaim;
}

export interface UpdateDeps extends StartDeps, ScreenDeps {
  readonly mediaUrl: MediaUrl;
}

/**
 * Changes the fields that the body contains; `voice_key: null` restores the standard voice.
 * @throws {Refusal} NOT_FOUND, CONTENT_BLOCKED, UNAVAILABLE
 * @throws {AlreadyAnswered} if a request with the same key was faster
 */
export async function changeCharacter(
  deps: UpdateDeps,
  { accountId, id, claim }: SubjectChange,
  body: UpdateCharacterBody,
): Promise<CharacterBody> {
  await findCharacter(deps.db.manager, accountId, id);
  await expectVoice(deps.db.manager, accountId, body.voice_key);
  await checkWordsAllowed(deps, readWords(body, PROMPT_FIELDS.subject));
  const { name, voice_key: voiceKey } = body;
  const change = {
    ...(name !== undefined && { name }),
    ...(voiceKey !== undefined && { voiceKey }),
    updatedAt: new Date(),
  };
  return answerOnce(deps, claim, async (tx, once) => {
    await lockVoice(tx, accountId, voiceKey);
    // The update locks the row, so the response shows what this request has changed.
    await tx.update(Character, { id, accountId }, change);
    const row = await findCharacter(tx, accountId, id);
    return once.answer(presentCharacter(row, deps.mediaUrl));
  });
}

/** Renames a product. See `changeCharacter`. */
export async function changeProduct(
  deps: UpdateDeps,
  { accountId, id, claim }: SubjectChange,
  { name }: UpdateProductBody,
): Promise<ProductBody> {
  await findProduct(deps.db.manager, accountId, id);
  await checkWordsAllowed(deps, readWords({ name }, PROMPT_FIELDS.subject));
  return answerOnce(deps, claim, async (tx, once) => {
    await tx.update(Product, { id, accountId }, { name, updatedAt: new Date() });
    const row = await findProduct(tx, accountId, id);
    return once.answer(presentProduct(row, deps.mediaUrl));
  });
}
