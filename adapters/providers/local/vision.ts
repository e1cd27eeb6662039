import type { Description, Subject, VisionProvider } from '../../../domain/ports/vision.js';
import {
  FACE_PX,
  findFace,
  measure,
  nameColour,
  openPicture,
  type Brightness,
  type PictureMeasures,
  type SubjectBox,
} from '@media-platform/studio';
import { runInStudio } from './studio-failure.js';

/** A subject larger than this fills the image, so its position is not mentioned. */
const SUBJECT_MAX = 0.8;
/** Half the width and half the height of the central zone. */
const MIDDLE = 0.13;
const COLOURS_MAX = 2;

/**
 * Creates a vision provider that describes images without a model: it measures them and states only
 * the measurements.
 */
export function createLocalVision(): VisionProvider {
  return {
    name: 'local',
    version: 'local 1',
    describe: (subject, images, signal) => runInStudio(() => describe(subject, images, signal)),
  };
}

/**
 * Describes the images. Only the caller knows what they show, so the item's type stays unknown.
 * @throws {StudioFailure} `unreadable` when the bytes are not an image
 * @throws the signal's abort reason
 */
async function describe(
  subject: Subject,
  images: readonly Buffer[],
  signal: AbortSignal,
): Promise<Description> {
  const [first, ...more] = images;
  if (!first) throw new RangeError('describe needs a picture');
  const seen = await measure(first, signal);
  if (subject === 'character' && !(await showFace(images, signal))) {
    return { type: null, text: describeFaceless(seen, more.length) };
  }
  return { type: null, text: SENTENCES[subject](seen, more.length) };
}

/** Returns whether a face is visible in at least one of a person's images. */
async function showFace(images: readonly Buffer[], signal: AbortSignal): Promise<boolean> {
  for (const image of images) {
    signal.throwIfAborted();
    const picture = await openPicture(image, 'image');
    if (findFace(await picture.thumbnail(FACE_PX)) !== null) return true;
  }
  return false;
}

/**
 * Names a position: `upper left`, `centre`, `right`; null if the subject fills almost the whole
 * image.
 */
function describePosition({ x, y, w, h }: SubjectBox): string | null {
  if (w * h > SUBJECT_MAX) return null;
  const describeSide = (centre: number, low: string, high: string) =>
    centre < 0.5 - MIDDLE ? low : centre > 0.5 + MIDDLE ? high : '';
  const words = [
    describeSide(y + h / 2, 'upper', 'lower'),
    describeSide(x + w / 2, 'left', 'right'),
  ];
  const [vertical, horizontal] = words;
  if (vertical === '' && horizontal === '') return 'centre';
  return horizontal === '' ? `${vertical} middle` : words.filter(Boolean).join(' ');
}

const LIGHTS: Readonly<Record<Brightness, string>> = {
  dark: 'dark',
  medium: 'of medium brightness',
  bright: 'bright',
};

const listColourNames = (palette: readonly string[]): string =>
  [...new Set(palette.map(nameColour))].slice(0, COLOURS_MAX).join(' and ');

const describeOthers = (more: number): string =>
  more === 0 ? '' : ` (the clearest of ${more + 1})`;

/** Returns whether an image has a single colour. */
const isPlain = ({ palette, subjectBox: { w, h } }: PictureMeasures): boolean =>
  palette.length === 1 && w * h === 1;

/** Describes a photo that was given as a person but shows no face; the text mentions no person. */
function describeFaceless(seen: PictureMeasures, more: number): string {
  const kind = isPlain(seen) ? `plain ${seen.orientation}` : seen.orientation;
  const none = more === 0 ? 'no face can be made out in it' : `no face in any of the ${more + 1}`;
  return `A ${kind} picture, mostly ${listColourNames(seen.palette)}, ${LIGHTS[seen.brightness]}; ${none}.`;
}

/**
 * Builds one sentence per subject. A scene is the whole image; a person or an item is a part of it.
 */
const SENTENCES: Readonly<Record<Subject, (seen: PictureMeasures, more: number) => string>> = {
  scene(seen) {
    const where = describePosition(seen.subjectBox);
    const eye = where === null ? 'nothing stands out' : `the eye is drawn to the ${where}`;
    return `A ${seen.orientation} picture, mostly ${listColourNames(seen.palette)}, ${LIGHTS[seen.brightness]}; ${eye}.`;
  },
  character(seen, more) {
    const where = describePosition(seen.subjectBox);
    const place = where === null ? 'filling the picture' : `in the ${where}`;
    return `A ${seen.orientation} photo of one person${describeOthers(more)}, ${place}, in tones of ${listColourNames(seen.palette)}; the light is ${LIGHTS[seen.brightness]}.`;
  },
  product(seen, more) {
    if (isPlain(seen)) {
      return `A plain ${seen.orientation} picture, mostly ${listColourNames(seen.palette)}; no item stands out.`;
    }
    const where = describePosition(seen.subjectBox);
    const item =
      where === null
        ? `the item fills the picture and is mostly ${listColourNames(seen.palette)}`
        : `what stands out is in the ${where} and mostly ${listColourNames(seen.subjectPalette)}`;
    return `A ${seen.orientation} photo of one item${describeOthers(more)}: ${item}; the picture is ${LIGHTS[seen.brightness]}.`;
  },
};
