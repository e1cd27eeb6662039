import sharp from 'sharp';
import { ProviderFailure } from '../../../domain/ports/provider.js';

/** Models see no more than this, and pictures are paid by size. */
const SIDE_MAX_PX = 1024;
const QUALITY = 85;
const PIXELS_MAX = 60_000_000;

/**
 * A picture as a JPEG data URL, its long side at most 1024 pixels: the format that every server reads.
 * @throws {ProviderFailure} `rejected` when the bytes are no picture
 */
export async function dataUrlOf(image: Buffer): Promise<string> {
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
