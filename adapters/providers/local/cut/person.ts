import type { Raster } from '../look/open.js';
import type { SubjectBox } from '../look/saliency.js';
import { largestParts, withoutHoles, type Mask } from './mask.js';

/**
 * Finds the person of a portrait before any ground. What is certainly the person (the face, the hair
 * over it, the chest) and what certainly is not (far from both) spread over the picture; crossing an
 * outline costs, so that the two meet at the outline of the person.
 */

/** What a step costs: little over a surface, much over an outline. */
const STEP_COST = 1;
const OUTLINE_COST = 240;
/** Difference of two neighbours that is still a surface, and that is a full outline, of 255. */
const SURFACE = 5;
const OUTLINE = 110;
const COSTS = STEP_COST + OUTLINE_COST + 1;

const UNKNOWN = 0;
const PERSON = 1;
const GROUND = 2;

/** In widths of the face from the middle of the hairline. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** What a place certainly is. */
function seedAt({ x, y }: Place): number {
  const face = Math.hypot(x / 0.42, (y - 0.5) / 0.62) < 1;
  const hair = Math.abs(x) < 0.3 && y > -0.04 && y < 0.3;
  const neck = Math.abs(x) < 0.2 && y > 0.8 && y < 1.6;
  const chest = y > 1.5 && Math.abs(x) < Math.min(0.95, 0.3 + (y - 1.5) * 0.6);
  if (face || hair || neck || chest) return PERSON;
  // Long hair goes straight down from the temples; shoulders begin below the chin.
  const head = Math.hypot(x / 1.35, Math.min(0, y - 0.34) / 1.16);
  const reach = 1.35 + 0.68 * Math.min(1, Math.max(0, (y - 1.15) / 0.5));
  return head > 1 && Math.abs(x) > (y < 1.15 ? 0 : reach) ? GROUND : UNKNOWN;
}

const LEVELS = 14;
/** A colour is of the ground when it is so many times more frequent there, and not rare. */
const TIMES = 5;
const SHARE_MIN = 0.0012;

/** Each pixel's colour by a few levels of red, green and blue. */
const binsOf = ({ data, info }: Raster): Uint16Array =>
  Uint16Array.from({ length: info.width * info.height }, (_, at) => {
    const level = (channel: number) => Math.floor(((data[3 * at + channel] ?? 0) * LEVELS) / 256);
    return (level(0) * LEVELS + level(1)) * LEVELS + level(2);
  });

/** So near to the face hair may have any colour. */
const isHead = ({ x, y }: Place): boolean => Math.hypot(x / 0.66, (y - 0.3) / 0.72) < 1;

/** How often each colour is seen in one kind of place; all together 1. */
function sharesOf(bins: Uint16Array, kinds: Uint8Array, kind: number): Float32Array {
  const share = new Float32Array(LEVELS ** 3);
  const count = kinds.reduce((sum, one) => sum + (one === kind ? 1 : 0), 0);
  bins.forEach((bin, at) => {
    if (kinds[at] === kind) share[bin] = (share[bin] ?? 0) + 1 / count;
  });
  return share;
}

/** Where nothing is certain yet, colours of the ground that the person does not have are ground. */
function seedByColour(bins: Uint16Array, seeds: Uint8Array, places: readonly Place[]): void {
  const person = sharesOf(bins, seeds, PERSON);
  const ground = sharesOf(bins, seeds, GROUND);
  bins.forEach((bin, at) => {
    const share = ground[bin] ?? 0;
    const isGround = share > SHARE_MIN && share > TIMES * (person[bin] ?? 0);
    const place = places[at];
    if (seeds[at] === UNKNOWN && isGround && place && !isHead(place)) seeds[at] = GROUND;
  });
}

/** Pixels to go on from, by what it costs to reach them; a ring, since no step costs more. */
function createQueue() {
  const ring = Array.from({ length: COSTS }, () => [] as number[]);
  let waiting = 0;
  return {
    push(at: number, cost: number): void {
      ring[cost % COSTS]?.push(at);
      waiting += 1;
    },
    /** Takes out all that cost so much. */
    take(cost: number): number[] {
      const found = ring[cost % COSTS] ?? [];
      ring[cost % COSTS] = [];
      waiting -= found.length;
      return found;
    },
    isEmpty: () => waiting === 0,
  };
}

