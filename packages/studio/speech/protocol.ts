import type { StudioFailureKind } from '../failure.js';
import type { StudioVoice } from './voices.js';

/** Formats of speech. */
export type SpeechFormat = 'wav' | 'mp3';

/** The worker's input: one prepared text. */
export interface SpeechTask {
  readonly text: string;
  readonly speaker: StudioVoice['speaker'];
  /** Factor of the speaker's pitch. */
  readonly pitch: number;
  /** Factor of the duration. */
  readonly stretch: number;
  readonly format: SpeechFormat;
}

export type SpeechReply =
  | { readonly type: 'done'; readonly bytes: Uint8Array; readonly durationSeconds: number }
  | { readonly type: 'failed'; readonly kind: StudioFailureKind; readonly message: string };
