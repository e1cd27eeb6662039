/** A channel's position: left, right, both (centre), left or right rear, or nowhere (the bass). */
type ChannelPlace = 'L' | 'R' | 'C' | 'l' | 'r' | 'x';
/** The two channel orders that codecs use. */
export type ChannelOrder = 'wave' | 'xiph';

/**
 * Positions by number of channels: FLAC, AAC and WAV use the first row, Vorbis and Opus the second.
 */
const PLACES: Readonly<Record<ChannelOrder, readonly string[]>> = {
  wave: ['', 'C', 'LR', 'LRC', 'LRlr', 'LRClr', 'LRCxlr', 'LRCxClr', 'LRCxlrlr'],
  xiph: ['', 'C', 'LR', 'LCR', 'LRlr', 'LCRlr', 'LCRlrx', 'LCRlrCx', 'LCRlrlrx'],
};
/** Factor for 3 dB quieter, used for channels played on both sides and for rear channels. */
const SHARED = Math.SQRT1_2;
const LOUD: Readonly<Record<ChannelPlace, readonly [left: number, right: number]>> = {
  L: [1, 0],
  R: [0, 1],
  C: [SHARED, SHARED],
  l: [SHARED, 0],
  r: [0, SHARED],
  x: [0, 0],
};

/** Two channels of samples. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/**
 * Mixes any number of channels down to two. A single channel is played on both sides at its own
 * level; if there are more than eight channels, only the first two are used.
 */
export function mixToStereo(channels: readonly Float32Array[], order: ChannelOrder): Stereo {
  const [left = new Float32Array(), right = left] = channels;
  const places = channels.length > 2 ? PLACES[order][channels.length] : undefined;
  if (places === undefined) return { left, right };
  const mixed = { left: new Float32Array(left.length), right: new Float32Array(left.length) };
  for (const [index, samples] of channels.entries()) {
    const [toLeft, toRight] = LOUD[places[index] as ChannelPlace];
    for (const [at, sample] of samples.entries()) {
      mixed.left[at] = (mixed.left[at] ?? 0) + sample * toLeft;
      mixed.right[at] = (mixed.right[at] ?? 0) + sample * toRight;
    }
  }
  return mixed;
}
