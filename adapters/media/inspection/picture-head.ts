import sharp from 'sharp';
import { type MediaContentType, PIXELS_MAX } from '../../../domain/catalogue/media-types.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';

/**
 * Size of a picture, upright, by its head alone: before anything of it is decoded.
 *
 * No loader of libvips is blocked: a block holds for the process, and our own renderer reads SVG. The
 * caller has matched the signature, and the format that libvips then sees must be the same.
 * @throws {MediaRefused} when it is not of `type` or has more than 50 megapixels
 */
export async function pictureHead(
  bytes: Buffer,
  type: MediaContentType,
): Promise<{ width: number; height: number }> {
  try {
    const head = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (`image/${head.format}` !== type) throw new MediaRefused('unsupported');
    if (head.width * head.height > PIXELS_MAX) throw new MediaRefused('too_many_pixels');
    return head.autoOrient;
  } catch (error) {
    throw error instanceof MediaRefused ? error : new MediaRefused('undecodable', { cause: error });
  }
}
