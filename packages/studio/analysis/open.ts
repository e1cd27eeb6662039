import sharp, { type Sharp } from 'sharp';
import { StudioFailure } from '../failure.js';

/** A rectangle in fractions of width and height. */
export interface SubjectBox {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Pixels without alpha, row after row, three bytes each. */
export interface Raster {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number; readonly channels: 3 };
}

/** Returns a pipeline's pixels, without transparency. */
export async function toRaster(pipeline: Sharp): Promise<Raster> {
  const { data, info } = await pipeline.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, info: { width: info.width, height: info.height, channels: 3 } };
}

/** A caller's picture, verified as a picture and upright in every output. */
export interface Picture {
  /** Size in pixels, upright. */
  readonly width: number;
  readonly height: number;
  /** Fills a size exactly; the rest is cropped around the most salient part or the middle. */
  cover(width: number, height: number, around?: 'subject' | 'middle'): Promise<Raster>;
  /** Returns a crop, given in fractions of the picture, scaled to an exact size. */
  part(box: SubjectBox, width: number, height: number): Promise<Raster>;
  /** Returns the whole picture with a long side of at most `px`. */
  thumbnail(px: number): Promise<Raster>;
}

/** The same limit as in the storage adapter; a larger picture would be a decompression bomb. */
const INPUT_PIXELS_MAX = 60_000_000;
/** The background of transparent parts: the colour of the prints' paper. */
const PAPER = '#fbf8f1';

async function decodeRaster(pipeline: Sharp, name: string): Promise<Raster> {
  try {
    const { data, info } = await pipeline
      .flatten({ background: PAPER })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, info: { width: info.width, height: info.height, channels: 3 } };
  } catch (error) {
    throw buildUnreadable(name, error);
  }
}

function buildUnreadable(name: string, cause: unknown): StudioFailure {
  return new StudioFailure('unreadable', `The ${name} is not a readable picture.`, cause);
}

/** Reads the size in pixels, upright. */
async function head(open: () => Sharp, name: string) {
  try {
    const { autoOrient } = await open().metadata();
    return autoOrient;
  } catch (error) {
    throw buildUnreadable(name, error);
  }
}

/**
 * Reads a picture's header. Pixels are decoded when needed, directly to the needed size.
 * @param name the caller's name for the picture, for a failure's message
 * @throws {StudioFailure} `unreadable` when the bytes are not a picture; so do the picture's
 * methods
 */
export async function openPicture(bytes: Buffer, name: string): Promise<Picture> {
  const open = () =>
    sharp(bytes, { failOn: 'error', limitInputPixels: INPUT_PIXELS_MAX }).autoOrient();
  const size = await head(open, name);
  return {
    width: size.width,
    height: size.height,
    cover: (width, height, around = 'subject') =>
      decodeRaster(
        open().resize(width, height, {
          fit: 'cover',
          position: around === 'subject' ? sharp.strategy.attention : 'centre',
        }),
        name,
      ),
    part: ({ x, y, w, h }, width, height) => {
      const left = Math.min(size.width - 1, Math.round(x * size.width));
      const top = Math.min(size.height - 1, Math.round(y * size.height));
      const extent = {
        left,
        top,
        width: Math.max(1, Math.min(size.width - left, Math.round(w * size.width))),
        height: Math.max(1, Math.min(size.height - top, Math.round(h * size.height))),
      };
      return decodeRaster(open().extract(extent).resize(width, height, { fit: 'fill' }), name);
    },
    thumbnail: (px) => decodeRaster(open().resize(px, px, { fit: 'inside' }), name),
  };
}
