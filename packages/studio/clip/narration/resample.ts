/**
 * The kernel's zero crossings on each side: 16 keep speech up to 18 kHz, with aliases 80 dB below.
 */
const CROSSINGS = 16;
/** Number of table steps between two crossings. */
const STEPS = 512;
/** Part of the band that is kept; the rest is the filter's slope. */
const KEPT = 0.92;
/** The Kaiser window's shape: a higher value attenuates more, with a wider slope. */
const BETA = 8;

const KERNEL = Float32Array.from({ length: CROSSINGS * STEPS + 2 }, (_, step) => {
  const at = step / STEPS;
  if (at > CROSSINGS) return 0;
  const sinc = at === 0 ? 1 : Math.sin(Math.PI * at) / (Math.PI * at);
  return sinc * (computeBessel(BETA * Math.sqrt(1 - (at / CROSSINGS) ** 2)) / computeBessel(BETA));
});

/**
 * Computes the modified Bessel function of order 0 by its series, which converges quickly for small
 * numbers.
 */
function computeBessel(at: number): number {
  let [sum, term] = [1, 1];
  for (let index = 1; term > sum * 1e-9; index += 1) {
    term *= (at / 2 / index) ** 2;
    sum += term;
  }
  return sum;
}

/**
 * Resamples a sound with a windowed sinc, which adds no new tones, whether the rate rises or falls.
 * @param length number of samples at the new rate; silence follows the sound's end
 */
export function resample(
  samples: Float32Array,
  { from, to, length }: { from: number; to: number; length: number },
): Float32Array {
  const made = new Float32Array(length);
  if (from === to) {
    made.set(samples.subarray(0, length));
    return made;
  }
  // When downsampling, the kernel widens in the same ratio as the band narrows.
  const band = Math.min(1, to / from) * KEPT;
  const reach = CROSSINGS / band;
  for (let index = 0; index < length; index += 1) {
    const at = (index * from) / to;
    const first = Math.max(0, Math.ceil(at - reach));
    const last = Math.min(samples.length - 1, Math.floor(at + reach));
    let sum = 0;
    for (let one = first; one <= last; one += 1) {
      sum += (samples[one] ?? 0) * computeTapWeight(Math.abs(at - one) * band);
    }
    made[index] = sum * band;
  }
  return made;
}

function computeTapWeight(at: number): number {
  const step = at * STEPS;
  const below = Math.floor(step);
  const low = KERNEL[below] ?? 0;
  return low + ((KERNEL[below + 1] ?? 0) - low) * (step - below);
}
