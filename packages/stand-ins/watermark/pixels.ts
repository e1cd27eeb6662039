import { createHash } from 'node:crypto';
import sharp from 'sharp';

/*
 * A simple mark for tests: each bit is one field of a grid, whose mean brightness is an odd or even
 * multiple of a step. It survives another encoding and scaling. A person can see it.
 */

const COLUMNS = 9;
const ROWS = 8;
const STEP = 20;
const CODE_BITS = 60;
const CODE_DIGITS = 15;
const CHECK_DIGITS = 3;
/** Bright and dark pixels cannot follow a change of their field, so it is repeated. */
const ROUNDS_MAX = 12;
/** Means near black and white cannot be reached by most pixels. */
const MEAN_MIN = STEP;
const MEAN_MAX = 255 - STEP;

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** Writes 15 hex digits into a picture and encodes it in its own format. */
export async function embedCode(picture: Buffer, code: string): Promise<Buffer> {
  const image = sharp(picture);
  const { format } = await image.metadata();
  const pixels = await decode(picture);
  toBits(code).forEach((bit, field) => writeBit(pixels, field, bit));
  const { data, width, height } = pixels;
  const marked = sharp(data, { raw: { width, height, channels: pixels.channels as 3 } });
  return marked.toFormat(format, { quality: 95 }).toBuffer();
}

/** Reads the 15 hex digits of a picture; null if it has no mark. */
export async function detectCode(picture: Buffer): Promise<string | null> {
  const pixels = await decode(picture);
  const bits = Array.from({ length: COLUMNS * ROWS }, (_, field) => {
    return Math.round(computeMean(pixels, listSamples(pixels, field)) / STEP) % 2;
  });
  const read = BigInt(`0b${bits.join('')}`);
  const all = read.toString(16).padStart(CODE_DIGITS + CHECK_DIGITS, '0');
  const code = all.slice(0, CODE_DIGITS);
  return all === code + buildCheck(code) ? code : null;
}

async function decode(picture: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(picture)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

const buildCheck = (code: string): string =>
  createHash('sha256').update(code).digest('hex').slice(0, CHECK_DIGITS);

function toBits(code: string): number[] {
  const all = BigInt(`0x${code}${buildCheck(code)}`).toString(2);
  return Array.from(all.padStart(CODE_BITS + CHECK_DIGITS * 4, '0'), Number);
}

function writeBit(pixels: Pixels, field: number, bit: number): void {
  const samples = listSamples(pixels, field);
  const target = chooseMean(computeMean(pixels, samples), bit);
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const change = Math.round(target - computeMean(pixels, samples));
    if (change === 0) return;
    for (const at of samples) {
      pixels.data[at] = Math.min(255, Math.max(0, (pixels.data[at] ?? 0) + change));
    }
  }
}

/** Returns the nearest multiple of the step that is odd for 1 and even for 0. */
function chooseMean(mean: number, bit: number): number {
  const means: number[] = [];
  for (let one = MEAN_MIN; one <= MEAN_MAX; one += STEP) {
    if ((one / STEP) % 2 === bit) means.push(one);
  }
  return means.toSorted((one, other) => Math.abs(one - mean) - Math.abs(other - mean))[0] ?? mean;
}

function computeMean({ data }: Pixels, samples: readonly number[]): number {
  let sum = 0;
  for (const at of samples) sum += data[at] ?? 0;
  return sum / samples.length;
}

/** Lists the positions of the red, green and blue samples of a field; transparency stays. */
function listSamples({ width, height, channels }: Pixels, field: number): number[] {
  const samples: number[] = [];
  const [column, row] = [field % COLUMNS, Math.floor(field / COLUMNS)];
  const colors = channels < 3 ? 1 : 3;
  const right = Math.floor(((column + 1) * width) / COLUMNS);
  const bottom = Math.floor(((row + 1) * height) / ROWS);
  for (let y = Math.floor((row * height) / ROWS); y < bottom; y += 1) {
    for (let x = Math.floor((column * width) / COLUMNS); x < right; x += 1) {
      const at = (y * width + x) * channels;
      for (let color = 0; color < colors; color += 1) samples.push(at + color);
    }
  }
  return samples;
}
