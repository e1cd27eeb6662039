import { openPicture, type Raster, type SubjectBox } from './open.js';
import { findSubjectBox } from './saliency.js';
import { computeSwatches } from './swatches.js';

export type Orientation = 'portrait' | 'landscape' | 'square';
export type Brightness = 'dark' | 'medium' | 'bright';

/** Measurements of a picture that do not require recognising its content. */
export interface PictureMeasures {
  /** Size in pixels, upright. */
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  readonly brightness: Brightness;
  /** Main colours as `#rrggbb`, by frequency; 1 to 5. */
  readonly palette: readonly string[];
  /** The part that differs most from its surroundings; the whole picture if nothing differs. */
  readonly subjectBox: SubjectBox;
  /** Main colours inside `subjectBox`; at least one. */
  readonly subjectPalette: readonly string[];
}

/**
 * Large enough to count colours and to find the subject, but small because every pixel is visited.
 */
const THUMBNAIL_PX = 64;
const PALETTE_MAX = 5;
/**
 * A colour with a smaller fraction of a subject is the subject's edge, blended with the
 * surroundings.
 */
const SUBJECT_SHARE_MIN = 0.2;
/** A picture is square if its sides differ by less than this. */
const SQUARE_WITHIN = 0.04;
const DARK_BELOW = 0.33;
const BRIGHT_ABOVE = 0.64;

/**
 * Measures one picture.
 * @throws {StudioFailure} `unreadable` when the bytes are not a picture
 * @throws the signal's abort reason
 */
export async function measure(image: Buffer, signal: AbortSignal): Promise<PictureMeasures> {
  signal.throwIfAborted();
  const picture = await openPicture(image, 'image');
  const thumbnail = await picture.thumbnail(THUMBNAIL_PX);
  signal.throwIfAborted();
  const { width, height } = picture;
  const box = findSubjectBox(thumbnail);
  return {
    width,
    height,
    orientation: classifyOrientation(width, height),
    brightness: classifyBrightness(thumbnail),
    palette: computeSwatches(thumbnail.data, PALETTE_MAX).map(({ colour }) => colour),
    subjectBox: box,
    subjectPalette: computeSwatches(readBoxPixels(thumbnail, box), PALETTE_MAX)
      .filter(({ share }, rank) => rank === 0 || share >= SUBJECT_SHARE_MIN)
      .map(({ colour }) => colour),
  };
}

function classifyOrientation(width: number, height: number): Orientation {
  if (Math.abs(width - height) <= SQUARE_WITHIN * Math.max(width, height)) return 'square';
  return width > height ? 'landscape' : 'portrait';
}

function classifyBrightness({ data, info: { width, height } }: Raster): Brightness {
  const weights = [0.2126, 0.7152, 0.0722];
  const sum = data.reduce((total, value, at) => total + value * (weights[at % 3] ?? 0), 0);
  const mean = sum / (255 * width * height);
  if (mean < DARK_BELOW) return 'dark';
  return mean > BRIGHT_ABOVE ? 'bright' : 'medium';
}

/** Returns the pixels in a box given in fractions of the picture. */
function readBoxPixels(
  { data, info: { width, height } }: Raster,
  { x, y, w, h }: SubjectBox,
): Buffer {
  const [left, right] = [Math.round(x * width), Math.round((x + w) * width)];
  const [top, bottom] = [Math.round(y * height), Math.round((y + h) * height)];
  const rows = Array.from({ length: bottom - top }, (_, row) => (top + row) * width);
  return Buffer.concat(rows.map((row) => data.subarray(3 * (row + left), 3 * (row + right))));
}
