import type { EntityManager } from 'typeorm';
import { findContentType, parseKey } from '../catalogue/object-keys.js';
import { findDefaultVoice, type Voice } from '../catalogue/voices.js';
import type { GenerationInput } from '../contract/generation-input.js';
import { findCharacter } from '../subjects/find-subject.js';
import { refuseVoiceKey } from '../voices/expect-voice.js';
import { findVoiceByKey } from '../voices/find-voices.js';

/** The fields of a request that choose a voice. */
interface VoiceChoice {
  readonly voice_key?: string | undefined;
  readonly character_id?: string | undefined;
}

/**
 * Finds the voice of a request: its own, otherwise the voice of its character, otherwise the default
 * voice. A character whose voice no longer exists has the default voice.
 * @throws {Refusal} NOT_FOUND for an unknown character, VALIDATION_ERROR for an unknown voice
 */
export async function chooseVoice(
  db: EntityManager,
  accountId: string,
  { voice_key: key, character_id: characterId }: VoiceChoice,
): Promise<Voice> {
  if (key !== undefined) {
    const voice = await findVoiceByKey(db, accountId, key);
    if (!voice) throw refuseVoiceKey(key);
    return voice;
  }
  if (characterId === undefined) return findDefaultVoice();
  const { voiceKey } = await findCharacter(db, accountId, characterId, 'character_id');
  const voice = voiceKey === null ? null : await findVoiceByKey(db, accountId, voiceKey);
  return voice ?? findDefaultVoice();
}

/** Builds the inputs of work that speaks with a voice: the recording of a cloned voice. */
export function buildVoiceInputs({ upstream: { recording: key } }: Voice): GenerationInput[] {
  if (key === undefined) return [];
  const parts = parseKey(key);
  const contentType = parts && findContentType(parts);
  if (!contentType) throw new TypeError('A recording has a key without a type.');
  return [{ role: 'voice', tag: null, key, contentType }];
}
