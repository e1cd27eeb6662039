import { MEGABYTE } from './media-types.js';
import { PLATFORM_TABLE, type Platform, type PostForm } from './social-platforms.js';

/** A platform's limits for images. Sides are in pixels, ratios are width to height. */
export interface ImageLimits {
  readonly widthMin: number;
  readonly widthMax: number;
  readonly heightMax: number;
  readonly ratioMin: number;
  readonly ratioMax: number;
  /** The only accepted size; null if any size within the limits is accepted. */
  readonly exact: { readonly width: number; readonly height: number } | null;
  readonly bytesMax: number;
}

/** A platform's limits for clips. Frame rates are not included, because we do not measure them. */
export interface VideoLimits {
  readonly secondsMin: number;
  readonly secondsMax: number;
  readonly bytesMax: number;
  readonly widthMax: number;
  readonly longMax: number;
  readonly shortMin: number;
  readonly shortMax: number;
  readonly ratioMin: number;
  readonly ratioMax: number;
  /**
   * Maximum size of a clip as a landscape box; a larger clip is scaled down. Null if clips are
   * never encoded again.
   */
  readonly encoded: { readonly long: number; readonly short: number } | null;
}

const ANY = { ratioMin: 0, ratioMax: Infinity };

const FREE: ImageLimits = {
  widthMin: 1,
  widthMax: Infinity,
  heightMax: Infinity,
  ...ANY,
  exact: null,
  bytesMax: Infinity,
};
const META: ImageLimits = { ...FREE, widthMin: 320, widthMax: 1_440, bytesMax: 8 * MEGABYTE };
const FEED: ImageLimits = { ...META, ratioMin: 0.8, ratioMax: 1.91 };

/**
 * Maximum side for X, which limits only bytes. A larger image could not stay below X's byte limit.
 */
const X_SIDE_MAX = 4_096;

/** Limits by platform; null if a platform does not support images. */
const IMAGES: Readonly<Record<Platform, ImageLimits | null>> = {
  instagram: FEED,
  threads: { ...META, ratioMin: 0.1, ratioMax: 10 },
  // TikTok's "at most 1080p" can mean landscape or portrait; this size fits both.
  tiktok: { ...FREE, widthMax: 1_080, heightMax: 1_920, bytesMax: 20 * MEGABYTE },
  youtube: null,
  twitter: { ...FREE, widthMax: X_SIDE_MAX, heightMax: X_SIDE_MAX, bytesMax: 5 * MEGABYTE },
};

/** Returns an image's limits in this form; null if the platform does not support images. */
export const getImageLimits = (platform: Platform, form: PostForm): ImageLimits | null =>
  platform === 'instagram' && form === 'story'
    ? { ...META, exact: { width: 1_080, height: 1_920 } }
    : IMAGES[platform];

type Shape = Omit<VideoLimits, 'secondsMin' | 'secondsMax' | 'bytesMax'>;

const ANY_SHAPE: Shape = {
  widthMax: Infinity,
  longMax: Infinity,
  shortMin: 1,
  shortMax: Infinity,
  ...ANY,
  encoded: null,
};
const FULL_HD = { long: 1_920, short: 1_080 };
const META_SHAPE: Shape = {
  ...ANY_SHAPE,
  widthMax: 1_920,
  ratioMin: 0.01,
  ratioMax: 10,
  encoded: FULL_HD,
};

const SHAPES: Readonly<Record<Platform, Shape>> = {
  instagram: META_SHAPE,
  threads: META_SHAPE,
  tiktok: { ...ANY_SHAPE, longMax: 4_096, shortMin: 360, encoded: FULL_HD },
  youtube: ANY_SHAPE,
  twitter: {
    ...ANY_SHAPE,
    longMax: 1_280,
    shortMin: 32,
    shortMax: 1_024,
    ratioMin: 1 / 3,
    ratioMax: 3,
    encoded: { long: 1_280, short: 720 },
  },
};

/** Returns a clip's limits in this form. */
export function getVideoLimits(platform: Platform, form: PostForm): VideoLimits {
  const { minSeconds, maxSeconds, maxBytes } = PLATFORM_TABLE[platform].video;
  const limits = { secondsMin: minSeconds, secondsMax: maxSeconds, bytesMax: maxBytes };
  if (platform === 'instagram' && form === 'story') {
    return { ...limits, secondsMax: 60, bytesMax: 100 * MEGABYTE, ...SHAPES.instagram };
  }
  if (form === 'short') return { ...limits, secondsMax: 180, ...SHAPES[platform], ratioMax: 1 };
  return { ...limits, ...SHAPES[platform] };
}
