import type { JobMedia, VideoJob } from '../../../domain/ports/provider-job.js';

/** Part of a request body, as JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** Kie's video models that take the same fields. */
export interface Family {
  /** The API that the family uses. Veo has its own path, a flat body and its own record. */
  readonly api: 'jobs' | 'veo';
  /**
   * Builds the prompt in the model's notation; without this function, the prompt is sent unchanged.
   */
  readonly prompt?: (job: VideoJob) => string;
  /**
   * Returns the files to upload after the first frame.
   * @throws {ProviderFailure} when Kie refuses one
   */
  readonly more?: (job: VideoJob) => readonly JobMedia[];
  /**
   * Builds all fields except the prompt.
   * @param frame URL of the first frame
   * @param more URLs of `more`, in its order
   * @param ratios ratios that Kie accepts for this model
   */
  readonly fields: (
    job: VideoJob,
    frame: string,
    more: readonly string[],
    ratios: readonly string[],
  ) => Fields;
}
