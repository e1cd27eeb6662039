import type { JobMedia, VideoJob } from '../../../domain/ports/provider-job.js';

/** Returns the URL of a job's file for fal. */
export type Address = (file: JobMedia) => string;

export type Body = Readonly<Record<string, unknown>>;

/** An endpoint of fal, and the model input for it. */
export interface FalOrder {
  /** Path of the endpoint, without a leading slash. */
  readonly endpoint: string;
  /** Builds the model input once every file has a URL. */
  readonly body: (address: Address) => Body;
}

/** Video endpoints that take the same fields, and a function that builds their input from a job. */
export interface Family {
  /** Returns fal's name for a resolution, if it differs from ours. */
  readonly spellResolution?: (resolution: string) => string;
  /** Whether the endpoint animates the image with a motion clip, which the job must then have. */
  readonly takesMotion?: true;
  /** How the prompt refers to the n-th reference. */
  readonly notation?: (index: number) => string;
  /**
   * Builds the input. Pure. The tags in `prompt` are already rewritten; `resolution` is fal's name.
   */
  readonly input: (job: VideoJob, prompt: string, resolution: string, address: Address) => Body;
}
