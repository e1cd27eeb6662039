import type { JobMedia } from './provider.js';

/** Takes pictures out of a clip, so that a moderator can judge what it shows. */
export interface FrameSampler {
  /**
   * @returns a few frames over the whole length, in their order, as PNG and upright; at least one
   * @throws {ProviderFailure} when none can be read
   * @throws the abort reason of the signal
   */
  sample(clip: JobMedia, signal: AbortSignal): Promise<readonly Buffer[]>;
}
