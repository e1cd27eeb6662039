import sharp, { type Sharp } from 'sharp';
import { MEDIA_TYPES, PIXELS_MAX } from '../../../domain/catalogue/media-types.js';
import { decodeHeic } from './heic.js';
import { MediaRefused } from '../../../domain/ports/media-refused.js';
import { readPictureHead } from './picture-head.js';
import { sniffHead } from './sniff.js';

/** WebP keeps transparency, but the oldest upstream accepts only JPEG. */
export type PhotoFormat = 'jpeg' | 'webp';

/** No upstream uses more detail from a reference photo. */
const SIDE_MAX_PX = 4096;
const QUALITY = 90;
const SIGNATURE_BYTES = 4100;

/**
 * Makes the stored photo: upright, sRGB, at most 4096 px on its longer side, without EXIF, GPS or
 * other source metadata. In a JPEG, transparent pixels become white.
 *
 * HEIC is decoded in the calling thread, which takes about 0.5 s for 12 megapixels. Therefore
 * `Inspector.normalise` runs this function in its worker.
 * @throws {MediaRefused} when the bytes are not an image of an allowed type
 */
export async function normalisePhoto(bytes: Buffer, format: PhotoFormat = 'webp'): Promise<Buffer> {
  const upright = (await open(bytes))
    .resize(SIDE_MAX_PX, SIDE_MAX_PX, { fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: 10 });
  try {
    if (format === 'webp') return await upright.webp({ quality: QUALITY, effort: 3 }).toBuffer();
    return await upright
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
      .toBuffer();
  } catch (error) {
    throw new MediaRefused('undecodable', { cause: error });
  }
}

/** Opens an image with the decoder for its signature, so libvips never gets an SVG. */
async function open(bytes: Buffer): Promise<Sharp> {
  const type = await sniffHead(bytes.subarray(0, SIGNATURE_BYTES));
  if (!type || MEDIA_TYPES[type].kind !== 'image') throw new MediaRefused('unsupported');
  if (type !== 'image/heic') {
    await readPictureHead(bytes, type);
    return sharp(bytes, { limitInputPixels: PIXELS_MAX }).autoOrient();
  }
  // The decoder has already rotated the image, so an EXIF orientation must not rotate it again.
  const { width, height, data } = await decodeHeic(bytes);
  return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: PIXELS_MAX });
}
