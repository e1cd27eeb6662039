import sharp from 'sharp';
import { findFace } from '../look/face.js';
import type { Picture, Raster } from '../look/open.js';
import { extentOf, type Mask } from './mask.js';
import { personIn } from './person.js';
import { beforePlainGround } from './plain-ground.js';
import { vignetteAround } from './vignette.js';

/** A thing without its ground: pixels as they were, four bytes each, transparent around it. */
export interface CutOut {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  /** It goes on below the picture, so it cannot stand anywhere but on an edge. */
  readonly isCropped: boolean;
}

/** Long side of the pixels that are looked at, for a 1K picture. */
const ITEM_PX = 560;
const PERSON_PX = 800;
/** Enough to tell a person from a ground by colour, and to find a face. */
const PERSON_MASK_PX = 224;
const FACE_PX = 112;
/** Columns that run through a person who stands or sits upright, in parts of the width. */
const SPINE = [0.44, 0.5, 0.56];
const SPINE_MIN = 0.86;
/** The edge is softened over about a pixel, and moved inwards, where no ground shines through. */
const SOFT_PX = 0.9;
/** Takes the steps out of a mask that is enlarged. */
const MASK_BLUR_PX = 1.5;
const INWARDS = 1.9;

/** The same picture, its long side at most `px`. */
async function reduced({ data, info }: Raster, px: number): Promise<Raster> {
  const small = await sharp(data, { raw: info })
    .resize(px, px, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: small.data, info: { ...info, width: small.info.width, height: small.info.height } };
}

/** One byte a pixel, ready for what sharp does. */
const grey = (data: Uint8Array, { width, height }: Pick<Mask, 'width' | 'height'>) =>
  sharp(data, { raw: { width, height, channels: 1 } });

/** A mask as alpha of a size, its edge soft. */
async function alphaOf(mask: Mask, size: Pick<Mask, 'width' | 'height'>): Promise<Buffer> {
  const drawn = mask.data.map((value) => 255 * value);
  const isSmall = mask.width !== size.width;
  const smooth = isSmall ? await enlarged({ ...mask, data: drawn }, size, MASK_BLUR_PX) : drawn;
  return grey(smooth, size)
    .blur(SOFT_PX)
    .linear(INWARDS, -255 * (INWARDS - 1))
    .extractChannel(0)
    .raw()
    .toBuffer();
}

const enlarged = (alpha: Mask, { width, height }: Pick<Mask, 'width' | 'height'>, blur: number) =>
  grey(alpha.data, alpha)
    .blur(blur)
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer();

/** Takes the pixels that an alpha of the same size keeps. */
async function applied(raster: Raster, alpha: Buffer, isCropped: boolean): Promise<CutOut | null> {
  const extent = extentOf({ ...raster.info, data: alpha });
  if (extent === null) return null;
  const size = { width: extent.width, height: extent.height, channels: 1 } as const;
  const cut = await grey(alpha, raster.info).extract(extent).extractChannel(0).raw().toBuffer();
  const data = await sharp(raster.data, { raw: raster.info })
    .extract(extent)
    .joinChannel(cut, { raw: size })
    .raw()
    .toBuffer();
  return { data, width: extent.width, height: extent.height, isCropped };
}

/** Cuts an item out of a plain ground. @returns null when there is none */
export async function cutItem(picture: Picture, scale: number): Promise<CutOut | null> {
  const raster = await picture.thumbnail(ITEM_PX * scale);
  const mask = beforePlainGround(raster, false);
  return mask === null ? null : applied(raster, await alphaOf(mask, raster.info), false);
}

/**
 * Cuts a person out of a portrait: along the outline, or softly around head and shoulders where the
 * outline cannot be told.
 * @returns null when there is neither a face nor a figure before a plain ground
 */
export async function cutPerson(picture: Picture, scale: number): Promise<CutOut | null> {
  const raster = await picture.thumbnail(PERSON_PX * scale);
  const small = await reduced(raster, PERSON_MASK_PX);
  const face = findFace(await reduced(small, FACE_PX));
  const mask = face === null ? solid(beforePlainGround(small, true)) : personIn(small, face);
  if (mask) return applied(raster, await alphaOf(mask, raster.info), reachesBottom(mask));
  if (face === null) return null;
  const { width, height } = small.info;
  const soft = { width, height, data: vignetteAround(face, width, height) };
  return applied(raster, await enlarged(soft, raster.info, MASK_BLUR_PX), true);
}

/** Does what is kept go on below the picture? */
function reachesBottom({ data, width, height }: Mask): boolean {
  const last = data.subarray(width * (height - 1));
  return last.filter((value) => value === 1).length > 0.2 * width;
}

/** The mask when the ground has not eaten into the middle of the figure. */
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
