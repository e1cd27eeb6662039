import sharp from 'sharp';
import { FACE_PX, findFace } from '../analysis/face.js';
import type { Picture, SubjectBox } from '../analysis/open.js';
import { computeExtent, type Mask } from './mask.js';
import { findOwnOutline } from './own-portrait.js';
import { findPerson, refineOutline } from './person.js';
import { cutFromPlainBackground } from './plain-background.js';
import { createVignette } from './vignette.js';

/** Colours of a person, as `#rrggbb`. */
export interface PersonColours {
  readonly skin: string;
  readonly cloth: string;
}

/** An item or person without its background. */
export interface CutOut {
  /** Width of the cut-out divided by its height. */
  readonly aspect: number;
  /**
   * Whether the cut-out continues below the picture, so that it must be placed on the lower edge.
   */
  readonly isCropped: boolean;
  /** A person's colours; null for items and for people without a visible face. */
  readonly colours: PersonColours | null;
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

/** The style of a shape's edge. */
interface EdgeStyle {
  /** Width of smoothing for the steps of an enlarged shape, in pixels. */
  readonly smoothPx: number;
  /** Steepness of the edge; 1 if the shape fades out by itself. */
  readonly steep: number;
  /** Position of the edge's middle, shifted inwards so that the background does not show through. */
  readonly middle: number;
}

const EDGE: EdgeStyle = { smoothPx: 0.8, steep: 1.9, middle: 0.62 };
const FADING: EdgeStyle = { smoothPx: 1.3, steep: 1, middle: 0.5 };
/** Our own outlines are exact, and their outermost pixel is mixed with the backdrop. */
const EXACT: EdgeStyle = { smoothPx: 0.8, steep: 4, middle: 0.86 };

/**
 * Cuts a picture with a smaller mask, which has one byte per pixel: 255 where everything is kept.
 */
function buildCutOut(
  picture: Picture,
  shape: Mask,
  edge: EdgeStyle,
  { isCropped, colours }: Pick<CutOut, 'isCropped' | 'colours'>,
): CutOut | null {
  const extent = computeExtent(shape);
  if (extent === null) return null;
  const { width, height } = shape;
  return {
    aspect: (extent.width * picture.width * height) / (extent.height * picture.height * width),
    isCropped,
    colours,
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
      const sharpened = alpha.linear(edge.steep, 255 * (0.5 - edge.middle * edge.steep));
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
  const mask = cutFromPlainBackground(await picture.thumbnail(ITEM_PX), 'item');
  return mask && buildCutOut(picture, makeOpaque(mask), EDGE, { isCropped: false, colours: null });
}

/**
 * Cuts a person out of a portrait: along the outline, or softly around head and shoulders if the
 * outline is unclear.
 * @returns null if there is neither a face nor a figure in front of a plain background
 */
export async function cutPerson(picture: Picture): Promise<CutOut | null> {
  const small = await picture.thumbnail(PERSON_PX);
  const face = findFace(await picture.thumbnail(FACE_PX));
  const colours = face && (await readColours(picture, face));
  const own = await findOwnOutline(picture);
  if (own) return buildCutOut(picture, own, EXACT, { isCropped: true, colours });
  const mask = face && findPerson(small, face);
  const coarse = mask ?? makeSolid(cutFromPlainBackground(small, face ? 'portrait' : 'figure'));
  if (coarse) {
    const fine = refineOutline(await picture.thumbnail(ITEM_PX), coarse);
    const isCropped = isTouchingBottom(fine);
    return buildCutOut(picture, makeOpaque(fine), EDGE, { isCropped, colours });
  }
  if (face === null || !isPortrait(face)) return null;
  const { width, height } = small.info;
  return buildCutOut(
    picture,
    { width, height, data: createVignette(face, width, height) },
    FADING,
    { isCropped: true, colours },
  );
}

/** Reads the colours of the cheeks and of the chest. */
async function readColours(picture: Picture, face: SubjectBox): Promise<PersonColours> {
  const read = async (y: number) => {
    const x = face.x + face.w * 0.35;
    const { data } = await picture.part({ x, y, w: face.w * 0.3, h: 0.04 }, 1, 1);
    return `#${data.toString('hex')}`;
  };
  const [skin, cloth] = await Promise.all([read(face.y + face.h * 0.55), read(0.95)]);
  return { skin, cloth };
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
