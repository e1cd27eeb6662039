import decode, { type HeicImages, type HeicPixels } from 'heic-decode';
import { PIXELS_MAX } from '../../../domain/catalogue/media-types.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';

let used = false;

/** Returns whether this thread has decoded HEIC, which grows its WebAssembly memory for good. */
export const hasDecodedHeic = (): boolean => used;

/**
 * Decodes a HEIC file's first image, because no npm build of libvips has an HEVC decoder. The size
 * is known before any pixel is decoded, and libheif refuses a file whose image has another size
 * (measured).
 * @throws {MediaRefused} when the image has more than 50 megapixels or cannot be decoded
 */
export async function decodeHeic(bytes: Buffer): Promise<HeicPixels> {
  let images: HeicImages | null = null;
  used = true;
  try {
    images = await decode.all({ buffer: bytes });
    const [image] = images;
    if (!image) throw new MediaRefused('undecodable');
    if (image.width * image.height > PIXELS_MAX) throw new MediaRefused('too_many_pixels');
    return await image.decode();
  } catch (error) {
    throw error instanceof MediaRefused ? error : new MediaRefused('undecodable', { cause: error });
  } finally {
    images?.dispose();
  }
}
