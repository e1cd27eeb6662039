import type { JobMedia } from './provider.js';

/** A moderator's verdict. `reason` is for operators and the log, never for callers. */
export type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: string };

/** Judges texts before they are sent to an upstream. */
export interface Moderation {
  readonly name: string;
  /** @throws {ProviderFailure} when there is no verdict */
  text(text: string, signal: AbortSignal): Promise<Verdict>;
}

/** Judges pictures before they are sent to an upstream. */
export interface PictureModeration {
  readonly name: string;
  /**
   * @param images WebP or PNG, upright
   * @throws {ProviderFailure} when there is no verdict
   */
  images(images: readonly Buffer[], signal: AbortSignal): Promise<Verdict>;
}

/** Takes pictures out of a clip, so that a moderator can judge what it shows. */
export interface FrameSampler {
  /**
   * @returns a few frames over the whole length, in their order, as PNG and upright; at least one
   * @throws {ProviderFailure} when none can be read
   * @throws the abort reason of the signal
   */
  sample(clip: JobMedia, signal: AbortSignal): Promise<readonly Buffer[]>;
}
