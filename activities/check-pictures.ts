import type { FrameSampler, PictureModeration } from '../domain/ports/moderation.js';
import type { Log } from '../domain/ports/log.js';
import { ProviderFailure, type JobMedia, type ProviderJob } from '../domain/ports/provider.js';

export interface PictureDeps {
  readonly log: Log;
  /** Null where none is configured: pictures and clips then pass. */
  readonly pictureModeration: PictureModeration | null;
  /** Null where clips cannot be looked into. */
  readonly frames: FrameSampler | null;
}

/**
 * Has the pictures of a caller checked before an upstream gets them, with frames of a motion clip.
 * This is done at every try, because an earlier one may have ended without a verdict.
 * @throws {ProviderFailure} `content_blocked`, or that of the moderator or of the sampler
 */
export async function checkPictures(
  { pictureModeration, log, frames }: PictureDeps,
  job: ProviderJob,
  signal: AbortSignal,
): Promise<void> {
  if (!pictureModeration) return;
  const pictures = listPictures(job).map(({ bytes }) => bytes);
  const motion = job.kind === 'video' ? job.motion : null;
  if (frames && motion) pictures.push(...(await frames.sample(motion.clip, signal)));
  if (pictures.length === 0) return;
  const verdict = await pictureModeration.images(pictures, signal);
  if (verdict.allowed) return;
  const said = { moderator: pictureModeration.name, reason: verdict.reason };
  log.warn({ generationId: job.generationId, ...said }, 'pictures are not allowed');
  throw new ProviderFailure('content_blocked', 'A picture of the request is not allowed.', null);
}

function listPictures(job: ProviderJob): JobMedia[] {
  if (job.kind === 'video') return [job.firstFrame, ...job.references.map(({ image }) => image)];
  const { scene, characters, products, references } = job.inputs;
  const tagged = references.map(({ image }) => image);
  return [...(scene ? [scene] : []), ...characters, ...products, ...tagged];
}
