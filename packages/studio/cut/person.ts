import type { Raster, SubjectBox } from '../analysis/open.js';
import { cutGrid, STEPS } from './graph-cut.js';
import { hasFreeSides, isPlausibleHead } from './is-plausible.js';
import { findLargestParts, fillHoles, shrink, type Mask } from './mask.js';
import { computeBins, weighColours } from './person-colours.js';
import {
  computePlaces,
  computeSeeds,
  GROUND,
  PERSON,
  UNKNOWN,
  weighPlace,
  type Places,
} from './person-seeds.js';
import { removeWallRests } from './wall-rests.js';

/** Costs are whole numbers: one unit of proof counts this much, and a certain seed more than all. */
const PROOF = 100;
const CERTAIN = 1_000_000;
/** Cost to separate two equal neighbours; it falls with their difference. */
const LINK = 2000;
const COLOUR_ROUNDS = 3;

/** Computes the cost to separate each pixel from its neighbours: low across an outline. */
function computeLinks({ data, info }: Raster): Int32Array {
  const count = STEPS.length;
  const moves = STEPS.map(([dx, dy]) => 3 * (dx + dy * info.width));
  const squares = new Int32Array(info.width * info.height * count);
  let sum = 0;
  for (let link = 0; link < squares.length; link += 1) {
    const at = 3 * Math.floor(link / count);
    const next = at + (moves[link % count] ?? 0);
    const red = (data[at] ?? 0) - (data[next] ?? 0);
    const green = (data[at + 1] ?? 0) - (data[next + 1] ?? 0);
    const blue = (data[at + 2] ?? 0) - (data[next + 2] ?? 0);
    const square = red * red + green * green + blue * blue;
    squares[link] = square;
    sum += square;
  }
  const softness = (2 * sum) / squares.length + 1;
  for (let link = 0; link < squares.length; link += 1) {
    const diagonal = link % count > 3 ? Math.SQRT1_2 : 1;
    const alike = Math.exp(-(squares[link] ?? 0) / softness);
    squares[link] = Math.round(LINK * diagonal * alike) + 1;
  }
  return squares;
}

/** The head and its surroundings: the ellipse, and the row below which only shoulders follow. */
const AROUND = { y: 0.25, rx: 0.8, ry: 0.85, below: 0.9 } as const;
/** A colour that proves less than this for the background may be the person's, such as grey hair. */
const LOST_PROOF = -0.5;
/** Limit for the lost fraction of the head's surroundings; above it the outline is doubtful. */
const LOST_MAX = 0.12;

/** Measures how much of the head's surroundings was cut away although it may be the person's. */
function measureLost({ x, y }: Places, labels: Uint8Array, proofs: Float32Array): number {
  let [all, lost] = [0, 0];
  labels.forEach((label, at) => {
    const [across, down] = [x[at] ?? 0, y[at] ?? 0];
    const distance = Math.hypot(across / AROUND.rx, (down - AROUND.y) / AROUND.ry);
    if (down > AROUND.below || distance > 1) return;
    all += 1;
    if (label === GROUND && (proofs[at] ?? 0) > LOST_PROOF) lost += 1;
  });
  return lost / Math.max(1, all);
}

/** Labels each pixel that the seeds leave open, by its colour, its place and the outlines. */
function labelPixels(
  raster: Raster,
  seeds: Uint8Array,
  shape: Float32Array | null,
  rounds: number,
) {
  const { width, height } = raster.info;
  const bins = computeBins(raster);
  const links = computeLinks(raster);
  const weigh = (labels: Uint8Array) => {
    const colours = weighColours(bins, labels, { person: PERSON, ground: GROUND });
    return Float32Array.from(bins, (bin) => colours[bin] ?? 0);
  };
  let labels = seeds;
  for (let round = 0; round < rounds; round += 1) {
    const proofs = weigh(labels);
    const pulls = Int32Array.from(seeds, (seed, at) => {
      if (seed !== UNKNOWN) return seed === PERSON ? CERTAIN : -CERTAIN;
      return Math.round(PROOF * ((proofs[at] ?? 0) + (shape?.[at] ?? 0)));
    });
    labels = cutGrid({ width, height, pulls, links }).map((kept) => (kept === 1 ? PERSON : GROUND));
  }
  return { labels, proofs: weigh(labels) };
}

const toMask = (labels: Uint8Array, { width, height }: Raster['info']): Mask => {
  const data = labels.map((label) => (label === PERSON ? 1 : 0));
  return fillHoles(findLargestParts({ data, width, height }, 1));
};

/** Width of a real face, as a fraction of one that was found too wide. */
const NARROWER = 0.74;

/**
 * Finds a person's outline in a portrait with any background: the cheapest cut between colours and
 * places of the person and of the background. Skin-coloured scenery widens a detected face, so a
 * narrower one is the second attempt.
 * @param face the face's position in fractions of the picture
 * @returns null if the outline is doubtful
 */
export function findPerson(raster: Raster, face: SubjectBox): Mask | null {
  const around = computePlaces(raster.info, face);
  for (const width of [1, NARROWER]) {
    const tried = { ...face, x: face.x + (face.w * (1 - width)) / 2, w: face.w * width };
    const places = computePlaces(raster.info, tried);
    const seeds = computeSeeds(raster, places);
    const shape = places.x.map((x, at) => weighPlace(x, places.y[at] ?? 0));
    const { labels, proofs } = labelPixels(raster, seeds, shape, COLOUR_ROUNDS);
    const mask = toMask(labels, raster.info);
    const isWhole = measureLost(around, labels, proofs) < LOST_MAX;
    if (isWhole && hasFreeSides(mask) && isPlausibleHead(mask, tried)) return mask;
  }
  return null;
}

/** Half of the width of the band along a coarse outline in which the fine one is sought. */
const BAND_PX = 4;

/** Draws a coarse outline again in a larger picture. */
export function refineOutline(raster: Raster, coarse: Mask): Mask {
  const { width, height } = raster.info;
  const isKept = (x: number, y: number) => {
    const column = Math.floor((Math.max(0, Math.min(width - 1, x)) * coarse.width) / width);
    const row = Math.floor((Math.max(0, Math.min(height - 1, y)) * coarse.height) / height);
    return coarse.data[row * coarse.width + column] === 1;
  };
  const seeds = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const kept = STEPS.filter(([dx, dy]) => isKept(x + BAND_PX * dx, y + BAND_PX * dy)).length;
    if (kept === STEPS.length) return PERSON;
    return kept === 0 ? GROUND : UNKNOWN;
  });
  const { labels, proofs } = labelPixels(raster, seeds, null, 1);
  return shrink(toMask(removeWallRests(raster, labels, proofs), raster.info));
}
