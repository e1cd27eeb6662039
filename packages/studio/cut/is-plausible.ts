import type { SubjectBox } from '../analysis/open.js';
import type { Mask } from './mask.js';

/** Rows of the head, and limits for the width of a head with its hair, all in face widths. */
const HEAD_ROWS = [-0.3, 1.1] as const;
const HEAD_WIDTH_MIN = 0.7;
const HEAD_WIDTH_MAX = 2.6;
/** Minimum overlap of a head with its mirror image; a leak to one side reduces the overlap. */
const MIRRORED_MIN = 0.9;

/** Returns whether the head is plausible: neither eroded nor with half of a street around it. */
export function isPlausibleHead({ data, width, height }: Mask, face: SubjectBox): boolean {
  const unit = face.w * width;
  const [middle, top] = [(face.x + face.w / 2) * width, face.y * height];
  let [kept, both, rows] = [0, 0, 0];
  for (let y = Math.round(top + HEAD_ROWS[0] * unit); y < top + HEAD_ROWS[1] * unit; y += 1) {
    rows += 1;
    for (let x = 0; x < width; x += 1) {
      if (data[y * width + x] !== 1) continue;
      kept += 1;
      const mirrored = Math.round(2 * middle - x);
      both += mirrored >= 0 && mirrored < width ? (data[y * width + mirrored] ?? 0) : 0;
    }
  }
  const wide = kept / Math.max(1, rows) / unit;
  return wide > HEAD_WIDTH_MIN && wide < HEAD_WIDTH_MAX && both > MIRRORED_MIN * kept;
}

/**
 * Limit for rows at a side edge that the person covers, as a fraction of the height. Shoulders
 * cover some rows; more means that scenery was included.
 */
const SIDE_MAX = 0.3;

/** Returns whether the person leaves both sides of the picture free. */
export function hasFreeSides({ data, width, height }: Mask): boolean {
  const rows = Array.from({ length: height }, (_, y) => y * width);
  return [0, width - 1].every(
    (x) => rows.filter((row) => data[row + x] === 1).length < SIDE_MAX * height,
  );
}
