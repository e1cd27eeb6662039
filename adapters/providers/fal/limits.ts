import { ProviderFailure } from '../../../domain/ports/provider.js';
import type { VideoJob } from '../../../domain/ports/provider-job.js';
import type { Family } from './family.js';

/** Limits for motion clips (Kling) and audio (Wan 2.6), from their model pages. */
const CLIP_BYTES_MAX = 100_000_000;
const SOUND_BYTES_MAX = 15_000_000;
export const SOUND_TYPES = ['audio/wav', 'audio/mpeg'];

/**
 * Refuses files that a video's endpoint does not accept.
 * @throws {ProviderFailure} `rejected`
 */
export function checkFiles({ motion, narration }: VideoJob, { takesMotion }: Family): void {
  if ((takesMotion ?? false) !== (motion !== null)) {
    throw buildFalRefusal('moves a picture by a clip with motion control only, and always');
  }
  if (motion !== null && motion.clip.bytes.length > CLIP_BYTES_MAX) {
    throw buildFalRefusal('takes motion clips of 100 MB');
  }
  if (narration === null) return;
  if (narration.bytes.length > SOUND_BYTES_MAX || !SOUND_TYPES.includes(narration.contentType)) {
    throw buildFalRefusal('takes sound of 15 MB, as WAV or MP3');
  }
}

/** Builds the failure of a job that fal cannot make. */
export const buildFalRefusal = (why: string) => new ProviderFailure('rejected', `fal ${why}.`);
