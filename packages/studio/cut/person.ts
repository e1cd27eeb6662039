import type { Raster, SubjectBox } from '../analysis/open.js';
import { computeBins } from './colours.js';
import { findLargestParts, fillHoles, type Mask } from './mask.js';
import { findLostAround, PERSON, computePlaces, computeSeeds } from './person-seeds.js';
import { spread } from './spread.js';

/** Rows of the head, and limits for the width of a head with its hair, all in face widths. */
const HEAD_ROWS = [-0.3, 1.1] as const;
const HEAD_WIDTH_MIN = 0.7;
const HEAD_WIDTH_MAX = 2.6;
/** Minimum overlap of a head with its mirror image; a leak to one side reduces the overlap. */
const MIRRORED_MIN = 0.94;

/** Returns whether the head is plausible: neither eroded nor with half of a street around it. */
function isPlausibleHead({ data, width, height }: Mask, face: SubjectBox): boolean {
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

function hasFreeSides({ data, width, height }: Mask): boolean {
  const rows = Array.from({ length: height }, (_, y) => y * width);
  return [0, width - 1].every(
    (x) => rows.filter((row) => data[row + x] === 1).length < SIDE_MAX * height,
  );
}

/** Limit as a fraction of the area around the face; above it the outline is doubtful. */
const LOST_MAX = 0.02;

/**
 * Finds a person's outline in a portrait with any background. Regions that certainly belong to the
 * person (face, hairline, chest) and regions that certainly do not spread until they meet.
 * @param face the face's position in fractions of the picture
 * @returns null if the outline is doubtful
 */
export function findPerson(raster: Raster, face: SubjectBox): Mask | null {
  const places = computePlaces(raster.info, face);
  const bins = computeBins(raster);
  const kinds = computeSeeds(places, bins);
  spread(raster, kinds);
  if (findLostAround(places, bins, kinds) > LOST_MAX) return null;
  const { width, height } = raster.info;
  const data = kinds.map((kind) => (kind === PERSON ? 1 : 0));
  const mask = fillHoles(findLargestParts({ data, width, height }, 1));
  return hasFreeSides(mask) && isPlausibleHead(mask, face) ? mask : null;
}
