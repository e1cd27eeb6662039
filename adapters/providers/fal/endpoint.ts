import type { JobMedia, VideoJob } from '../../../domain/ports/provider.js';

/** Gives the address under which fal reads a file of the job. */
export type Address = (file: JobMedia) => string;

export type Body = Readonly<Record<string, unknown>>;

/** One video endpoint: what it makes, and its input out of a job. */
export interface Endpoint {
  /** Our names of the resolutions made there, and fal's. */
  readonly resolutions: Readonly<Record<string, string>>;
  /** Characters; null where no page of fal names a limit. */
  readonly promptMax: number | null;
  /** How the prompt names the n-th reference. */
  readonly notation?: (index: number) => string;
  /** Pure. `prompt` has its tags rewritten, `resolution` is fal's name. */
  readonly input: (job: VideoJob, prompt: string, resolution: string, address: Address) => Body;
}
