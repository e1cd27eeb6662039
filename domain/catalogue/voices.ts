/** A voice for characters. To add a voice, add a row. */

export interface Voice {
  readonly voice_key: string;
  readonly name: string;
  readonly gender: 'female' | 'male' | 'neutral';
  /** BCP 47 language tag. */
  readonly language: string;
  /** Accent in English, for display. */
  readonly accent: string;
  /** Whether this is the default voice. */
  readonly is_default: boolean;
}

/** The voice of requests and characters without another one. */
export const DEFAULT_VOICE_KEY = 'standard';

const buildVoice = (
  voice_key: string,
  name: string,
  gender: Voice['gender'],
  language: string,
  accent: string,
): Voice => ({
  voice_key,
  name,
  gender,
  language,
  accent,
  is_default: voice_key === DEFAULT_VOICE_KEY,
});

export const VOICES: readonly Voice[] = [
  buildVoice('standard', 'Standard', 'neutral', 'en-US', 'American'),
  buildVoice('grace', 'Grace', 'female', 'en-US', 'American'),
  buildVoice('miles', 'Miles', 'male', 'en-US', 'American'),
  buildVoice('harriet', 'Harriet', 'female', 'en-GB', 'British'),
  buildVoice('edmund', 'Edmund', 'male', 'en-GB', 'British'),
  buildVoice('matilda', 'Matilda', 'female', 'en-AU', 'Australian'),
  buildVoice('arjun', 'Arjun', 'male', 'en-IN', 'Indian'),
  buildVoice('lena', 'Lena', 'female', 'de-DE', 'German'),
  buildVoice('jonas', 'Jonas', 'male', 'de-DE', 'German'),
  buildVoice('camille', 'Camille', 'female', 'fr-FR', 'French'),
  buildVoice('lucia', 'Lucía', 'female', 'es-ES', 'Castilian'),
  buildVoice('mateo', 'Mateo', 'male', 'es-MX', 'Mexican'),
  buildVoice('giulia', 'Giulia', 'female', 'it-IT', 'Italian'),
  buildVoice('thiago', 'Thiago', 'male', 'pt-BR', 'Brazilian'),
  buildVoice('haruka', 'Haruka', 'female', 'ja-JP', 'Japanese'),
  buildVoice('wei', 'Wei', 'male', 'zh-CN', 'Mandarin'),
];

/** Primary language subtags that the studio speaks. */
export const STUDIO_LANGUAGES: readonly string[] = ['en'];

/** Returns whether this machine can speak a language, given as a BCP 47 tag. */
export const isSpokenHere = (language: string): boolean =>
  STUDIO_LANGUAGES.includes(language.toLowerCase().split('-')[0] ?? '');

/** Returns whether this machine can speak with a voice. */
export const isSpoken = ({ language }: Voice): boolean => isSpokenHere(language);

export const VOICE_KEYS: readonly string[] = VOICES.map(({ voice_key }) => voice_key);
