import sharp from 'sharp';
import { FACE_PX, findFace } from '../analysis/face.js';
import type { Picture, Raster, SubjectBox } from '../analysis/open.js';
import { computeExtent, type Mask } from './mask.js';
import { findPerson } from './person.js';
import { cutFromPlainBackground } from './plain-background.js';
import { createVignette } from './vignette.js';

/** An item or person without its background. */
export interface CutOut {
  /** Width of the cut-out divided by its height. */
  readonly aspect: number;
  /**
   * Whether the cut-out continues below the picture, so that it must be placed on the lower edge.
   */
  readonly isCropped: boolean;
  /** Renders the original pixels at a size, four bytes each, transparent around the cut-out. */
  renderPixels(width: number, height: number): Promise<Buffer>;
}

/**
 * Long sides of the analysed thumbnails; an item's is longer because it may have finer edges than a
 * person.
 */
const ITEM_PX = 420;
const PERSON_PX = 168;
/** Columns through an upright person, as fractions of the width. */
const SPINE = [0.44, 0.5, 0.56];
const SPINE_MIN = 0.86;
/** Position of an edge's middle, shifted inwards so that the background does not show through. */
const MIDDLE = 0.62;

/** Reduces a picture to a long side of at most `px`. */
async function reduceRaster({ data, info }: Raster, px: number): Promise<Raster> {
  const small = await sharp(data, { raw: info })
    .resize(px, px, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    data: small.data,
    info: { ...info, width: small.info.width, height: small.info.height },
  };
}

/** The style of a shape's edge. */
interface EdgeStyle {
  /** Width of smoothing for the steps of an enlarged shape, in pixels. */
  readonly smoothPx: number;
  /** Steepness of the edge; 1 if the shape fades out by itself. */
  readonly steep: number;
}

const ITEM_EDGE: EdgeStyle = { smoothPx: 0.8, steep: 1.9 };
const PERSON_EDGE: EdgeStyle = { smoothPx: 1.3, steep: 2.8 };
const FADING: EdgeStyle = { smoothPx: 1.3, steep: 1 };

/**
 * Cuts a picture with a smaller mask, which has one byte per pixel: 255 where everything is kept.
 */
function buildCutOut(
  picture: Picture,
  shape: Mask,
  edge: EdgeStyle,
  isCropped: boolean,
): CutOut | null {
  const extent = computeExtent(shape);
  if (extent === null) return null;
  const { width, height } = shape;
  return {
    aspect: (extent.width * picture.width * height) / (extent.height * picture.height * width),
    isCropped,
    async renderPixels(wide, tall) {
      const smooth = await sharp(shape.data, { raw: { width, height, channels: 1 } })
        .blur(edge.smoothPx)
        .toColourspace('b-w')
        .raw()
        .toBuffer();
      const alpha = sharp(smooth, { raw: { width, height, channels: 1 } })
        .extract(extent)
        .resize(wide, tall, { fit: 'fill', kernel: 'cubic' })
        .toColourspace('b-w');
      const middle = edge.steep === 1 ? 0 : 255 * (0.5 - MIDDLE * edge.steep);
      const sharpened = alpha.linear(edge.steep, middle);
      const part = {
        x: extent.left / width,
        y: extent.top / height,
        w: extent.width / width,
        h: extent.height / height,
      };
      const { data, info } = await picture.part(part, wide, tall);
      return sharp(data, { raw: info })
        .joinChannel(await sharpened.raw().toBuffer(), {
          raw: { width: wide, height: tall, channels: 1 },
        })
        .raw()
        .toBuffer();
    },
  };
}

const makeOpaque = (mask: Mask): Mask => ({ ...mask, data: mask.data.map((value) => 255 * value) });

/**
 * Cuts an item out of a plain background.
 * @returns null if the background is not plain
 */
export async function cutItem(picture: Picture): Promise<CutOut | null> {
  const mask = cutFromPlainBackground(await picture.thumbnail(ITEM_PX), false);
  return mask && buildCutOut(picture, makeOpaque(mask), ITEM_EDGE, false);
}

/**
 * Cuts a person out of a portrait: along the outline, or softly around head and shoulders if the
 * outline is unclear.
 * @returns null if there is neither a face nor a figure in front of a plain background
 */
export async function cutPerson(picture: Picture): Promise<CutOut | null> {
  const small = await picture.thumbnail(PERSON_PX);
  const face = findFace(await reduceRaster(small, FACE_PX));
  const mask =
    face === null ? makeSolid(cutFromPlainBackground(small, true)) : findPerson(small, face);
  if (mask) return buildCutOut(picture, makeOpaque(mask), PERSON_EDGE, isTouchingBottom(mask));
  if (face === null || !isPortrait(face)) return null;
  const { width, height } = small.info;
  return buildCutOut(
    picture,
    { width, height, data: createVignette(face, width, height) },
    FADING,
    true,
  );
}

/** Returns whether a face is in the upper middle, with space for shoulders below it. */
const isPortrait = ({ x, y, w, h }: SubjectBox): boolean =>
  Math.abs(x + w / 2 - 0.5) < 0.25 && y < 0.5 && y + 1.2 * h < 1;

/** Returns whether the kept part continues below the picture. */
function isTouchingBottom({ data, width, height }: Mask): boolean {
  const last = data.subarray(width * (height - 1));
  return last.filter((value) => value === 1).length > 0.2 * width;
}

/** Returns the mask; null if the background has leaked into the figure's middle. */
function makeSolid(mask: Mask | null): Mask | null {
  const extent = mask && computeExtent(mask);
  if (!mask || !extent) return null;
  const { data, width } = mask;
  const kept = SPINE.map((at) => {
    const x = Math.floor(extent.left + at * extent.width);
    const rows = Array.from({ length: extent.height }, (_, row) => (extent.top + row) * width + x);
    return rows.filter((place) => data[place] === 1).length / extent.height;
  });
  return kept.every((share) => share > SPINE_MIN) ? mask : null;
}
