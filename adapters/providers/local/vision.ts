import type { ImageAnalysis, VisionProvider } from '../vision.js';
import { nameOf } from './look/names.js';
import { openPicture, type Raster } from './look/open.js';
import { subjectBox } from './look/saliency.js';
import { swatchesOf } from './look/swatches.js';

type Orientation = ImageAnalysis['orientation'];
type Brightness = ImageAnalysis['brightness'];
type SubjectBox = ImageAnalysis['subjectBox'];

/** Enough to count colours and to find what stands out; every pixel is visited here. */
const THUMBNAIL_PX = 64;
const PALETTE_MAX = 5;
/** Sides that differ by less than this make a square. */
const SQUARE_WITHIN = 0.04;
const DARK_BELOW = 0.33;
const BRIGHT_ABOVE = 0.64;
/** A subject over nearly everything draws the eye nowhere. */
const SUBJECT_MAX = 0.8;
/** The middle of a side reaches so far to both sides of its centre. */
const MIDDLE = 0.13;

/** Looks at pictures without a model: measures, and says only what it measured. */
export function createLocalVision(): VisionProvider {
  return { name: 'local', analyse };
}

/**
 * @throws {ProviderFailure} `rejected` when the bytes are no picture
 * @throws the abort reason of the signal
 */
async function analyse(image: Buffer, signal: AbortSignal): Promise<ImageAnalysis> {
  signal.throwIfAborted();
  const picture = await openPicture(image, 'image');
  const thumbnail = await picture.thumbnail(THUMBNAIL_PX);
  signal.throwIfAborted();
  const { width, height } = picture;
  const palette = swatchesOf(thumbnail.data, PALETTE_MAX).map(({ colour }) => colour);
  const seen = {
    orientation: orientationOf(width, height),
    palette,
    brightness: brightnessOf(thumbnail),
    subjectBox: subjectBox(thumbnail),
  };
  return { width, height, ...seen, description: describe(seen) };
}

function orientationOf(width: number, height: number): Orientation {
  if (Math.abs(width - height) <= SQUARE_WITHIN * Math.max(width, height)) return 'square';
  return width > height ? 'landscape' : 'portrait';
}

function brightnessOf({ data, info: { width, height } }: Raster): Brightness {
  const weights = [0.2126, 0.7152, 0.0722];
  const sum = data.reduce((total, value, at) => total + value * (weights[at % 3] ?? 0), 0);
  const mean = sum / (255 * width * height);
  if (mean < DARK_BELOW) return 'dark';
  return mean > BRIGHT_ABOVE ? 'bright' : 'medium';
}

/** `upper left`, `centre`, `right`; null when the subject is about everything. */
function whereIs({ x, y, w, h }: SubjectBox): string | null {
  if (w * h > SUBJECT_MAX) return null;
  const side = (centre: number, low: string, high: string) =>
    centre < 0.5 - MIDDLE ? low : centre > 0.5 + MIDDLE ? high : '';
  const words = [side(y + h / 2, 'upper', 'lower'), side(x + w / 2, 'left', 'right')];
  const [vertical, horizontal] = words;
  if (vertical === '' && horizontal === '') return 'centre';
  return horizontal === '' ? `${vertical} middle` : words.filter(Boolean).join(' ');
}

const ARTICLES: Readonly<Record<Orientation, string>> = {
  portrait: 'A portrait picture',
  landscape: 'A landscape picture',
  square: 'A square picture',
};
const LIGHTS: Readonly<Record<Brightness, string>> = {
  dark: 'dark',
  medium: 'of medium brightness',
  bright: 'bright',
};

function describe(seen: Omit<ImageAnalysis, 'width' | 'height' | 'description'>): string {
  const names = [...new Set(seen.palette.map(nameOf))].slice(0, 2);
  const where = whereIs(seen.subjectBox);
  const eye = where === null ? 'nothing stands out' : `the eye is drawn to the ${where}`;
  return `${ARTICLES[seen.orientation]}, mostly ${names.join(' and ')}, ${LIGHTS[seen.brightness]}; ${eye}.`;
}
