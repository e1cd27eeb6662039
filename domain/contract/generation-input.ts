import type { SpeechFormat } from '../catalogue/speech-model.js';

/** An input file of a generation: an object in our store, and its role. */
export interface GenerationInput {
  readonly role:
    | 'scene'
    | 'character'
    | 'product'
    | 'reference'
    | 'start_frame'
    | 'motion'
    | 'narration'
    | 'voice';
  /** A reference's `@tag`; null for other inputs. */
  readonly tag: string | null;
  readonly key: string;
  readonly contentType: string;
}

/** Request options that are stored separately from the request. */
export interface GenerationOptions {
  readonly motionOrientation?: 'video' | 'image';
  /** The text that a voice speaks; absent if the request has none. */
  readonly spoken?: SpokenText;
}

/** Measurements of a stored output that its key does not show. */
export interface OutputFacts {
  readonly bytes: number;
  readonly durationSeconds: number;
}

/** A text, and how it is spoken. */
export interface SpokenText {
  readonly text: string;
  readonly voiceKey: string;
  /** BCP 47 language tag of the text. */
  readonly language: string;
  /** Factor of the tempo. */
  readonly speed: number;
  readonly format: SpeechFormat;
}
