import sharp from 'sharp';

/** Nearly as large as the largest picture that we make. */
const INPUT_PIXELS_MAX = 60_000_000;
const JPEG = { quality: 92 } as const;

/**
 * Converts a stored picture to another format, in libvips's threads. Rewrites the XMP packet, which
 * is our provenance.
 */
export async function convertPicture(picture: Buffer, format: 'png' | 'jpeg'): Promise<Buffer> {
  const image = sharp(picture, { limitInputPixels: INPUT_PIXELS_MAX });
  const { xmpAsString } = await image.metadata();
  const labelled = xmpAsString ? image.withXmp(xmpAsString) : image;
  return (format === 'jpeg' ? labelled.jpeg(JPEG) : labelled.png()).toBuffer();
}
