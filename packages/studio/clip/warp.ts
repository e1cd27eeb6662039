import type { Plane } from './planes.js';

/**
 * Numbers per row in `lines`: the first pixel's source position, and the step to the next pixel.
 */
const LINE_NUMBERS = 4;
/** The number 1 in 16.16 fixed point. Following a row then needs only additions. */
const ONE = 65_536;

/** Light added to each pixel's brightness, in 256ths: one number per column and one per row. */
export interface Light {
  readonly columns: Int32Array;
  readonly rows: Int32Array;
}

/** Allocates the lines for a plane with this many rows. */
export const createLines = (rows: number): Float64Array => new Float64Array(rows * LINE_NUMBERS);

/** Stores the source line that an output row shows, in pixels of the source without its border. */
export function setLine(
  lines: Float64Array,
  row: number,
  [x, y, dx, dy]: readonly [number, number, number, number],
): void {
  lines.set([x, y, dx, dy], row * LINE_NUMBERS);
}

/**
 * Draws a plane along a source's lines, interpolating between its pixels. `out` is a frame's plane,
 * with `width` columns and as many rows as there are lines. Hot code: runs for every pixel.
 */
export function warp(
  source: Plane,
  lines: Float64Array,
  { out, width, light }: { out: Uint8ClampedArray; width: number; light: Light },
): void {
  const { data, stride, borderX, borderY } = source;
  const { columns, rows } = light;
  const height = out.length / width;
  for (let row = 0, to = 0; row < height; row += 1, to += width) {
    const at = row * LINE_NUMBERS;
    // `| 0` marks integers, which are then kept in integer registers.
    let x = Math.round(((lines[at] ?? 0) + borderX) * ONE) | 0;
    let y = Math.round(((lines[at + 1] ?? 0) + borderY) * ONE) | 0;
    const dx = Math.round((lines[at + 2] ?? 0) * ONE) | 0;
    const dy = Math.round((lines[at + 3] ?? 0) * ONE) | 0;
    const lit = (((rows[row] ?? 0) << 8) + ONE / 2) | 0;
    for (let column = 0; column < width; column += 1) {
      const from = ((y >> 16) * stride + (x >> 16)) | 0;
      const right = (x >> 8) & 255;
      const a = data[from] as number;
      const c = data[from + stride] as number;
      const upper = ((a << 8) + ((data[from + 1] as number) - a) * right) | 0;
      const lower = ((c << 8) + ((data[from + stride + 1] as number) - c) * right) | 0;
      const mixed = (upper << 8) + (lower - upper) * ((y >> 8) & 255);
      out[to + column] = (mixed + lit + ((columns[column] as number) << 8)) >> 16;
      x = (x + dx) | 0;
      y = (y + dy) | 0;
    }
  }
}
