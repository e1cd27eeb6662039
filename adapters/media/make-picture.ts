import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { RenditionImpossible, type MadePicture } from '../../domain/ports/rendition-maker.js';
import type { ImagePlan } from '../../domain/catalogue/renditions.js';

/** More pixels than our largest image has. */
const INPUT_PIXELS_MAX = 60_000_000;
/** Encoder qualities, tried in this order until the file is small enough. */
const QUALITIES = [90, 82, 74, 66, 56, 44, 30];

/** Divisor of the padding's render size; enlarging the padding again blurs it at little cost. */
const EDGE_SHRINK = 24;
const EDGE_BLUR = 2;
/** Darker than the image, so that the image's border is visible. */
const EDGE_BRIGHTNESS = 0.8;

interface Pixels {
  readonly data: Buffer;
  readonly raw: OutputInfo;
}

/**
 * Makes the planned image: upright, sRGB, opaque, without metadata except our provenance, at the
 * best quality that fits.
 * @throws {RenditionImpossible} for bytes that are not an image or cannot become small enough
 */
export async function makePicture(
  source: Buffer,
  plan: ImagePlan,
  signal: AbortSignal,
): Promise<MadePicture> {
  try {
    const label = await readXmp(source);
    const pixels = plan.fit === 'pad' ? await pad(source, plan) : await resize(source, plan);
    for (const quality of QUALITIES) {
      signal.throwIfAborted();
      const bytes = await encode(pixels, label, plan.format, quality);
      if (bytes.length <= plan.maxBytes) return { bytes, contentType: `image/${plan.format}` };
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new RenditionImpossible('The picture cannot be read.', { cause: error });
  }
  throw new RenditionImpossible('The picture cannot be made small enough.');
}

/** Reads a generated image's label (provenance.ts); null if the file has no label. */
async function readXmp(source: Buffer): Promise<string | null> {
  const { xmpAsString } = await sharp(source).metadata();
  return xmpAsString ?? null;
}

function encode(
  pixels: Pixels,
  label: string | null,
  format: ImagePlan['format'],
  quality: number,
): Promise<Buffer> {
  const image = read(pixels);
  const labelled = label === null ? image : image.withXmp(label);
  return labelled[format]({ quality }).toBuffer();
}

const open = (source: Buffer) =>
  sharp(source, { limitInputPixels: INPUT_PIXELS_MAX })
    .autoOrient()
    .flatten({ background: 'white' })
    .toColourspace('srgb');

const read = ({ data, raw }: Pixels): Sharp =>
  sharp(data, { raw, limitInputPixels: INPUT_PIXELS_MAX });

async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, raw: info };
}

const resize = (source: Buffer, { width, height }: ImagePlan): Promise<Pixels> =>
  toPixels(open(source).resize(width, height, { fit: 'fill' }));

/** Places the whole image in the middle of a blurred copy that fills the frame. */
async function pad(source: Buffer, { width, height }: ImagePlan): Promise<Pixels> {
  const front = await toPixels(open(source).resize(width, height, { fit: 'inside' }));
  const small = { width: shrink(width), height: shrink(height) };
  const blurred = await toPixels(
    read(front).resize(small.width, small.height, { fit: 'cover' }).blur(EDGE_BLUR),
  );
  const back = read(blurred)
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .modulate({ brightness: EDGE_BRIGHTNESS });
  return toPixels(back.composite([{ input: front.data, raw: front.raw, gravity: 'centre' }]));
}

const shrink = (pixels: number): number => Math.max(2, Math.round(pixels / EDGE_SHRINK));
