import { StudioFailure } from '../failure.js';

/** A voice as the caller knows it. */
export interface SpeechVoice {
  /** A key with a row in `ROWS` has its own sound; any other sounds like its gender. */
  readonly key: string;
  readonly gender: 'female' | 'male' | 'neutral';
  /** BCP 47 language tag, such as `en-GB`. */
  readonly language: string;
}

/** A voice of the synthesiser: `slt` is a woman, `rms` and `awb` are men. */
type Speaker = 'slt' | 'rms' | 'awb';

/** How the synthesiser speaks as one voice. */
export interface StudioVoice {
  readonly speaker: Speaker;
  /** Factor of the speaker's pitch. It has no effect on `rms`. */
  readonly pitch: number;
  /** Factor of the speaker's tempo. */
  readonly tempo: number;
}

/** Primary language subtags that the studio can speak. */
export const SPEECH_LANGUAGES: readonly string[] = ['en'];

const buildVoice = (speaker: Speaker, pitch: number, tempo: number): StudioVoice => ({
  speaker,
  pitch,
  tempo,
});

const BY_GENDER: Readonly<Record<SpeechVoice['gender'], StudioVoice>> = {
  female: buildVoice('slt', 1, 1),
  male: buildVoice('rms', 1, 1.08),
  // 144 Hz, between the usual pitch of men and women.
  neutral: buildVoice('slt', 0.84, 1),
};

/** Voices with their own sound. They have no accents: the speakers are American and Scottish. */
const ROWS: ReadonlyMap<string, StudioVoice> = new Map([
  ['harriet', buildVoice('slt', 1.1, 0.94)],
  ['edmund', buildVoice('awb', 0.94, 0.96)],
  ['matilda', buildVoice('slt', 1.06, 1.08)],
  ['arjun', buildVoice('awb', 1.08, 1.04)],
]);

/** Thrown for a language that the studio cannot speak. */
export class UnsupportedLanguage extends StudioFailure {
  /** Primary language subtags that it can speak. */
  readonly supported = SPEECH_LANGUAGES;

  constructor(language: string) {
    super(
      'unsupported',
      `The studio cannot speak the language ${language}. It can speak: ${SPEECH_LANGUAGES.join(', ')}.`,
    );
    this.name = 'UnsupportedLanguage';
  }
}

/**
 * Finds the studio's voice for a caller's voice.
 * @throws {UnsupportedLanguage}
 */
export function findStudioVoice({ key, gender, language }: SpeechVoice): StudioVoice {
  const [primary = ''] = language.toLowerCase().split('-');
  if (!SPEECH_LANGUAGES.includes(primary)) throw new UnsupportedLanguage(language);
  return ROWS.get(key) ?? BY_GENDER[gender];
}
