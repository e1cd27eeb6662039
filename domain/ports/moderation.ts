import type { JobMedia } from './provider-job.js';

/** A moderator's verdict. `reason` is for operators and the log, never for callers. */
export type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: string };

/** Judges texts before they are sent to an upstream. */
export interface Moderation {
  readonly name: string;
  /**
   * Judges a text.
   * @throws {ProviderFailure} if there is no verdict
   */
  text(text: string, signal: AbortSignal): Promise<Verdict>;
}

/** Judges pictures before they are sent to an upstream. */
export interface PictureModeration {
  readonly name: string;
  /**
   * Judges pictures.
   * @param images WebP or PNG, upright
   * @throws {ProviderFailure} if there is no verdict
   */
  images(images: readonly Buffer[], signal: AbortSignal): Promise<Verdict>;
}

/** Takes frames from a clip, so that a moderator can judge what it shows. */
export interface FrameSampler {
  /**
   * Takes a few frames.
   * @returns one or more frames that cover the whole length, in order, as upright PNG
   * @throws {ProviderFailure} if no frame can be read
   * @throws the signal's abort reason
   */
  sample(clip: JobMedia, signal: AbortSignal): Promise<readonly Buffer[]>;
}
