import type { FrameSampler, PictureModeration } from '../domain/ports/moderation.js';
import type { Log } from '../domain/ports/log.js';
import { ProviderFailure } from '../domain/ports/provider.js';
import type { JobMedia, ProviderJob } from '../domain/ports/provider-job.js';

export interface PictureDeps {
  readonly log: Log;
  /** Image moderation; null if not configured: images and clips are then not checked. */
  readonly pictureModeration: PictureModeration | null;
  /** Samples frames from clips; null if this worker cannot sample frames. */
  readonly frames: FrameSampler | null;
}

/**
 * Moderates a caller's images, and frames of a motion clip, before an upstream receives them. Runs
 * at every attempt, because an earlier attempt may have ended without a verdict.
 * @throws {ProviderFailure} `content_blocked`, or a failure of the moderator or the sampler
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
  log.warn(
    { generationId: job.generationId, ...said },
    'the moderator blocked the images of a request: it is not sent to the upstream',
  );
  throw new ProviderFailure('content_blocked', 'A picture of the request is not allowed.', null);
}

function listPictures(job: ProviderJob): JobMedia[] {
  if (job.kind === 'speech' || job.kind === 'lip_sync') return [];
  if (job.kind === 'video') return [job.firstFrame, ...job.references.map(({ image }) => image)];
  const { scene, characters, products, references } = job.inputs;
  const tagged = references.map(({ image }) => image);
  return [...(scene ? [scene] : []), ...characters, ...products, ...tagged];
}
