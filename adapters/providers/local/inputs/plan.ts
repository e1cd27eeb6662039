import type { GivenPictures } from './given.js';
import { readBrief, tokens, type Brief } from '../picture/brief.js';
import { seedOf, type PictureRequest } from '../picture/picture.js';
import type { Stage } from '../picture/stage.js';
import { SUBJECT_OF } from '../picture/words.js';
import type { Box, Row, Wall } from './layout.js';
import { placesOf, withoutTags, type Place } from './mentions.js';

/** What the words and the given pictures together ask for. */
export interface Plan {
  readonly request: PictureRequest;
  readonly seed: string;
  readonly brief: Brief;
  /** True when the scene itself is to be changed. */
  readonly edit: boolean;
  /** Of the references, in their order. */
  readonly places: readonly Place[];
}

/** "The house" of an edit is in the picture already; only "a house" is to be drawn. */
const KNOWN_BY = new Set(
  'the this that these those his her their my its same remove without no'.split(' '),
);
const KNOWN_REACH = 2;

/** Subjects that an edit speaks about, and does not add. */
function knownSubjects(prompt: string): ReadonlySet<string> {
  const list = tokens(prompt);
  return new Set(
    list.flatMap((word, at) => {
      const name = SUBJECT_OF.get(word);
      const before = list.slice(Math.max(0, at - KNOWN_REACH), at);
      return name !== undefined && before.some((near) => KNOWN_BY.has(near)) ? [name] : [];
    }),
  );
}

/** Leaves out what the given pictures are or stand for: someone with a face is not drawn again. */
function leaveOut(brief: Brief, prompt: string, edit: boolean, face: boolean): Brief {
  const known = edit ? knownSubjects(prompt) : new Set<string>();
  const cast = brief.cast.filter(
    ({ name }) =>
      name !== 'monument' && !known.has(name) && !(face && (name === 'bust' || name === 'person')),
  );
  // A colour word before something that is there rules the picture: "make the red car blue".
  const own = brief.cast.find(({ name, colour }) => known.has(name) && colour !== null)?.colour;
  return { ...brief, cast, tint: brief.tint ?? own ?? null };
}

/** Reads a request with pictures; the tags in its prompt are names, not words. */
export function planOf(request: PictureRequest, inputs: GivenPictures): Plan {
  const prompt = withoutTags(request.prompt);
  const plain = { ...request, prompt };
  const seed = seedOf(plain);
  const brief = readBrief(prompt, seed);
  const edit = request.edit && inputs.scene !== null;
  const tags = inputs.references.map(({ tag }) => tag);
  return {
    request: plain,
    seed,
    brief: leaveOut(brief, prompt, edit, inputs.character !== null),
    edit,
    places: placesOf(request.prompt, tags),
  };
}

const OVAL_ASPECT = 0.8;

/** Height in short sides; how far from the middle, away from the subject; height of the centre. */
type Seat = readonly [size: number, away: number, y: number];

/** Where a face goes, in a wide and in a tall picture. */
const SEATS = {
  alone: [
    [0.8, 0, 0.48],
    [0.95, 0, 0.46],
  ],
  abovePrints: [
    [0.6, 0, 0.36],
    [0.6, 0, 0.36],
  ],
  besideSubject: [
    [0.46, 0.23, 0.32],
    [0.46, 0.09, 0.27],
  ],
  inset: [
    [0.38, 0.23, 0.32],
    [0.38, 0.23, 0.27],
  ],
} satisfies Record<string, readonly [wide: Seat, tall: Seat]>;

/** The face: the middle of the picture when it is alone, else across from the subject. */
export function faceBox(stage: Stage, inset: boolean, prints: boolean): Box {
  const { width, height, unit, heroX, brief } = stage;
  const withoutSubject = prints ? 'abovePrints' : 'alone';
  const seat = brief.cast.length === 0 ? withoutSubject : 'besideSubject';
  const [size, away, y] = SEATS[inset ? 'inset' : seat][stage.tall ? 1 : 0];
  const x = heroX > width / 2 ? 0.5 - away : 0.5 + away;
  const [wide, tall] = [unit * size * OVAL_ASPECT, unit * size];
  return { x: width * x - wide / 2, y: height * y - tall / 2, width: wide, height: tall };
}

const openRow = (face: boolean, subject: boolean): Row =>
  face ? 'bottom' : subject ? 'top' : 'middle';

/** Where prints may hang: clear of the face, above the subject, else in the middle. */
export function wallOf(stage: Stage, face: boolean, count: number): Wall {
  const subject = stage.brief.cast.length > 0;
  const crowded = count > 3 ? 0.24 : 0.28;
  const size = face || subject || count > 2 ? crowded : 0.44;
  return { width: stage.width, height: stage.height, openRow: openRow(face, subject), size };
}

/** A reference in the background: a large print behind everything that is drawn. */
export function behindBox(stage: Stage, aspect: number): Box {
  const { width, height, unit } = stage;
  const shape = Math.sqrt(Math.min(1.5, Math.max(0.7, aspect)));
  const [wide, tall] = [unit * 0.62 * shape, (unit * 0.62) / shape];
  return { x: (width - wide) / 2, y: height * 0.4 - tall / 2, width: wide, height: tall };
}
