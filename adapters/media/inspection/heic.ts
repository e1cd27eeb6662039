import decode from 'heic-decode';
import { PIXELS_MAX } from '../../../domain/catalogue/media-types.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';

/** Upright pixels, four bytes each. */
export interface HeicPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** A result of heic-decode 2.1; its published types leave out the size and `dispose`. */
interface HeicImage {
  readonly width: number;
  readonly height: number;
  decode(): Promise<HeicPixels>;
}
type HeicImages = readonly HeicImage[] & { dispose(): void };

let used = false;

/**
 * Whether this thread has decoded HEIC: its WebAssembly memory has then grown and never shrinks.
 */
export const hasDecodedHeic = (): boolean => used;

/**
 * Decodes the first picture of a HEIC file; no npm build of libvips has an HEVC decoder. The size
 * is known before any pixel is decoded, and libheif refuses a file whose picture has another size
 * (measured).
 * @throws {MediaRefused} when it has more than 50 megapixels or cannot be decoded
 */
export async function decodeHeic(bytes: Buffer): Promise<HeicPixels> {
  let images: HeicImages | null = null;
  used = true;
  try {
    images = (await decode.all({ buffer: bytes })) as unknown as HeicImages;
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
