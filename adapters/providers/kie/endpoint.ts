import type { JobMedia, VideoJob } from '../../../domain/ports/provider.js';

/** A part of a body, as JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** Defines how Kie serves one video model. */
export interface VideoEndpoint {
  /** Veo has its own path, a flat body and its own record. */
  readonly api: 'jobs' | 'veo';
  /** Limit of a prompt in characters; null if not documented. */
  readonly promptMax: number | null;
  /** Builds the prompt in the notation of the model; without this function it is sent unchanged. */
  readonly prompt?: (job: VideoJob) => string;
  /** The files to upload after the first frame. @throws {ProviderFailure} when Kie refuses one */
  readonly more?: (job: VideoJob) => readonly JobMedia[];
  /**
   * Builds all fields except the prompt.
   * @param frame URL of the first frame
   * @param more URLs of `more`, in its order
   */
  readonly fields: (job: VideoJob, frame: string, more: readonly string[]) => Fields;
}
