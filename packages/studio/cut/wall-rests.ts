import type { Raster } from '../analysis/open.js';
import { GROUND, isSmooth, PERSON } from './person-seeds.js';

/** Maximum distance of a wall's colours from their mean, out of 441: light falls on it unevenly. */
const WALL_DRIFT = 60;
/** Minimum fraction of a wall that is so near. */
const WALL_SHARE = 0.85;
/** Limit for the difference between neighbours on a wall, out of 255, and for the exceptions. */
const WALL_STEP = 5;
const WALL_JUMPS = 0.03;

const CHANNELS = [0, 1, 2] as const;

/** Returns whether the background is one wall, whose colour changes only with the light. */
function isWall({ data }: Raster, labels: Uint8Array): boolean {
  const sum = [0, 0, 0];
  let [count, jumps] = [0, 0];
  labels.forEach((label, at) => {
    if (label !== GROUND) return;
    count += 1;
    for (const channel of CHANNELS)
      sum[channel] = (sum[channel] ?? 0) + (data[3 * at + channel] ?? 0);
    if (labels[at + 1] !== GROUND) return;
    const step = (channel: number) =>
      (data[3 * at + channel] ?? 0) - (data[3 * at + 3 + channel] ?? 0);
    if (CHANNELS.some((channel) => Math.abs(step(channel)) > WALL_STEP)) jumps += 1;
  });
  let near = 0;
  labels.forEach((label, at) => {
    if (label !== GROUND) return;
    const away = sum.map((all, channel) => all / count - (data[3 * at + channel] ?? 0));
    if (Math.hypot(...away) < WALL_DRIFT) near += 1;
  });
  return near > WALL_SHARE * count && jumps < WALL_JUMPS * count;
}

/**
 * A colour must prove at least this much for the background, as a logarithm: five times as frequent
 * there as in the person.
 */
const WALL_PROOF = -1.6;

/**
 * Removes what the cheapest cut kept of a plain wall, such as the gap between collar and neck, where
 * the outline would have been long. The background spreads into the person as long as the colour
 * neither jumps nor becomes one of the person's. Scenery stays, because a shirt may continue it.
 * @param proofs whether each pixel's colour is the person's (positive) or the background's
 */
export function removeWallRests(
  raster: Raster,
  labels: Uint8Array,
  proofs: Float32Array,
): Uint8Array {
  if (!isWall(raster, labels)) return labels;
  const { width, height } = raster.info;
  const cleared = Uint8Array.from(labels);
  const open = new Int32Array(labels.length);
  let count = 0;
  const visit = (at: number, from: number) => {
    if (cleared[at] !== PERSON || (proofs[at] ?? 0) > WALL_PROOF) return;
    if (!isSmooth(raster, from, at)) return;
    cleared[at] = GROUND;
    open[count] = at;
    count += 1;
  };
  const visitAround = (at: number) => {
    const x = at % width;
    if (x > 0) visit(at - 1, at);
    if (x < width - 1) visit(at + 1, at);
    if (at >= width) visit(at - width, at);
    if (at < width * (height - 1)) visit(at + width, at);
  };
  labels.forEach((label, at) => {
    if (label === GROUND) visitAround(at);
  });
  for (let read = 0; read < count; read += 1) visitAround(open[read] ?? 0);
  return cleared;
}
