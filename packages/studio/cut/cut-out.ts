import sharp from 'sharp';
import type { SubjectBox } from '../look/box.js';
import { FACE_PX, findFace } from '../look/face.js';
import type { Picture, Raster } from '../look/open.js';
import { extentOf, type Mask } from './mask.js';
import { personIn } from './person.js';
import { beforePlainGround } from './plain-ground.js';
import { vignetteAround } from './vignette.js';

/** A thing without its background. */
export interface CutOut {
  /** Width by height. */
  readonly aspect: number;
  /** It continues below the picture, so it must be placed on the lower edge. */
  readonly isCropped: boolean;
  /** Its original pixels at a size, four bytes each, transparent around it. */
  drawn(width: number, height: number): Promise<Buffer>;
}

/** Long sides of the analysed thumbnails; an item may have finer edges than a person. */
const ITEM_PX = 420;
const PERSON_PX = 168;
/** Columns through an upright person, as fractions of the width. */
const SPINE = [0.44, 0.5, 0.56];
const SPINE_MIN = 0.86;
/** Position of the middle of an edge: shifted inwards, so that no background shows through. */
const MIDDLE = 0.62;

/** The same picture with a long side of at most `px`. */
async function reduced({ data, info }: Raster, px: number): Promise<Raster> {
  const small = await sharp(data, { raw: info })
    .resize(px, px, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    data: small.data,
    info: { ...info, width: small.info.width, height: small.info.height },
  };
}

/** How the edge of a shape is drawn. */
interface Edge {
  /** Smooths the steps of an enlarged shape. */
  readonly smoothPx: number;
  /** 1 if the shape fades out by itself. */
  readonly steep: number;
}

const ITEM_EDGE: Edge = { smoothPx: 0.8, steep: 1.9 };
const PERSON_EDGE: Edge = { smoothPx: 1.3, steep: 2.8 };
const FADING: Edge = { smoothPx: 1.3, steep: 1 };

/** Cuts a picture with a smaller mask; one byte per pixel, 255 where everything is kept. */
function cutOf(picture: Picture, shape: Mask, edge: Edge, isCropped: boolean): CutOut | null {
  const extent = extentOf(shape);
  if (extent === null) return null;
  const { width, height } = shape;
  return {
    aspect: (extent.width * picture.width * height) / (extent.height * picture.height * width),
    isCropped,
    async drawn(wide, tall) {
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

const opaque = (mask: Mask): Mask => ({ ...mask, data: mask.data.map((value) => 255 * value) });

/** Cuts an item out of a plain background. @returns null when there is none */
export async function cutItem(picture: Picture): Promise<CutOut | null> {
  const mask = beforePlainGround(await picture.thumbnail(ITEM_PX), false);
  return mask && cutOf(picture, opaque(mask), ITEM_EDGE, false);
}

/**
 * Cuts a person out of a portrait: along the outline, or softly around head and shoulders if the
 * outline is unclear.
 * @returns null when there is neither a face nor a figure in front of a plain background
 */
export async function cutPerson(picture: Picture): Promise<CutOut | null> {
  const small = await picture.thumbnail(PERSON_PX);
  const face = findFace(await reduced(small, FACE_PX));
  const mask = face === null ? solid(beforePlainGround(small, true)) : personIn(small, face);
  if (mask) return cutOf(picture, opaque(mask), PERSON_EDGE, reachesBottom(mask));
  if (face === null || !isPortrait(face)) return null;
  const { width, height } = small.info;
  return cutOf(picture, { width, height, data: vignetteAround(face, width, height) }, FADING, true);
}

/** A face in the upper middle, with space for shoulders below it. */
const isPortrait = ({ x, y, w, h }: SubjectBox): boolean =>
  Math.abs(x + w / 2 - 0.5) < 0.25 && y < 0.5 && y + 1.2 * h < 1;

/** Whether the kept part continues below the picture. */
function reachesBottom({ data, width, height }: Mask): boolean {
  const last = data.subarray(width * (height - 1));
  return last.filter((value) => value === 1).length > 0.2 * width;
}

/** The mask, unless the background has leaked into the middle of the figure. */
function solid(mask: Mask | null): Mask | null {
  const extent = mask && extentOf(mask);
  if (!mask || !extent) return null;
  const { data, width } = mask;
  const kept = SPINE.map((at) => {
    const x = Math.floor(extent.left + at * extent.width);
    const rows = Array.from({ length: extent.height }, (_, row) => (extent.top + row) * width + x);
    return rows.filter((place) => data[place] === 1).length / extent.height;
  });
  return kept.every((share) => share > SPINE_MIN) ? mask : null;
}
