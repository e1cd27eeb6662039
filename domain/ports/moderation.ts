import type { JobMedia } from './provider.js';

/** What a moderator says. `reason` is for operators and the log, never for callers. */
export type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: string };

/** Judges words before an upstream sees them. */
export interface Moderation {
  readonly name: string;
  /** @throws {ProviderFailure} when it cannot say */
  text(text: string, signal: AbortSignal): Promise<Verdict>;
}

/** Judges pictures before an upstream sees them. */
export interface PictureModeration {
  readonly name: string;
  /**
   * @param images WebP or PNG, upright
   * @throws {ProviderFailure} when it cannot say
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