/** What it costs to go from one pixel to its neighbour. */
function stepCost({ data }: Raster, one: number, other: number): number {
  let most = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const by = Math.abs((data[3 * one + channel] ?? 0) - (data[3 * other + channel] ?? 0));
    if (by > most) most = by;
  }
  const edge = Math.min(1, Math.max(0, most - SURFACE) / OUTLINE);
  return STEP_COST + Math.round(OUTLINE_COST * edge);
}

/** Lets the seeds spread until they meet. @param seeds is completed in place */
function spread(raster: Raster, seeds: Uint8Array): void {
  const { width, height } = raster.info;
  const queue = createQueue();
  const reached = new Int32Array(seeds.length).fill(2 ** 30);
  seeds.forEach((seed, at) => {
    if (seed === UNKNOWN) return;
    reached[at] = 0;
    queue.push(at, 0);
  });
  for (let cost = 0; !queue.isEmpty(); cost += 1) {
    for (const at of queue.take(cost)) {
      if (reached[at] !== cost) continue;
      const x = at % width;
      const visit = (next: number) => {
        const total = cost + stepCost(raster, at, next);
        if (total >= (reached[next] ?? 0)) return;
        reached[next] = total;
        seeds[next] = seeds[at] ?? UNKNOWN;
        queue.push(next, total);
      };
      if (x > 0) visit(at - 1);
      if (x < width - 1) visit(at + 1);
      if (at >= width) visit(at - width);
      if (at < width * (height - 1)) visit(at + width);
    }
  }
}

/** Rows of the head, in widths of the face, and how wide a head with its hair is. */
const HEAD_ROWS = [-0.3, 1.1] as const;
const HEAD_WIDTH_MIN = 0.7;
const HEAD_WIDTH_MAX = 2.6;
/** How much of a head lies over its mirror image; what leaks on one side is no head. */
const MIRRORED_MIN = 0.94;

/** Whether the head came out as one: neither eaten up nor with half of a street around it. */
function looksLikeHead({ data, width }: Mask, middle: number, top: number, unit: number): boolean {
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

/** Rows of an edge at the side that shoulders take, of the height; more is a place, and no person. */
const SIDE_MAX = 0.3;

function leavesSides({ data, width, height }: Mask): boolean {
  const rows = Array.from({ length: height }, (_, y) => y * width);
  return [0, width - 1].every(
    (x) => rows.filter((row) => data[row + x] === 1).length < SIDE_MAX * height,
  );
}

/** Of what lies around the face: more of it in colours of the person is hair or a scarf. */
const DOUBTFUL_MAX = 0.03;

/** How much around the face is taken for ground and has colours of the person: hair that was lost. */
function doubtful(bins: Uint16Array, kinds: Uint8Array, places: readonly Place[]): number {
  const person = sharesOf(bins, kinds, PERSON);
  const ground = sharesOf(bins, kinds, GROUND);
  let [all, found] = [0, 0];
  places.forEach(({ x, y }, at) => {
    if (y > 0.9 || Math.hypot(x / 0.8, (y - 0.25) / 0.85) > 1) return;
    all += 1;
    const bin = bins[at] ?? 0;
    const share = person[bin] ?? 0;
    if (kinds[at] !== PERSON && share > SHARE_MIN && share > (ground[bin] ?? 0) / 3) found += 1;
  });
  return found / Math.max(1, all);
}

/**
 * @param face where the face is, in fractions of the picture
 * @returns null when no head comes out of it
 */
export function personIn(raster: Raster, face: SubjectBox): Mask | null {
  const { width, height } = raster.info;
  const unit = face.w * width;
  const [middle, top] = [(face.x + face.w / 2) * width, face.y * height];
  const places = Array.from({ length: width * height }, (_, at) => ({
    x: ((at % width) + 0.5 - middle) / unit,
    y: (Math.floor(at / width) + 0.5 - top) / unit,
  }));
  const seeds = Uint8Array.from(places, seedAt);
  const bins = binsOf(raster);
  seedByColour(bins, seeds, places);
  spread(raster, seeds);
  if (doubtful(bins, seeds, places) > DOUBTFUL_MAX) return null;
  const data = seeds.map((seed) => (seed === PERSON ? 1 : 0));
  const mask = withoutHoles(largestParts({ data, width, height }, 1));
  return leavesSides(mask) && looksLikeHead(mask, middle, top, unit) ? mask : null;
}
