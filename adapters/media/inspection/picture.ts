import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { type MediaContentType, PIXELS_MAX } from '../../../domain/catalogue/media-types.js';
import { decodeHeic } from './heic.js';
import type { Inspection } from './inspection.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import { pictureEnd } from './picture-end.js';
import { pictureHead } from './picture-head.js';

/** libvips runs where terminating the worker cannot stop it, so it has a limit of its own. */
const DECODE_SECONDS = 10;

/**
 * Decodes a picture whole and throws the pixels away: heads of pictures prove nothing.
 * @throws {MediaRefused} when it is cut, has more than 50 megapixels or cannot be decoded
 */
export async function inspectPicture(bytes: Buffer, type: MediaContentType): Promise<Inspection> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (type === 'image/heic') {
    const { width, height } = await decodeHeic(bytes);
    return { kind: 'image', contentType: type, width, height, sha256 };
  }
  const end = pictureEnd(bytes, type);
  if (end === null) throw new MediaRefused('truncated');
  const { width, height } = await decodeWithSharp(bytes, type);
  const trailingBytes = bytes.length > end ? bytes.length - end : undefined;
  return { kind: 'image', contentType: type, width, height, trailingBytes, sha256 };
}

/** First frame only: `animated` would decode every page of a bomb. */
async function decodeWithSharp(bytes: Buffer, type: MediaContentType) {
  const upright = await pictureHead(bytes, type);
  try {
    // Down to a thumbnail: all coded data is read, line by line, but the pixels, 200 MB, never meet.
    await sharp(bytes, { limitInputPixels: PIXELS_MAX })
      .timeout({ seconds: DECODE_SECONDS })
      .resize(64, 64, { fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer();
    return upright;
  } catch (error) {
    const timedOut = error instanceof Error && error.message.includes('timeout');
    throw new MediaRefused(timedOut ? 'too_complex' : 'undecodable', { cause: error });
  }
}
