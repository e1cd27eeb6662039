/** Maximum cloned voices of an account. */
export const CLONED_VOICES_MAX = 50;

/** Length of a recording in seconds. Chatterbox uses the first ten. */
export const RECORDING_SECONDS_MIN = 5;
export const RECORDING_SECONDS_MAX = 60;

/** Maximum bytes of a recording, which is sent with each text: a minute of stereo WAV has 12 MB. */
export const RECORDING_BYTES_MAX = 15_000_000;

/** Content types that every upstream reads, with the extension of the object key. */
export const RECORDING_TYPES = { 'audio/wav': 'wav', 'audio/mpeg': 'mp3' } as const;

/** Primary language subtags in which a voice can be cloned, with Chatterbox's names. */
export const CLONED_LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  ar: 'arabic',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  he: 'hebrew',
  hi: 'hindi',
  it: 'italian',
  ja: 'japanese',
  ko: 'korean',
  ms: 'malay',
  nb: 'norwegian',
  nl: 'dutch',
  no: 'norwegian',
  pl: 'polish',
  pt: 'portuguese',
  ru: 'russian',
  sv: 'swedish',
  sw: 'swahili',
  tr: 'turkish',
  zh: 'chinese',
};

export const CLONED_LANGUAGES: readonly string[] = Object.keys(CLONED_LANGUAGE_NAMES);

/**
 * Converts a language tag to its usual form: `EN-gb` to `en-GB`.
 * @throws {RangeError} for a text that is not a BCP 47 tag
 */
export const toCanonicalTag = (tag: string): string => Intl.getCanonicalLocales(tag)[0] ?? tag;

/** Pattern of a cloned voice's key. */
export const CLONED_KEY = 'vce_[0-9a-f]{32}';

const WHOLE = new RegExp(`^${CLONED_KEY}$`);

/** Returns whether a voice key belongs to a cloned voice of some account. */
export const isClonedKey = (key: string): boolean => WHOLE.test(key);
