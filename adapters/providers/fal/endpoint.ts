import type { JobMedia, VideoJob } from '../../../domain/ports/provider.js';

/** Returns the URL under which fal reads a file of the job. */
export type Address = (file: JobMedia) => string;

export type Body = Readonly<Record<string, unknown>>;

/** One video endpoint: its capabilities, and how to build its input from a job. */
export interface Endpoint {
  /** The resolutions of the endpoint: our name and fal's name of each. */
  readonly resolutions: Readonly<Record<string, string>>;
  /** Limit in characters; null if fal documents none. */
  readonly promptMax: number | null;
  /** How the prompt refers to the n-th reference. */
  readonly notation?: (index: number) => string;
  /** Pure. The tags in `prompt` are already rewritten; `resolution` is fal's name. */
  readonly input: (job: VideoJob, prompt: string, resolution: string, address: Address) => Body;
}
