import type { Voice, VoiceGender } from '../../api/contract';

/** Filters for the voices, stored in the URL. */
export interface VoiceFilters {
  readonly gender?: VoiceGender;
  /** Text to search for in name, accent and language. */
  readonly q?: string;
}

export const GENDERS: readonly VoiceGender[] = ['female', 'male', 'neutral'];

export function readVoiceFilters(search: Record<string, unknown>): VoiceFilters {
  const gender = GENDERS.find((one) => one === search['gender']);
  const q = search['q'];
  return { ...(gender && { gender }), ...(typeof q === 'string' && q !== '' && { q }) };
}

export function isShown(voice: Voice, { gender, q = '' }: VoiceFilters): boolean {
  const words = `${voice.name} ${voice.accent} ${voice.language}`.toLowerCase();
  return (!gender || voice.gender === gender) && words.includes(q.trim().toLowerCase());
}
