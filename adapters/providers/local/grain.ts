import sharp from 'sharp';
import { createRandom } from './picture/random.js';

const TILE_PX = 256;
/** Swing around middle grey, of 255: visible as paper, not as noise; also hides banding in skies. */
const SWING = 8;

/**
 * A grey noise tile as PNG.
 * @param seed of the picture: an edit that leaves nothing else to chance has another paper with another seed
 */
export function grain(seed: number | 'portrait'): Promise<Buffer> {
  const random = createRandom(seed === 'portrait' ? 'paper' : `paper\n${seed}`);
  const pixels = Buffer.alloc(TILE_PX * TILE_PX);
  for (let at = 0; at < pixels.length; at += 1) {
    // Two throws: small deviations are more frequent than large ones, as in film.
    pixels[at] = 128 + Math.round(SWING * (random.next() + random.next() - 1) * 1.6);
  }
  return sharp(pixels, { raw: { width: TILE_PX, height: TILE_PX, channels: 1 } })
    .png()
    .toBuffer();
}
