import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { type MediaContentType, PIXELS_MAX } from '../../../domain/catalogue/media-types.js';
import { decodeHeic } from './heic.js';
import type { Inspection } from './inspection.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import { findPictureEnd } from './picture-end.js';
import { readPictureHead } from './picture-head.js';

/** libvips keeps running after its worker is terminated, so libvips needs its own limit. */
const DECODE_SECONDS = 10;

/**
 * Decodes a whole image and discards the pixels, because the header alone does not prove that the
 * image is intact.
 * @throws {MediaRefused} when the image is truncated, has more than 50 megapixels or cannot be
 * decoded
 */
export async function inspectPicture(bytes: Buffer, type: MediaContentType): Promise<Inspection> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (type === 'image/heic') {
    const { width, height } = await decodeHeic(bytes);
    return { kind: 'image', contentType: type, width, height, sha256 };
  }
  const end = findPictureEnd(bytes, type);
  if (end === null) throw new MediaRefused('truncated');
  const { width, height } = await decodeWithSharp(bytes, type);
  const trailingBytes = bytes.length > end ? bytes.length - end : undefined;
  return { kind: 'image', contentType: type, width, height, trailingBytes, sha256 };
}

/**
 * Decodes only the first frame; with `animated`, every page of a decompression bomb would be
 * decoded.
 */
async function decodeWithSharp(bytes: Buffer, type: MediaContentType) {
  const upright = await readPictureHead(bytes, type);
  try {
    // Decoding to a thumbnail reads all coded data line by line, without ever holding the 200 MB of
    // pixels in memory.
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
