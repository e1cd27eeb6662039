import sharp from 'sharp';

/** Reads the size in pixels of one of our own images, which are upright. */
export async function readPictureSize(bytes: Buffer): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
}
