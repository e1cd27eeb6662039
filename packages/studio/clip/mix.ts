import type { Stereo } from './narration/stereo.js';

/** 12 decibels less. */
const UNDER_VOICE = 10 ** (-12 / 20);
/** One decibel below full scale: the encoder adds a little to the highest peaks. */
const PEAK_MAX = 10 ** (-1 / 20);

/**
 * The rule of every clip with a narration: the narration keeps the level at which it was given, the
 * ambience lies 12 dB lower than it would alone, from the first moment to the last; and if their sum
 * came closer than 1 dB to full scale, all of it is turned down until it does not.
 *
 * @param ambience left and right in turn, as long as the narration
 * @returns the same
 */
export function mixUnder(ambience: Float32Array, { left, right }: Stereo): Float32Array {
  const mixed = ambience.map((sample, index) => {
    const voice = index % 2 === 0 ? left : right;
    return sample * UNDER_VOICE + (voice[index >> 1] ?? 0);
  });
  const peak = mixed.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return peak <= PEAK_MAX ? mixed : mixed.map((sample) => (sample * PEAK_MAX) / peak);
}
