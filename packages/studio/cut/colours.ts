import type { Raster } from '../analysis/open.js';

/** Quantizes colours to a few levels of red, green and blue, and counts them by region. */

const LEVELS = 14;

/** Computes each pixel's quantized colour, as a number. */
export function computeBins({ data, info }: Raster): Uint16Array {
  const bins = new Uint16Array(info.width * info.height);
  const level = (at: number) => Math.floor(((data[at] ?? 0) * LEVELS) / 256);
  for (let at = 0; at < bins.length; at += 1) {
    bins[at] = (level(3 * at) * LEVELS + level(3 * at + 1)) * LEVELS + level(3 * at + 2);
  }
  return bins;
}

/** Computes each colour's frequency among the pixels of one kind; the frequencies sum up to 1. */
export function computeShares(bins: Uint16Array, kinds: Uint8Array, kind: number): Float32Array {
  const share = new Float32Array(LEVELS ** 3);
  let count = 0;
  for (let at = 0; at < bins.length; at += 1) {
    if (kinds[at] !== kind) continue;
    const bin = bins[at] ?? 0;
    share[bin] = (share[bin] ?? 0) + 1;
    count += 1;
  }
  return share.map((of) => of / Math.max(1, count));
}
