import sharp from 'sharp';

/** Pixels of one of our own pictures, which are upright. */
export async function readPictureSize(bytes: Buffer): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
}
