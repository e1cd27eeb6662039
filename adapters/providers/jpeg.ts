import sharp from 'sharp';

const QUALITIES = [95, 85, 70, 50] as const;

/**
 * Converts an image to JPEG, for upstreams that do not accept WebP; transparency becomes white.
 * @param bytesMax lowers the quality until the image fits; the lowest quality is always accepted
 */
export async function toJpeg(bytes: Buffer, bytesMax: number): Promise<Buffer> {
  const picture = sharp(bytes).flatten({ background: '#fff' });
  let jpeg = bytes;
  for (const quality of QUALITIES) {
    jpeg = await picture.clone().jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
    if (jpeg.length <= bytesMax) break;
  }
  return jpeg;
}
