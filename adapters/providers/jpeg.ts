import sharp from 'sharp';

const QUALITIES = [95, 85, 70, 50] as const;

/**
 * A picture as JPEG, for upstreams that take no WebP; transparency becomes white.
 * @param bytesMax the quality is lowered until the picture is no larger; the last step counts as it is
 */
export async function asJpeg(bytes: Buffer, bytesMax: number): Promise<Buffer> {
  const picture = sharp(bytes).flatten({ background: '#fff' });
  let jpeg = bytes;
  for (const quality of QUALITIES) {
    jpeg = await picture.clone().jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
    if (jpeg.length <= bytesMax) break;
  }
  return jpeg;
}
