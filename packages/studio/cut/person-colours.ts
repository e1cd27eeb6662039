import type { Raster } from '../analysis/open.js';

/** Learns which colours a person has and which the background has. */

/** Levels of red, green and blue. */
const LEVELS = 16;
const AXES = [1, LEVELS, LEVELS * LEVELS] as const;
/** Frequency of a colour that no sample has. */
const UNSEEN = 2e-4;
/** Limit of what one colour can prove, as a logarithm. */
const PROOF_MAX = 2.5;

/** Computes each pixel's quantized colour, as a number. */
export function computeBins({ data, info }: Raster): Uint16Array {
  const level = (at: number) => ((data[at] ?? 0) * LEVELS) >> 8;
  return Uint16Array.from(
    { length: info.width * info.height },
    (_, at) => (level(3 * at) * LEVELS + level(3 * at + 1)) * LEVELS + level(3 * at + 2),
  );
}

/** Computes the frequency of each colour, shared with its neighbours, because light varies. */
function computeShares(bins: Uint16Array, labels: Uint8Array, label: number): Float32Array {
  let shares = new Float32Array(LEVELS ** 3);
  let count = 0;
  bins.forEach((bin, at) => {
    if (labels[at] !== label) return;
    shares[bin] = (shares[bin] ?? 0) + 1;
    count += 1;
  });
  for (const axis of AXES) {
    shares = shares.map((share, bin) => {
      const level = Math.floor(bin / axis) % LEVELS;
      const before = level > 0 ? (shares[bin - axis] ?? 0) : share;
      const after = level < LEVELS - 1 ? (shares[bin + axis] ?? 0) : share;
      return share / 2 + (before + after) / 4;
    });
  }
  return shares.map((share) => share / Math.max(1, count));
}

/**
 * Computes for each colour whether it is the person's (positive) or the background's (negative).
 * @param labels each pixel's label, `person` or `ground`; others are not counted
 */
export function weighColours(
  bins: Uint16Array,
  labels: Uint8Array,
  { person, ground }: Readonly<Record<'person' | 'ground', number>>,
): Float32Array {
  const grounds = computeShares(bins, labels, ground);
  return computeShares(bins, labels, person).map((share, bin) => {
    const proof = Math.log((share + UNSEEN) / ((grounds[bin] ?? 0) + UNSEEN));
    return Math.max(-PROOF_MAX, Math.min(PROOF_MAX, proof));
  });
}
