import type { SoundPiece } from './piece.js';
import { mixToStereo, type ChannelOrder, type Stereo } from './stereo.js';

/** Higher than any microphone's rate, because a header may contain any number. */
const RATE_MAX = 384_000;

/** Stereo sound with its sample rate. */
export interface Sound extends Stereo {
  readonly rate: number;
}

/** The part of the decoded stream to keep. */
export interface WantedSound {
  readonly order: ChannelOrder;
  /** Seconds of the stream before the sound begins. */
  readonly leadIn: number;
  /** Seconds of sound to keep; anything later is not even decoded. */
  readonly seconds: number;
}

/**
 * Joins pieces until they are long enough.
 * @throws {Error} when there is no sound, or the sample rate changes
 */
export async function collect(
  pieces: AsyncGenerator<SoundPiece>,
  { order, leadIn, seconds }: WantedSound,
): Promise<Sound> {
  const parts: Stereo[] = [];
  let rate = 0;
  let frames = 0;
  for await (const piece of pieces) {
    const part = mixToStereo(piece.channels, order);
    if (part.left.length === 0) continue;
    if (!(piece.rate > 0 && piece.rate <= RATE_MAX))
      throw new Error(`invalid sample rate ${piece.rate}`);
    if (rate !== 0 && rate !== piece.rate) throw new Error('the sample rate changes');
    rate = piece.rate;
    frames += part.left.length;
    parts.push(part);
    if (frames >= (leadIn + seconds) * rate) break;
  }
  if (rate === 0) throw new Error('the sound could not be decoded');
  const from = Math.round(leadIn * rate);
  const join = (side: keyof Stereo) =>
    joinSamples(parts.map((part) => part[side])).subarray(from, from + Math.ceil(seconds * rate));
  return { left: join('left'), right: join('right'), rate };
}

/** Joins the parts. Replaces NaN with silence, and clips values beyond full scale. */
function joinSamples(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    for (const sample of part) {
      whole[at] = Number.isNaN(sample) ? 0 : Math.min(1, Math.max(-1, sample));
      at += 1;
    }
  }
  return whole;
}
