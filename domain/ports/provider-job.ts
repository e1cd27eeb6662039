import type { SpeechFormat } from '../catalogue/speech-model.js';
import type { Voice } from '../catalogue/voices.js';

/** A job's file, as bytes. */
export interface JobMedia {
  readonly bytes: Buffer;
  /** Detected from the bytes, never the declared type. Pictures are always upright WebP. */
  readonly contentType: string;
}

/** A picture that the prompt references by its tag. */
export interface TaggedImage {
  /** `@tag` as the caller spelled it. */
  readonly tag: string;
  readonly image: JobMedia;
}

/** An image job's pictures; absent pictures are null or empty. An edit has no faces. */
export interface JobInputs {
  /** Reference for pose, framing, setting and light; with `edit`, the picture to change. */
  readonly scene: JobMedia | null;
  /** Photos of one face to preserve, the clearest first; 3 or fewer. */
  readonly characters: readonly JobMedia[];
  /** Photos of one item to reproduce faithfully; 3 or fewer. */
  readonly products: readonly JobMedia[];
  /** References in the caller's order; 8 or fewer. */
  readonly references: readonly TaggedImage[];
}

/** Fields of every job. They contain user content, so they never enter a workflow history. */
interface JobFacts {
  /** Stable across retries: sent upstream as the client reference. */
  readonly generationId: string;
  /** The seed for all randomness, 0 to 2147483647; the same for every attempt. */
  readonly seed: number;
  /** The upstream's name for the model: part of a source `{provider, upstreamModel}`. */
  readonly upstreamModel: string;
  /** The attempt's number, 1 for the first attempt at this stage, counted over all sources. */
  readonly attempt: number;
  /** The caller's text, unchanged; may be empty. */
  readonly prompt: string;
}

/** Fields of a job that makes a picture or a clip from a description. */
interface VisualFacts extends JobFacts {
  /**
   * The prompt for a model: the caller's text, the analysis results, and what the inputs require.
   */
  readonly fullPrompt: string;
  readonly aspectRatio: string;
  readonly resolution: string;
  /** Exact output size in pixels; ignored by upstreams that only accept named sizes. */
  readonly width: number;
  readonly height: number;
}

export interface ImageJob extends VisualFacts {
  readonly kind: 'image';
  readonly edit: boolean;
  readonly inputs: JobInputs;
}

export interface VideoJob extends VisualFacts {
  readonly kind: 'video';
  /** Whole seconds, as offered by the model; with `motion`, the measured length, rounded up. */
  readonly seconds: number;
  /**
   * Whether sound is requested. The storage stage mutes clips from models that always produce
   * sound.
   */
  readonly audio: boolean;
  /** The first frame, always present: given by the caller, or generated in the previous stage. */
  readonly firstFrame: JobMedia;
  /** Only for models that accept references besides a first frame, up to their maximum. */
  readonly references: readonly TaggedImage[];
  /** A voice-over or audio reference; only for models that use it. */
  readonly narration: JobMedia | null;
  /** The clip whose movement is transferred. */
  readonly motion: {
    readonly clip: JobMedia;
    readonly orientation: 'video' | 'image';
  } | null;
}

export type VisualJob = ImageJob | VideoJob;

/** Speech. Its `prompt` is the text to speak, of at most `SPEECH_TEXT_MAX` characters. */
export interface SpeechJob extends JobFacts {
  readonly kind: 'speech';
  /** A voice of the catalogue, or the recording of a voice to clone, as WAV or MP3. */
  readonly voice: JobMedia | Voice;
  /** BCP 47 language tag of the text. */
  readonly language: string;
  /** Factor of the tempo, from `SPEECH_SPEED_MIN` to `SPEECH_SPEED_MAX`. */
  readonly speed: number;
  readonly format: SpeechFormat;
}

/** Makes the person in a clip speak. The result is a clip of the same length with this speech. */
export interface LipSyncJob extends JobFacts {
  readonly kind: 'lip_sync';
  readonly clip: JobMedia;
  /** Not longer than the clip. */
  readonly speech: JobMedia;
}

export type ProviderJob = VisualJob | SpeechJob | LipSyncJob;
export type JobKind = ProviderJob['kind'];

/** Speech takes as long as an image, and moving lips take as long as a video. */
export const PACE_OF = {
  image: 'image',
  speech: 'image',
  video: 'video',
  lip_sync: 'video',
} as const satisfies Record<JobKind, 'image' | 'video'>;
