import type { EntityManager } from 'typeorm';
import { queryOne } from '../../entities/rows.js';
import { isClonedKey } from '../catalogue/cloned-voice.js';
import { refuseInvalid } from '../contract/refusal.js';
import { findVoiceByKey } from './find-voices.js';

/**
 * Checks that an account can use the `voice_key` of a request.
 * @throws {Refusal} VALIDATION_ERROR for a deleted voice, and for a voice of another account
 */
export async function expectVoice(
  db: EntityManager,
  accountId: string,
  key: string | null | undefined,
): Promise<void> {
  if (typeof key === 'string' && !(await findVoiceByKey(db, accountId, key))) {
    throw refuseVoiceKey(key);
  }
}

/** Builds the refusal of a `voice_key` that the account does not have. */
export const refuseVoiceKey = (key: string) =>
  refuseInvalid([
    {
      path: 'body.voice_key',
      message: `${key} is not a voice of this account, or it was deleted; list the voices with GET /v1/voices`,
    },
  ]);

const LOCK = 'SELECT 1 FROM voice WHERE id = $1 AND account_id = $2 FOR KEY SHARE';

/**
 * Keeps the cloned voice of a character from being deleted until the transaction has ended. A later
 * deletion then finds the character.
 * @throws {Refusal} VALIDATION_ERROR if the voice was deleted during the request
 */
export async function lockVoice(
  tx: EntityManager,
  accountId: string,
  key: string | null | undefined,
): Promise<void> {
  if (typeof key !== 'string' || !isClonedKey(key)) return;
  if (!(await queryOne(tx, LOCK, [key, accountId]))) throw refuseVoiceKey(key);
}
