import type { Raster } from './analysis/open.js';
import type { Glow } from './picture/finish.js';
import { createRandom } from './picture/random.js';
import { CELL_BITS, CELL_PX, CORNER_NUMBERS, createWash } from './wash.js';

const TILE_PX = 256;
/** Number of values in half of a 32-bit random number. */
const HALVES = 65_536;
/**
 * Amplitude around middle grey, out of 255: visible as paper, not as noise; also hides banding in
 * skies.
 */
const SWING = 13;

/** Output levels: 256 entries, one for each input level, for each grey level of the paper. */
const PRINTED = Uint8Array.from({ length: (2 * SWING + 1) * 256 }, (_, index) =>
  Math.round(255 * softLight((index & 255) / 255, (128 - SWING + (index >> 8)) / 255)),
);

/** The layers over a picture's drawing. */
export interface PaperPrint {
  /**
   * The paper's seed: with another seed the paper differs, even for an edit that leaves nothing
   * else to chance.
   */
  readonly seed: number | 'portrait';
  /** Glows with the lowest layer first, in pixels of the 1K size. */
  readonly finish: readonly Glow[];
  /** Device pixels per 1K pixel. */
  readonly scale: number;
}

/**
 * Applies glows and then paper grain to a picture, in place and in one pass over the pixels. As SVG
 * gradients and a sharp layer, they took a third of a picture's time.
 */
export function printOnPaper({ data, info }: Raster, { seed, finish, scale }: PaperPrint): void {
  const { width, height } = info;
  const paper = createPaper(seed);
  const washOf = createWash(finish, width, scale);
  for (let row = 0; row < height; row += 1) {
    const start = (row % TILE_PX) * TILE_PX;
    const greys = paper.subarray(start, start + TILE_PX);
    printRow(data.subarray(row * width * 3, (row + 1) * width * 3), washOf(row), greys);
  }
}

/** Creates a square of paper that contains, for each pixel, the offset of its grey in the table. */
function createPaper(seed: PaperPrint['seed']): Uint16Array {
  const random = createRandom(seed === 'portrait' ? 'paper' : `paper\n${seed}`);
  const paper = new Uint16Array(TILE_PX * TILE_PX);
  for (let at = 0; at < paper.length; at += 1) {
    // Adds a number's two halves as two dice throws, so that small deviations are more frequent, as
    // in film.
    const throws = random.next() * HALVES;
    const high = Math.floor(throws);
    const deviation = Math.round(SWING * (high / HALVES + (throws - high) - 1));
    paper[at] = (deviation + SWING) << 8;
  }
  return paper;
}

/**
 * Prints one row. Hot code: runs for every pixel. Between corners the wash is interpolated with
 * additions.
 */
function printRow(pixels: Uint8Array, corners: Int32Array, greys: Uint16Array): void {
  const width = pixels.length / 3;
  for (let start = 0, corner = 0; start < width; start += CELL_PX, corner += CORNER_NUMBERS) {
    let keep = corners[corner] as number;
    let red = corners[corner + 1] as number;
    let green = corners[corner + 2] as number;
    let blue = corners[corner + 3] as number;
    const keepStep = ((corners[corner + 4] as number) - keep) >> CELL_BITS;
    const redStep = ((corners[corner + 5] as number) - red) >> CELL_BITS;
    const greenStep = ((corners[corner + 6] as number) - green) >> CELL_BITS;
    const blueStep = ((corners[corner + 7] as number) - blue) >> CELL_BITS;
    const end = Math.min(width, start + CELL_PX);
    for (let column = start, at = start * 3; column < end; column += 1, at += 3) {
      const grey = greys[column & (TILE_PX - 1)] as number;
      const r = (Math.imul(pixels[at] as number, keep) + red) >> 16;
      const g = (Math.imul(pixels[at + 1] as number, keep) + green) >> 16;
      const b = (Math.imul(pixels[at + 2] as number, keep) + blue) >> 16;
      pixels[at] = PRINTED[grey | r] as number;
      pixels[at + 1] = PRINTED[grey | g] as number;
      pixels[at + 2] = PRINTED[grey | b] as number;
      keep = (keep + keepStep) | 0;
      red = (red + redStep) | 0;
      green = (green + greenStep) | 0;
      blue = (blue + blueStep) | 0;
    }
  }
}

/** Blends by soft light, as the W3C defines it; all values are from 0 to 1. */
function softLight(below: number, above: number): number {
  if (above <= 0.5) return below - (1 - 2 * above) * below * (1 - below);
  const lit = below <= 0.25 ? ((16 * below - 12) * below + 4) * below : Math.sqrt(below);
  return below + (2 * above - 1) * (lit - below);
}
