import sharp from 'sharp';
import type { Picture, Raster } from '../look/open.js';
import { extentOf, type Extent, type Mask } from './mask.js';
import { personIn } from './person.js';
import { beforePlainGround } from './plain-ground.js';

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
/** Enough to tell a person from a ground by colour. */
const PERSON_MASK_PX = 224;
/** The edge is softened over about a pixel, and moved inwards, where no ground shines through. */
const SOFT_PX = 0.9;
const INWARDS = 1.9;

/** Takes the pixels that a mask keeps; a smaller mask is enlarged. */
async function applied(raster: Raster, mask: Mask, isCropped: boolean): Promise<CutOut | null> {
  const { width, height } = raster.info;
  const grey = sharp(Buffer.from(mask.data.map((value) => 255 * value)), {
    raw: { width: mask.width, height: mask.height, channels: 1 },
  });
  const sized =
    mask.width === width
      ? grey
      : sharp(await grey.blur(1).resize(width, height, { fit: 'fill', kernel: 'cubic' }).extractChannel(0).raw().toBuffer(), {
          raw: { width, height, channels: 1 },
        });
  const alpha = await sized
    .blur(SOFT_PX)
    .linear(INWARDS, -255 * (INWARDS - 1))
    .extractChannel(0)
    .raw()
    .toBuffer();
  const extent = extentOf({ data: alpha, width, height });
  if (extent === null) return null;
  return { ...cropped(raster, alpha, extent), isCropped };
}

function cropped({ data, info }: Raster, alpha: Buffer, { left, top, width, height }: Extent) {
  const pixels = Buffer.alloc(4 * width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (top + y) * info.width + left + x;
      const to = 4 * (y * width + x);
      pixels[to] = data[3 * from] ?? 0;
      pixels[to + 1] = data[3 * from + 1] ?? 0;
      pixels[to + 2] = data[3 * from + 2] ?? 0;
      pixels[to + 3] = alpha[from] ?? 0;
    }
  }
  return { data: pixels, width, height };
}

/** Cuts an item out of a plain ground. @returns null when there is none */
export async function cutItem(picture: Picture, scale: number): Promise<CutOut | null> {
  const raster = await picture.thumbnail(ITEM_PX * scale);
  const mask = beforePlainGround(raster, false);
  return mask === null ? null : applied(raster, mask, false);
}

/** Does a person go on below the picture? */
function reachesBottom({ data, width, height }: Mask): boolean {
  const last = data.subarray(width * (height - 1));
  return last.filter((value) => value === 1).length > 0.2 * width;
}

/** Cuts a person out of a portrait. @returns null when no person can be told from the ground */
export async function cutPerson(picture: Picture, scale: number): Promise<CutOut | null> {
  const small = await picture.thumbnail(PERSON_MASK_PX);
  const plain = beforePlainGround(small, true);
  const mask = plain !== null && looksSolid(plain) ? plain : personIn(small);
  if (mask === null) return null;
  return applied(await picture.thumbnail(PERSON_PX * scale), mask, reachesBottom(mask));
}

/** A person is one solid shape: the ground has not eaten into the middle. */
function looksSolid(mask: Mask): boolean {
  const { data, width, height } = mask;
  const extent = extentOf(mask);
  if (extent === null) return false;
  const middle = Math.floor(extent.left + extent.width / 2);
  let kept = 0;
  for (let y = extent.top; y < extent.top + extent.height; y += 1) kept += data[y * width + middle] ?? 0;
  return kept > 0.9 * extent.height && extent.height > 0.4 * height;
}
