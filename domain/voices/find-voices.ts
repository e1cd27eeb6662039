import type { EntityManager } from 'typeorm';
import { Voice as VoiceRow } from '../../entities/voice.js';
import { CLONED_VOICES_MAX, isClonedKey } from '../catalogue/cloned-voice.js';
import { VOICES, type Voice } from '../catalogue/voices.js';
import type { ClonedVoice } from '../contract/voice.js';

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** Converts a row to a voice. */
export function toVoice(row: VoiceRow): ClonedVoice {
  const { id, name, gender, language, recording, speaker, statement, createdAt } = row;
  return {
    voice_key: id,
    name,
    gender,
    language,
    accent: languageNames.of(language) ?? language,
    is_default: false,
    upstream: { recording },
    consent: { speaker, statement },
    createdAt,
  };
}

/** Lists an account's cloned voices, oldest first, so that new ones do not shift a list's pages. */
export async function findClonedVoices(
  db: EntityManager,
  accountId: string,
): Promise<ClonedVoice[]> {
  const rows = await db.find(VoiceRow, {
    where: { accountId },
    order: { createdAt: 'ASC', id: 'ASC' },
    take: CLONED_VOICES_MAX,
  });
  return rows.map(toVoice);
}

/**
 * Finds a voice of the catalogue or of an account by its key.
 * @returns null if there is none, also if it belongs to another account
 */
export async function findVoiceByKey(
  db: EntityManager,
  accountId: string,
  key: string,
): Promise<ClonedVoice | Voice | null> {
  if (!isClonedKey(key)) return VOICES.find(({ voice_key: one }) => one === key) ?? null;
  const row = await db.findOneBy(VoiceRow, { id: key, accountId });
  return row && toVoice(row);
}
