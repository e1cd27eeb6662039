import { expect } from 'chai';
import sharp from 'sharp';
import { createLocalProvider } from '../../adapters/providers/local/provider.js';
import type { CallContext } from '../../domain/ports/provider.js';
import type { ImageJob, JobInputs, JobMedia } from '../../domain/ports/provider-job.js';
import {
  computeImageSize,
  type ImageAspectRatio,
  type ImageResolution,
} from '../../domain/catalogue/image-model.js';

export { patches } from '../../packages/studio/test/patches.js';

/** Inputs of a job without pictures. */
export const NO_INPUTS: JobInputs = {
  scene: null,
  characters: [],
  products: [],
  references: [],
};

/** Turns bytes into an input picture of a job. */
export const media = (bytes: Buffer): JobMedia => ({ bytes, contentType: 'image/jpeg' });

/** Uses the same picture for each of these tags. */
export const tagged = (bytes: Buffer, ...tags: readonly string[]): JobInputs['references'] =>
  tags.map((tag) => ({ tag, image: media(bytes) }));

interface Options {
  readonly inputs?: Partial<JobInputs>;
  readonly edit?: boolean;
  readonly ratio?: ImageAspectRatio;
  readonly resolution?: ImageResolution;
  readonly seed?: number;
}

/** Builds a job of the local renderer. */
export function jobOf(prompt: string, options: Options = {}): ImageJob {
  const { inputs = {}, edit = false, ratio = '16:9', resolution = '1K', seed = 1 } = options;
  return {
    kind: 'image',
    generationId: 'gen_a',
    seed,
    upstreamModel: 'studio',
    attempt: 1,
    prompt,
    fullPrompt: prompt,
    aspectRatio: ratio,
    resolution,
    ...computeImageSize(ratio, resolution),
    edit,
    inputs: { ...NO_INPUTS, ...inputs },
  };
}

/** Context of a call that is never aborted and ignores progress. */
export const unwatched = (): CallContext => ({
  signal: new AbortController().signal,
  onProgress: () => undefined,
});

/** Renders a job with the local provider. */
export async function render(job: ImageJob): Promise<Buffer> {
  const image = await createLocalProvider().generate(job, unwatched());
  if (!('bytes' in image)) throw new Error('the renderer hands over bytes');
  expect(image.contentType).to.equal('image/png');
  return image.bytes;
}

/** Renders an input picture: a beach by day with one palm tree. */
export const beach = (): Promise<Buffer> => render(jobOf('palm tree on a beach, day'));

/**
 * Computes the mean red, green and blue of a region, whose position is given in fractions of the
 * picture.
 */
export async function meanColour(
  bytes: Buffer,
  [x, y, w, h]: readonly [number, number, number, number] = [0, 0, 1, 1],
): Promise<readonly [number, number, number]> {
  const { width, height } = await sharp(bytes).metadata();
  const region = {
    left: Math.floor(x * width),
    top: Math.floor(y * height),
    width: Math.floor(w * width),
    height: Math.floor(h * height),
  };
  const pixel = await sharp(bytes)
    .removeAlpha()
    .extract(region)
    .toBuffer()
    .then((part) => sharp(part).stats());
  const [red, green, blue] = pixel.channels;
  return [red?.mean ?? 0, green?.mean ?? 0, blue?.mean ?? 0];
}

/**
 * Correlates the lightness of two pictures at 32 pixels: 1 means the same composition.
 * @param rows number of rows to compare, from the top, of 32
 */
export async function likeness(one: Buffer, other: Buffer, rows = 32): Promise<number> {
  const small = async (bytes: Buffer) => [
    ...(await sharp(bytes)
      .resize(32, 32, { fit: 'fill' })
      .extract({ left: 0, top: 0, width: 32, height: rows })
      .removeAlpha()
      .greyscale()
      .toColourspace('b-w')
      .raw()
      .toBuffer()),
  ];
  const [a, b] = await Promise.all([small(one), small(other)]);
  const mean = (list: readonly number[]) =>
    list.reduce((sum, value) => sum + value, 0) / list.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  const dot = (p: readonly number[], mp: number, q: readonly number[], mq: number) =>
    p.reduce((sum, value, at) => sum + (value - mp) * ((q[at] ?? 0) - mq), 0);
  const scale = Math.sqrt(dot(a, meanA, a, meanA) * dot(b, meanB, b, meanB));
  return dot(a, meanA, b, meanB) / scale;
}
