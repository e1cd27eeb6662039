import type { Glow } from './picture/finish.js';

/**
 * Glows are computed exactly at every 16th pixel in every 16th row, and interpolated in between.
 */
export const CELL_BITS = 4;
export const CELL_PX = 1 << CELL_BITS;
/** One in fixed point with 16 fractional bits. */
const ONE = 65_536;
const HALF = ONE / 2;
/**
 * Numbers per corner: the fraction of a pixel to keep, and the amounts to add to its three
 * channels.
 */
export const CORNER_NUMBERS = 4;
type Mix = [keep: number, red: number, green: number, blue: number];
/** The neutral mix; it includes one half, so that truncation rounds. */
const NOTHING: Readonly<Mix> = [ONE, HALF, HALF, HALF];

/**
 * Returns the glows' effect on a row's pixels, in 65,536ths, at the corners of the row's cells:
 * four numbers each. Every call overwrites the previous result.
 */
export type WashRows = (row: number) => Int32Array;

/** Creates a picture's wash; rows must be requested from the top down. */
export function createWash(glows: readonly Glow[], width: number, scale: number): WashRows {
  const inks = glows.map(toInk);
  const corners = Math.ceil(width / CELL_PX) + 1;
  const line = new Int32Array(corners * CORNER_NUMBERS);
  const draw = (row: number): Float64Array =>
    Float64Array.from(
      Array.from({ length: corners }, (_, corner) =>
        computeMixAt(inks, [(corner * CELL_PX) / scale, row / scale]),
      ).flat(),
    );
  let above = draw(0);
  let below = above;
  return (row) => {
    const down = row % CELL_PX;
    if (down === 0) [above, below] = [below, draw(row + CELL_PX)];
    for (let at = 0; at < line.length; at += 1) {
      const upper = above[at] as number;
      line[at] = upper + (((below[at] as number) - upper) * down) / CELL_PX;
    }
    return line;
  };
}

interface Ink extends Glow {
  readonly channels: readonly [red: number, green: number, blue: number];
}

function toInk(glow: Glow): Ink {
  const value = Number.parseInt(glow.colour.slice(1), 16);
  return { ...glow, channels: [value >> 16, (value >> 8) & 255, value & 255] };
}

/** Computes all glows at one point, each over the previous ones. */
function computeMixAt(inks: readonly Ink[], [x, y]: readonly [number, number]): Readonly<Mix> {
  return inks.reduce<Readonly<Mix>>((mix, { at, radius, from, opacity, channels }) => {
    const away = Math.hypot(x - at[0], y - at[1]) / radius;
    const share = Math.min(1, Math.max(0, (away - from) / (1 - from)));
    const alpha = opacity.inside + (opacity.outside - opacity.inside) * share;
    const lay = (added: number, channel: number) =>
      HALF + (added - HALF) * (1 - alpha) + channel * ONE * alpha;
    return [
      mix[0] * (1 - alpha),
      lay(mix[1], channels[0]),
      lay(mix[2], channels[1]),
      lay(mix[3], channels[2]),
    ];
  }, NOTHING);
}
