import type { DataSource } from 'typeorm';
import { Character } from '../../entities/character.js';
import { Product } from '../../entities/product.js';
import type { AnswerClaim } from '../catalogue/runs.js';
import { presentCharacter, type UpdateCharacterBody } from '../contract/character.js';
import type { MediaUrl } from '../contract/generation.js';
import { presentProduct } from '../contract/product.js';
import { findCharacter, findProduct } from './find-subject.js';
import { storeAnswer } from '../durable/idempotency.js';

interface Change {
  readonly accountId: string;
  readonly id: string;
  readonly claim: AnswerClaim;
}

export interface UpdateDeps {
  readonly db: DataSource;
  readonly mediaUrl: MediaUrl;
}

/**
 * Changes what the body names; `voice_key: null` goes back to the standard voice.
 * @returns the exact bytes of the answer
 * @throws {Refusal} NOT_FOUND
 * @throws {AlreadyAnswered} when a request with the same key was faster
 */
export function updateCharacter(
  { db, mediaUrl }: UpdateDeps,
  { accountId, id, claim }: Change,
  { name, voice_key: voiceKey }: UpdateCharacterBody,
): Promise<string> {
  const change = {
    ...(name !== undefined && { name }),
    ...(voiceKey !== undefined && { voiceKey }),
    updatedAt: new Date(),
  };
  return db.transaction(async (tx) => {
    // Locks the row, so that the answer is what this request made of it.
    await tx.update(Character, { id, accountId }, change);
    const row = await findCharacter(tx, accountId, id);
    const text = JSON.stringify(presentCharacter(row, mediaUrl));
    await storeAnswer(tx, claim, { status: 200, body: text });
    return text;
  });
}

/** Renames a product. See `updateCharacter`. */
export function updateProduct(
  { db, mediaUrl }: UpdateDeps,
  { accountId, id, claim }: Change,
  name: string,
): Promise<string> {
  return db.transaction(async (tx) => {
    await tx.update(Product, { id, accountId }, { name, updatedAt: new Date() });
    const row = await findProduct(tx, accountId, id);
    const text = JSON.stringify(presentProduct(row, mediaUrl));
    await storeAnswer(tx, claim, { status: 200, body: text });
    return text;
  });
}
