import type { JobMedia, VideoJob } from '../../../domain/ports/provider.js';

/** A part of a body, as JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** How Kie serves one video model. */
export interface VideoEndpoint {
  /** Veo has its own path, a flat body and its own record. */
  readonly api: 'jobs' | 'veo';
  /** Limit of a prompt in characters; null where no page names one. */
  readonly promptMax: number | null;
  /** The prompt in the notation of the model; without this function it is sent as it is. */
  readonly prompt?: (job: VideoJob) => string;
  /** The files to upload after the first frame. @throws {ProviderFailure} when Kie refuses one */
  readonly more?: (job: VideoJob) => readonly JobMedia[];
  /**
   * All fields except the prompt.
   * @param frame address of the first frame
   * @param more addresses of `more`, in its order
   */
  readonly fields: (job: VideoJob, frame: string, more: readonly string[]) => Fields;
}
