import type { MediaContentType } from './media-types.js';

/** The model behind `POST /v1/speech` and the `script` of a video. */
export const SPEECH_MODEL_ID = 'speech';

/** Maximum characters of a text: the limit of the studio. Some upstreams count tokens as well. */
export const SPEECH_TEXT_MAX = 4_000;

/** Factors of the tempo between which every upstream stays intelligible. */
export const SPEECH_SPEED_MIN = 0.5;
export const SPEECH_SPEED_MAX = 2;

export const SPEECH_FORMATS = ['wav', 'mp3'] as const;
export type SpeechFormat = (typeof SPEECH_FORMATS)[number];

/** Content type of each format. */
export const SPEECH_TYPES = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
} as const satisfies Record<SpeechFormat, MediaContentType>;
