import type { EntityManager } from 'typeorm';
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
