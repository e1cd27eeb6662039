/**
 * Names of a voice at the upstreams. A voice without a name there cannot be spoken by that
 * upstream. Kokoro and MiniMax are models at fal.
 */
export interface UpstreamVoices {
  readonly openai?: string;
  readonly elevenlabs?: string;
  readonly kokoro?: string;
  readonly minimax?: string;
  /** Object key of a recording, for upstreams that clone the voice in it. */
  readonly recording?: string;
}

export type VoiceSet = keyof UpstreamVoices;

/** A voice for characters: a row of the catalogue, or an account's cloned voice. */
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
  /** Never shown to callers. */
  readonly upstream: UpstreamVoices;
}

/** The voice of requests and characters without another one. */
export const DEFAULT_VOICE_KEY = 'standard';

const buildVoice = (
  voice_key: string,
  name: string,
  gender: Voice['gender'],
  language: string,
  accent: string,
  upstream: UpstreamVoices,
): Voice => ({
  voice_key,
  name,
  gender,
  language,
  accent,
  is_default: voice_key === DEFAULT_VOICE_KEY,
  upstream,
});

/**
 * The voices that every account has. To add a voice, add a row.
 *
 * The voices of OpenAI, ElevenLabs and MiniMax speak every language, so two voices of different
 * languages may have the same name there.
 */
export const VOICES: readonly Voice[] = [
  buildVoice('standard', 'Standard', 'neutral', 'en-US', 'American', {
    openai: 'alloy',
    elevenlabs: 'dvbL7qkNGZY1IqPGZAjM',
    kokoro: 'af_alloy',
    minimax: 'Friendly_Person',
  }),
  buildVoice('grace', 'Grace', 'female', 'en-US', 'American', {
    openai: 'coral',
    elevenlabs: 'OZ0L6eISlOejga3XjDFt',
    kokoro: 'af_heart',
    minimax: 'Calm_Woman',
  }),
  buildVoice('miles', 'Miles', 'male', 'en-US', 'American', {
    openai: 'ash',
    elevenlabs: 'AaOhDHYJ1XLZk74lXhdE',
    kokoro: 'am_michael',
    minimax: 'Patient_Man',
  }),
  buildVoice('harriet', 'Harriet', 'female', 'en-GB', 'British', {
    openai: 'shimmer',
    elevenlabs: 'BFd5oBc2DDna33pSi4Gf',
    kokoro: 'bf_emma',
    minimax: 'Wise_Woman',
  }),
  buildVoice('edmund', 'Edmund', 'male', 'en-GB', 'British', {
    openai: 'fable',
    elevenlabs: '6WwXjDDEMyNmFG95zycZ',
    kokoro: 'bm_george',
    minimax: 'Elegant_Man',
  }),
  buildVoice('matilda', 'Matilda', 'female', 'en-AU', 'Australian', {
    openai: 'sage',
    minimax: 'Lively_Girl',
  }),
  buildVoice('arjun', 'Arjun', 'male', 'en-IN', 'Indian', {
    openai: 'echo',
    minimax: 'Casual_Guy',
  }),
  buildVoice('lena', 'Lena', 'female', 'de-DE', 'German', {
    openai: 'nova',
    elevenlabs: 'WQP7cQUF5aAS6Axh5yaa',
    minimax: 'Calm_Woman',
  }),
  buildVoice('jonas', 'Jonas', 'male', 'de-DE', 'German', {
    openai: 'onyx',
    elevenlabs: 'fnYMz3F5gMEDGMWcH1ex',
    minimax: 'Deep_Voice_Man',
  }),
  buildVoice('camille', 'Camille', 'female', 'fr-FR', 'French', {
    openai: 'shimmer',
    elevenlabs: '22N9cF8z0o7y23njdyaY',
    kokoro: 'ff_siwis',
    minimax: 'Inspirational_girl',
  }),
  buildVoice('lucia', 'Lucía', 'female', 'es-ES', 'Castilian', {
    openai: 'nova',
    elevenlabs: 'OZ0L6eISlOejga3XjDFt',
    kokoro: 'ef_dora',
    minimax: 'Calm_Woman',
  }),
  buildVoice('mateo', 'Mateo', 'male', 'es-MX', 'Mexican', {
    openai: 'ash',
    elevenlabs: '8dEUmyPMdDdK91vboYih',
    kokoro: 'em_alex',
    minimax: 'Casual_Guy',
  }),
  buildVoice('giulia', 'Giulia', 'female', 'it-IT', 'Italian', {
    openai: 'coral',
    elevenlabs: 'WQP7cQUF5aAS6Axh5yaa',
    kokoro: 'if_sara',
    minimax: 'Lively_Girl',
  }),
  buildVoice('thiago', 'Thiago', 'male', 'pt-BR', 'Brazilian', {
    openai: 'echo',
    elevenlabs: 'AaOhDHYJ1XLZk74lXhdE',
    kokoro: 'pm_alex',
    minimax: 'Determined_Man',
  }),
  buildVoice('haruka', 'Haruka', 'female', 'ja-JP', 'Japanese', {
    openai: 'sage',
    elevenlabs: 'OZ0L6eISlOejga3XjDFt',
    kokoro: 'jf_alpha',
    minimax: 'Lovely_Girl',
  }),
  buildVoice('wei', 'Wei', 'male', 'zh-CN', 'Mandarin', {
    openai: 'onyx',
    elevenlabs: '8dEUmyPMdDdK91vboYih',
    kokoro: 'zm_yunxi',
    minimax: 'Patient_Man',
  }),
];

/** Finds the default voice. */
export function findDefaultVoice(): Voice {
  const voice = VOICES.find(({ is_default: isDefault }) => isDefault);
  if (!voice) throw new TypeError('The catalogue has no default voice.');
  return voice;
}

/** Primary language subtags that the studio speaks. */
export const STUDIO_LANGUAGES: readonly string[] = ['en'];

/** Returns whether this machine can speak a language, given as a BCP 47 tag. */
export const isSpokenHere = (language: string): boolean =>
  STUDIO_LANGUAGES.includes(findPrimaryLanguage(language));

/** Returns whether this machine can speak with a voice of the catalogue. */
export const isSpoken = ({ language }: Pick<Voice, 'language'>): boolean => isSpokenHere(language);

/** Returns the primary subtag of a BCP 47 tag in lower case: `en` for `en-GB`. */
export const findPrimaryLanguage = (tag: string): string => tag.split('-')[0]!.toLowerCase();

export const VOICE_KEYS: readonly string[] = VOICES.map(({ voice_key }) => voice_key);
