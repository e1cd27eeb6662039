import sharp from 'sharp';
import type { ConvertPicture } from '../../domain/ports/convert-picture.js';

/** Nearly as large as the largest picture that we make. */
const INPUT_PIXELS_MAX = 60_000_000;
const JPEG = { quality: 92 } as const;

/** Converts in libvips's threads. Rewrites the XMP packet, which is our provenance. */
export const convertPicture: ConvertPicture = async (picture, format) => {
  const image = sharp(picture, { limitInputPixels: INPUT_PIXELS_MAX });
  const { xmpAsString } = await image.metadata();
  const labelled = xmpAsString ? image.withXmp(xmpAsString) : image;
  return (format === 'jpeg' ? labelled.jpeg(JPEG) : labelled.png()).toBuffer();
};
