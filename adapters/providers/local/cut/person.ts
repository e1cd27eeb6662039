import type { Raster } from '../look/open.js';
import { largestParts, shareOf, withoutHoles, type Mask } from './mask.js';

/**
 * Finds the person of a portrait before a ground that is not plain, by colour and place: what is in
 * the middle and on the lower edge is the person, what is at the other edges is not, and each colour
 * belongs where it is seen more often.
 */

const LEVELS = 14;
const ROUNDS = 4;
/** Seen once in a whole picture, so that no colour is impossible. */
const RARE = 1e-4;
/** How much a colour can say against the place, and the radius over which pixels agree. */
const COLOUR_WEIGHT_MAX = 3.2;
const AGREE_PX = 2;
/** Of all pixels, and of the middle of the head: else nothing was found. */
const SHARE_MIN = 0.16;
const SHARE_MAX = 0.82;
const HEAD_MIN = 0.92;
/** Of the top corners and edge. */
const CORNERS_MAX = 0.12;

/** What the place alone says: above zero for the person. Head and shoulders in the middle. */
function placeSays(x: number, y: number): number {
  const head = Math.hypot((x - 0.5) / 0.27, (y - 0.4) / 0.35);
  const reach = 0.16 + 0.42 * Math.min(1, Math.max(0, (y - 0.58) / 0.22));
  const body = y < 0.56 ? 9 : Math.abs(x - 0.5) / reach;
  const away = Math.min(head, body);
  const edge = y < 0.05 || (y < 0.6 && (x < 0.06 || x > 0.94)) ? -3 : 0;
  return Math.max(-3.4, Math.min(3, 3.6 * (1 - away))) + edge;
}

/** The mean of each pixel and its neighbours, row by row, then column by column. */
function agreed(field: Float32Array, width: number, height: number): Float32Array {
  const across = new Float32Array(field.length);
  const both = new Float32Array(field.length);
  const size = 2 * AGREE_PX + 1;
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let by = -AGREE_PX; by <= AGREE_PX; by += 1) {
        sum += field[y * width + clamp(x + by, width - 1)] ?? 0;
      }
      across[y * width + x] = sum / size;
    }
  }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let by = -AGREE_PX; by <= AGREE_PX; by += 1) {
        sum += across[clamp(y + by, height - 1) * width + x] ?? 0;
      }
      both[y * width + x] = sum / size;
    }
  }
  return both;
}

const binsOf = ({ data, info }: Raster): Uint16Array =>
  Uint16Array.from({ length: info.width * info.height }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = [data[3 * at], data[3 * at + 1], data[3 * at + 2]];
    const level = (value: number) => Math.floor((value * LEVELS) / 256);
    return (level(red) * LEVELS + level(green)) * LEVELS + level(blue);
  });

/** For each colour how much it speaks for the person. */
function coloursSay(bins: Uint16Array, belief: Float32Array): Float32Array {
  const [person, ground] = [new Float32Array(LEVELS ** 3), new Float32Array(LEVELS ** 3)];
  let [persons, grounds] = [0, 0];
  bins.forEach((bin, at) => {
    const share = 1 / (1 + Math.exp(-(belief[at] ?? 0)));
    person[bin] = (person[bin] ?? 0) + share;
    ground[bin] = (ground[bin] ?? 0) + 1 - share;
    persons += share;
    grounds += 1 - share;
  });
  return person.map((count, bin) => {
    const says = Math.log(
      (count / persons + RARE) / ((ground[bin] ?? 0) / Math.max(1, grounds) + RARE),
    );
    return Math.max(-COLOUR_WEIGHT_MAX, Math.min(COLOUR_WEIGHT_MAX, says));
  });
}

/** Share of a rectangle, in fractions of the picture, that the mask keeps. */
function kept({ data, width, height }: Mask, [x, y, w, h]: readonly [number, number, number, number]) {
  let [sum, count] = [0, 0];
  for (let row = Math.floor(y * height); row < (y + h) * height; row += 1) {
    for (let column = Math.floor(x * width); column < (x + w) * width; column += 1) {
      sum += data[row * width + column] ?? 0;
      count += 1;
    }
  }
  return sum / Math.max(1, count);
}

/** @returns null when no person's shape comes out of it */
export function personIn(raster: Raster): Mask | null {
  const { width, height } = raster.info;
  const bins = binsOf(raster);
  const place = Float32Array.from(bins, (_, at) =>
    placeSays(((at % width) + 0.5) / width, (Math.floor(at / width) + 0.5) / height),
  );
  let belief = place;
  for (let round = 0; round < ROUNDS; round += 1) {
    const says = coloursSay(bins, belief);
    belief = agreed(place.map((value, at) => value + (says[bins[at] ?? 0] ?? 0)), width, height);
  }
  const found = { width, height, data: Uint8Array.from(belief, (value) => (value > 0 ? 1 : 0)) };
  const mask = withoutHoles(largestParts(found, 1));
  const share = shareOf(mask);
  const isPerson =
    share > SHARE_MIN &&
    share < SHARE_MAX &&
    kept(mask, [0.42, 0.3, 0.16, 0.22]) > HEAD_MIN &&
    kept(mask, [0, 0, 1, 0.03]) < CORNERS_MAX &&
    kept(mask, [0, 0, 0.1, 0.3]) < CORNERS_MAX &&
    kept(mask, [0.9, 0, 0.1, 0.3]) < CORNERS_MAX;
  return isPerson ? mask : null;
}
