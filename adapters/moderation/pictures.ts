import { createRequire } from 'node:module';
import sharp from 'sharp';
import type { Verdict } from '../../domain/ports/moderation.js';
import { ProviderFailure } from '../../domain/ports/provider.js';
import { LIMITS, verdictOf, type Limit } from './picture-classes.js';
import { SIDE_PX } from './picture-protocol.js';
import type { PictureThread } from './picture-thread.js';

/** 170 MB that an operator may leave out: without these packages, pictures pass unchecked. */
const PACKAGES = [
  'nsfwjs/models/mobilenet_v2_mid',
  '@tensorflow/tfjs-core',
  '@tensorflow/tfjs-converter',
  '@tensorflow/tfjs-backend-wasm',
];
const PIXELS_MAX = 60_000_000;

/** Whether this machine can check pictures. */
export function canSeePictures(): boolean {
  const { resolve } = createRequire(import.meta.url);
  try {
    return PACKAGES.every((name) => resolve(name) !== '');
  } catch {
    return false;
  }
}

/**
 * Checks pictures one after the other, and stops at the first that is refused.
 * @throws {ProviderFailure} when one cannot be judged
 */
export async function judgePictures(
  thread: PictureThread,
  images: readonly Buffer[],
  signal: AbortSignal,
  limits: readonly Limit[] = LIMITS,
): Promise<Verdict> {
  for (const image of images) {
    const probabilities = await thread.classify(await readPixels(image), signal);
    const verdict = verdictOf(probabilities, limits);
    if (!verdict.allowed) return verdict;
  }
  return { allowed: true };
}

/** Reads the pixels of the whole picture, squeezed into the square that the model needs. */
async function readPixels(image: Buffer): Promise<Buffer> {
  try {
    return await sharp(image, { limitInputPixels: PIXELS_MAX })
      .resize(SIDE_PX, SIDE_PX, { fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer();
  } catch (error) {
    const failure = new ProviderFailure('rejected', 'The image is not a readable picture.', 400);
    failure.cause = error;
    throw failure;
  }
}
