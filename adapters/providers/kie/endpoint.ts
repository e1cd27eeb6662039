import type { JobMedia, VideoJob } from '../../../domain/ports/provider.js';

/** A part of a body, as JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** How Kie serves one video model. */
export interface VideoEndpoint {
  /** Veo has a path, a flat body and a record of its own. */
  readonly api: 'jobs' | 'veo';
  /** Characters of a prompt; null where no page says. */
  readonly promptMax: number | null;
  /** The prompt in its notation; as it is where there is none. */
  readonly prompt?: (job: VideoJob) => string;
  /** What goes up after the first frame. @throws {ProviderFailure} when Kie does not take it */
  readonly more?: (job: VideoJob) => readonly JobMedia[];
  /**
   * All but the prompt.
   * @param frame address of the first frame
   * @param more addresses of `more`, in its order
   */
  readonly fields: (job: VideoJob, frame: string, more: readonly string[]) => Fields;
}
