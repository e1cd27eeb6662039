import { ProviderFailure } from '../../domain/ports/provider.js';
import type { ProviderJob, VisualJob } from '../../domain/ports/provider-job.js';

/**
 * Returns a job of a provider that makes only pictures and clips.
 * @throws {ProviderFailure} `rejected` for speech and moving lips; then the next source is tried
 */
export function expectVisual(job: ProviderJob): VisualJob {
  if (job.kind === 'image' || job.kind === 'video') return job;
  throw new ProviderFailure('rejected', 'This provider makes pictures and clips only.');
}
