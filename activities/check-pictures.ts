import { ProviderFailure, type JobMedia, type ProviderJob } from '../domain/ports/provider.js';
import type { ScreenDeps } from '../domain/screening/screen-words.js';

/**
 * Has the pictures of a caller checked before an upstream gets them. This is done at every try,
 * because an earlier one may have ended without a verdict.
 * @throws {ProviderFailure} `content_blocked`, or that of the moderator
 */
export async function checkPictures(
  { moderation, log }: ScreenDeps,
  job: ProviderJob,
  signal: AbortSignal,
): Promise<void> {
  const pictures = listPictures(job).map(({ bytes }) => bytes);
  if (pictures.length === 0) return;
  const verdict = await moderation.images(pictures, signal);
  if (verdict.allowed) return;
  log.warn({ generationId: job.generationId, reason: verdict.reason }, 'pictures are not allowed');
  throw new ProviderFailure('content_blocked', 'A picture of the request is not allowed.', null);
}

function listPictures(job: ProviderJob): JobMedia[] {
  if (job.kind === 'video') return [job.firstFrame, ...job.references.map(({ image }) => image)];
  const { scene, characters, products, references } = job.inputs;
  const tagged = references.map(({ image }) => image);
  return [...(scene ? [scene] : []), ...characters, ...products, ...tagged];
}
