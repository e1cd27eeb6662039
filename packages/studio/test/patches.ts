import sharp from 'sharp';

/** Rectangle of one colour. Its position and size are fractions of the picture. */
export type Patch = readonly [x: number, y: number, w: number, h: number, colour: string];

/** Draws a JPEG of flat patches on a background colour. */
export function patches(
  [width, height]: readonly [number, number],
  ground: string,
  list: readonly Patch[] = [],
): Promise<Buffer> {
  const rects = list.map(
    ([x, y, w, h, colour]) =>
      `<rect x="${x * width}" y="${y * height}" width="${w * width}" height="${h * height}" fill="${colour}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${rects.join('')}</svg>`;
  return sharp(Buffer.from(svg))
    .flatten()
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
