import type { OverlayOptions } from 'sharp';
import { createRandom } from './picture/random.js';

const TILE_PX = 256;
/** Swing around middle grey, of 255: visible as paper, not as noise; also hides banding in skies. */
const SWING = 8;

/**
 * Grey noise that lies over a whole picture.
 * @param seed of the picture: an edit that leaves nothing else to chance has another paper with
 *   another seed
 */
export function grain(seed: number | 'portrait'): OverlayOptions {
  const random = createRandom(seed === 'portrait' ? 'paper' : `paper\n${seed}`);
  const input = Buffer.alloc(TILE_PX * TILE_PX);
  for (let at = 0; at < input.length; at += 1) {
    // Two throws: small deviations are more frequent than large ones, as in film.
    input[at] = 128 + Math.round(SWING * (random.next() + random.next() - 1) * 1.6);
  }
  const raw = { width: TILE_PX, height: TILE_PX, channels: 1 } as const;
  return { input, raw, tile: true, blend: 'soft-light' };
}
