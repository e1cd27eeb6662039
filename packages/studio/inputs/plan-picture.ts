import type { GivenPictures } from './given.js';
import type { Brief } from '../picture/brief.js';
import { buildSeed, type PictureRequest } from '../picture/picture.js';
import { readBrief } from '../picture/read-brief.js';
import type { Stage } from '../picture/stage.js';
import { PRODUCTS } from '../picture/subjects/products.js';
import { tokens } from '../picture/tokens.js';
import { SUBJECT_OF } from '../picture/words.js';
import type { Box, PrintWall, WantedPrint } from './layout.js';
import { findTagPlaces, withoutTags, type TagPlace } from './mentions.js';
import { readHeld, type HeldThing } from './held.js';
import type { PictureCompany, Seats } from './seats.js';

/** The combined request from the words and the input pictures. */
export interface Plan {
  readonly request: PictureRequest;
  readonly seed: string;
  readonly brief: Brief;
  /** The thing in the person's hand. */
  readonly held: HeldThing | null;
  /** Whether the scene itself is to be changed. */
  readonly edit: boolean;
  /** The references' places, in order. */
  readonly places: readonly TagPlace[];
}

/** "The house" in an edit already exists in the picture; only "a house" must be drawn. */
const KNOWN_BY = new Set(
  'the this that these those his her their my its same remove without no'.split(' '),
);
const KNOWN_REACH = 2;

/** Finds subjects that an edit mentions without adding them. */
function findKnownSubjects(prompt: string): ReadonlySet<string> {
  const list = tokens(prompt);
  return new Set(
    list.flatMap((word, at) => {
      const name = SUBJECT_OF.get(word);
      const before = list.slice(Math.max(0, at - KNOWN_REACH), at);
      return name !== undefined && before.some((near) => KNOWN_BY.has(near)) ? [name] : [];
    }),
  );
}

/**
 * Removes subjects that the input pictures already show: a person with a photo is not drawn again.
 */
function leaveOut(
  brief: Brief,
  prompt: string,
  { edit, face, product }: Readonly<Record<'edit' | 'face' | 'product', boolean>>,
): Brief {
  const known = edit ? findKnownSubjects(prompt) : new Set<string>();
  const cast = brief.cast.filter(
    ({ name }) =>
      name !== 'monument' &&
      !known.has(name) &&
      !(face && (name === 'bust' || name === 'person')) &&
      !(product && name in PRODUCTS),
  );
  // A colour word before an existing item applies to the picture: "make the red car blue".
  const own = brief.cast.find(({ name, colour }) => known.has(name) && colour !== null)?.colour;
  // A product without a place gets its own set, and no input is placed on the open sea.
  const set = product && !brief.placeNamed && cast.length === 0;
  const shore = brief.ground === 'sea' && product && cast.length === 0;
  const ground = set ? 'table' : shore ? 'beach' : brief.ground;
  return { ...brief, cast, ground, tint: brief.tint ?? own ?? null };
}

const PRODUCT_WORD = /\bproducts?\b/gi;

/** Reads a request with pictures; the tags in its prompt are names, not words. */
export function planPicture(request: PictureRequest, inputs: GivenPictures): Plan {
  const prompt = withoutTags(request.prompt);
  const plain = { ...request, prompt };
  const seed = buildSeed(plain);
  const product = inputs.product !== null;
  // The word that names the product must not add a set.
  const said = product ? prompt.replace(PRODUCT_WORD, ' ') : prompt;
  const edit = request.edit && inputs.scene !== null;
  const face = inputs.character !== null && !edit;
  const { held, rest } = face ? readHeld(said) : { held: null, rest: said };
  const brief = readBrief(rest, seed);
  const tags = inputs.references.map(({ tag }) => tag);
  return {
    request: plain,
    seed,
    brief: leaveOut(brief, prompt, { edit, face, product }),
    held,
    edit,
    places: findTagPlaces(request.prompt, tags),
  };
}

/**
 * A print's side as a fraction of the short side, by number of mentioned prints: alone, or next to
 * other figures.
 */
const PRINT_SIZES = { alone: [0.52, 0.46, 0.36, 0.3], shared: [0.44, 0.36, 0.28, 0.24] } as const;

/** Plans where references are placed: low next to other figures, otherwise in the middle. */
export function planWall(
  { stage, room }: Seats,
  company: PictureCompany,
  wanted: readonly WantedPrint[],
): PrintWall {
  const { width, height, heroX } = stage;
  const mentioned = wanted.filter(({ place }) => place.order !== null);
  const others = company.person !== null || company.product || company.subject;
  const sizes = PRINT_SIZES[others ? 'shared' : 'alone'];
  const size = sizes[Math.min(mentioned.length, sizes.length) - 1] ?? sizes[3];
  const named = mentioned.some(({ place }) => place.column !== null);
  // Next to a person, prints share the room of all other things. Next to a subject or a product,
  // they are opposite it.
  const half = others && !named && mentioned.length <= 3;
  const free = {
    left: half && heroX <= width / 2 ? width / 2 : 0,
    width: half ? width / 2 : width,
  };
  return {
    ...(named ? free : (room ?? free)),
    height,
    openRow: others || wanted.some(({ isCut }) => isCut) ? 'bottom' : 'middle',
    size,
  };
}

/** Computes the box of a reference in the background: a large print behind the drawing. */
export function computeBehindBox(stage: Stage, aspect: number): Box {
  const { width, height, unit } = stage;
  const shape = Math.sqrt(Math.min(1.5, Math.max(0.7, aspect)));
  const [wide, tall] = [unit * 0.62 * shape, (unit * 0.62) / shape];
  return { x: (width - wide) / 2, y: height * 0.4 - tall / 2, width: wide, height: tall };
}
