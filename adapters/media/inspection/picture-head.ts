import sharp from 'sharp';
import { type MediaContentType, PIXELS_MAX } from '../../../domain/catalogue/media-types.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';

/**
 * Reads an image's upright size from its header, before anything is decoded.
 *
 * We do not block a libvips loader: a block would apply to the whole process, and our own renderer
 * reads SVG. Instead, the caller has checked the signature, and libvips must detect the same
 * format.
 * @throws {MediaRefused} when the image is not of `type` or has more than 50 megapixels
 */
export async function readPictureHead(
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
