import type { Stereo } from './narration/stereo.js';

/** Factor for 12 dB quieter. */
const UNDER_VOICE = 10 ** (-12 / 20);
/** Factor for 1 dB below full scale, because the encoder slightly raises the highest peaks. */
const PEAK_MAX = 10 ** (-1 / 20);

/**
 * Mixes a narration with an ambience, by one rule for every clip: the narration keeps its level,
 * and the ambience is 12 dB quieter than alone, from start to end. If the sum comes within 1 dB of
 * full scale, everything is turned down until it does not.
 *
 * @param ambience left and right interleaved, as long as the narration
 * @returns the mix in the same form
 */
export function mixUnder(ambience: Float32Array, { left, right }: Stereo): Float32Array {
  const mixed = ambience.map((sample, index) => {
    const voice = index % 2 === 0 ? left : right;
    return sample * UNDER_VOICE + (voice[index >> 1] ?? 0);
  });
  const peak = mixed.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return peak <= PEAK_MAX ? mixed : mixed.map((sample) => (sample * PEAK_MAX) / peak);
}
