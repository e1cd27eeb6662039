import type { GivenPictures } from './given.js';
import type { Brief } from '../picture/brief.js';
import { seedOf, type PictureRequest } from '../picture/picture.js';
import { readBrief } from '../picture/read-brief.js';
import type { Stage } from '../picture/stage.js';
import { PRODUCTS } from '../picture/subjects/products.js';
import { tokens } from '../picture/tokens.js';
import { SUBJECT_OF } from '../picture/words.js';
import type { Box, Wall, Wanted } from './layout.js';
import { placesOf, withoutTags, type Place } from './mentions.js';
import type { Company } from './seats.js';

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
function leaveOut(
  brief: Brief,
  prompt: string,
  { edit, face, product }: Readonly<Record<'edit' | 'face' | 'product', boolean>>,
): Brief {
  const known = edit ? knownSubjects(prompt) : new Set<string>();
  const cast = brief.cast.filter(
    ({ name }) =>
      name !== 'monument' &&
      !known.has(name) &&
      !(face && (name === 'bust' || name === 'person')) &&
      !(product && name in PRODUCTS),
  );
  // A colour word before something that is there rules the picture: "make the red car blue".
  const own = brief.cast.find(({ name, colour }) => known.has(name) && colour !== null)?.colour;
  // A product without a place gets a set of its own, and nothing that is given stands on the sea.
  const set = product && !brief.placeNamed && cast.length === 0;
  const shore = brief.ground === 'sea' && product && cast.length === 0;
  const ground = set ? 'table' : shore ? 'beach' : brief.ground;
  return { ...brief, cast, ground, tint: brief.tint ?? own ?? null };
}

const PRODUCT_WORD = /\bproducts?\b/gi;

/** Reads a request with pictures; the tags in its prompt are names, not words. */
export function planOf(request: PictureRequest, inputs: GivenPictures): Plan {
  const prompt = withoutTags(request.prompt);
  const plain = { ...request, prompt };
  const seed = seedOf(plain);
  const product = inputs.product !== null;
  // The word for what is given does not ask for a set.
  const brief = readBrief(product ? prompt.replace(PRODUCT_WORD, ' ') : prompt, seed);
  const edit = request.edit && inputs.scene !== null;
  const tags = inputs.references.map(({ tag }) => tag);
  return {
    request: plain,
    seed,
    brief: leaveOut(brief, prompt, {
      edit,
      face: inputs.character !== null && !edit,
      product,
    }),
    edit,
    places: placesOf(request.prompt, tags),
  };
}

const OVAL_ASPECT = 0.8;

/** Height in short sides; how far from the middle, away from the subject; height of the centre. */
type Seat = readonly [size: number, away: number, y: number];

/** Where a face in an oval goes, in a wide and in a tall picture. */
const SEATS = {
  alone: [
    [0.8, 0, 0.48],
    [0.95, 0, 0.46],
  ],
  inCompany: [
    [0.56, 0.23, 0.36],
    [0.56, 0.09, 0.29],
  ],
} satisfies Record<string, readonly [wide: Seat, tall: Seat]>;

/** The oval of a face: the middle of the picture when it is alone, else across from the subject. */
export function faceBox(stage: Stage, { product, subject }: Company): Box {
  const { width, height, unit, heroX } = stage;
  const [size, away, y] = SEATS[product || subject ? 'inCompany' : 'alone'][stage.tall ? 1 : 0];
  const x = heroX > width / 2 ? 0.5 - away : 0.5 + away;
  const [wide, tall] = [unit * size * OVAL_ASPECT, unit * size];
  return { x: width * x - wide / 2, y: height * y - tall / 2, width: wide, height: tall };
}

/** Side of a print in short sides, by how many are mentioned: alone, or beside others. */
const PRINT_SIZES = { alone: [0.52, 0.46, 0.36, 0.3], beside: [0.44, 0.36, 0.28, 0.24] } as const;

/** Where references stand or hang: low, beside who else is there; in the middle when nobody is. */
export function wallOf(stage: Stage, company: Company, wanted: readonly Wanted[]): Wall {
  const { width, height, heroX } = stage;
  const mentioned = wanted.filter(({ place }) => place.order !== null);
  const others = company.person || company.product || company.subject;
  const sizes = PRINT_SIZES[others ? 'beside' : 'alone'];
  const size = sizes[Math.min(mentioned.length, sizes.length) - 1] ?? sizes[3];
  const named = mentioned.some(({ place }) => place.column !== null);
  // Beside a person is where the subject would be, beside a subject or a product across from it.
  const isRight = heroX > width / 2 === (company.person && !company.product);
  const half = others && !named && mentioned.length <= 3;
  return {
    left: half && isRight ? width / 2 : 0,
    width: half ? width / 2 : width,
    height,
    openRow: others || wanted.some(({ isCut }) => isCut) ? 'bottom' : 'middle',
    size,
  };
}

/** A reference in the background: a large print behind everything that is drawn. */
export function behindBox(stage: Stage, aspect: number): Box {
  const { width, height, unit } = stage;
  const shape = Math.sqrt(Math.min(1.5, Math.max(0.7, aspect)));
  const [wide, tall] = [unit * 0.62 * shape, (unit * 0.62) / shape];
  return { x: (width - wide) / 2, y: height * 0.4 - tall / 2, width: wide, height: tall };
}
