import sharp from 'sharp';
import { ProviderFailure } from '../../../domain/ports/provider.js';

/** Models use no more pixels than this, and an image's price depends on its size. */
const SIDE_MAX_PX = 1024;
const QUALITY = 85;
const PIXELS_MAX = 60_000_000;

/**
 * Converts an image to a JPEG data URL, which every server can read. The image's long side has at
 * most 1024 pixels.
 * @throws {ProviderFailure} `rejected` if the bytes are not an image
 */
export async function toDataUrl(image: Buffer): Promise<string> {
  try {
    const jpeg = await sharp(image, { limitInputPixels: PIXELS_MAX })
      .resize(SIDE_MAX_PX, SIDE_MAX_PX, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: QUALITY })
      .toBuffer();
    return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
  } catch (error) {
    const failure = new ProviderFailure('rejected', 'The image is not a readable picture.', 400);
    failure.cause = error;
    throw failure;
  }
}
