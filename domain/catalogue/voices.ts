/** The voices for characters. A voice is a row. */

export interface Voice {
  readonly voice_key: string;
  readonly name: string;
  readonly gender: 'female' | 'male' | 'neutral';
  /** BCP 47. */
  readonly language: string;
  /** In English, for display. */
  readonly accent: string;
  /** Used for characters without a voice. */
  readonly is_default: boolean;
}

const row = (
  voice_key: string,
  name: string,
  gender: Voice['gender'],
  language: string,
  accent: string,
): Voice => ({ voice_key, name, gender, language, accent, is_default: voice_key === 'standard' });

export const VOICES: readonly Voice[] = [
  row('standard', 'Standard', 'neutral', 'en-US', 'American'),
  row('grace', 'Grace', 'female', 'en-US', 'American'),
  row('miles', 'Miles', 'male', 'en-US', 'American'),
  row('harriet', 'Harriet', 'female', 'en-GB', 'British'),
  row('edmund', 'Edmund', 'male', 'en-GB', 'British'),
  row('matilda', 'Matilda', 'female', 'en-AU', 'Australian'),
  row('arjun', 'Arjun', 'male', 'en-IN', 'Indian'),
  row('lena', 'Lena', 'female', 'de-DE', 'German'),
  row('jonas', 'Jonas', 'male', 'de-DE', 'German'),
  row('camille', 'Camille', 'female', 'fr-FR', 'French'),
  row('lucia', 'Lucía', 'female', 'es-ES', 'Castilian'),
  row('mateo', 'Mateo', 'male', 'es-MX', 'Mexican'),
  row('giulia', 'Giulia', 'female', 'it-IT', 'Italian'),
  row('thiago', 'Thiago', 'male', 'pt-BR', 'Brazilian'),
  row('haruka', 'Haruka', 'female', 'ja-JP', 'Japanese'),
  row('wei', 'Wei', 'male', 'zh-CN', 'Mandarin'),
];

export const VOICE_KEYS: readonly string[] = VOICES.map(({ voice_key }) => voice_key);
