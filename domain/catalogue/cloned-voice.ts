/** Maximum cloned voices of an account. */
export const CLONED_VOICES_MAX = 50;

/** Length of a recording in seconds. Chatterbox uses the first ten. */
export const RECORDING_SECONDS_MIN = 5;
export const RECORDING_SECONDS_MAX = 60;

/** Maximum bytes of a recording, which is sent with each text: a minute of stereo WAV has 12 MB. */
export const RECORDING_BYTES_MAX = 15_000_000;

/** Content types that every upstream reads, with the extension of the object key. */
export const RECORDING_TYPES = { 'audio/wav': 'wav', 'audio/mpeg': 'mp3' } as const;

/** Primary language subtags in which a voice can be cloned. */
export const CLONED_LANGUAGES: readonly string[] =
  'ar da de el en es fi fr he hi it ja ko ms nl no pl pt ru sv sw tr zh'.split(' ');

/** Pattern of a cloned voice's key. */
export const CLONED_KEY = 'vce_[0-9a-f]{32}';

const WHOLE = new RegExp(`^${CLONED_KEY}$`);

/** Returns whether a voice key belongs to a cloned voice of some account. */
export const isClonedKey = (key: string): boolean => WHOLE.test(key);
