import type { Brief, CastMember } from './brief.js';
import { createRandom, type Random } from './random.js';
import { DRAWINGS } from './subjects/subjects.js';
import { tokens } from './tokens.js';
import * as words from './words.js';

const findMeanings = <M>(list: readonly string[], table: ReadonlyMap<string, M>): M[] => [
  ...new Set(list.flatMap((word) => table.get(word) ?? [])),
];

/**
 * Finds the nearest earlier word in the table, skipping at most one word ("a red sailing boat"), or
 * two around "of" ("a red bowl of noodles").
 */
function findNear<M>(list: readonly string[], at: number, table: ReadonlyMap<string, M>): M | null {
  const reach = list[at - 1] === 'of' ? 3 : 2;
  for (const word of list.slice(Math.max(0, at - reach), at).toReversed()) {
    const meaning = table.get(word);
    if (meaning !== undefined) return meaning;
  }
  return null;
}

function findCast(list: readonly string[]): CastMember[] {
  const cast: CastMember[] = [];
  list.forEach((word, at) => {
    const name = words.SUBJECT_OF.get(word);
    if (name === undefined || cast.some((member) => member.name === name)) return;
    // If two names follow each other, the first one decides: perfume bottle, palm tree, coffee cup.
    if (at > 0 && words.SUBJECT_OF.has(list[at - 1] ?? '')) return;
    const count = findNear(list, at, words.NUMBER_OF) ?? (word === 'couple' ? 2 : 1);
    cast.push({ name, colour: findNear(list, at, words.COLOUR_OF), count });
  });
  const bust = cast.find((member) => member.name === 'bust');
  // A portrait shows one person, and nothing else fits into it.
  if (bust !== undefined) {
    const sitter = cast.find((member) => member.name !== 'bust');
    if (sitter === undefined || sitter.name === 'person') return [bust];
    return [sitter];
  }
  return cast.slice(0, 2);
}

function chooseGround(
  list: readonly string[],
  cast: readonly CastMember[],
  random: Random,
): words.Ground {
  const named = findMeanings(list, words.GROUND_OF);
  const water = named.find((ground) => ground === 'sea' || ground === 'lake');
  const afloat = cast.some(({ name }) => DRAWINGS[name].stand === 'water');
  if (afloat) return water ?? 'sea';
  // Subjects that belong on the ground cannot be on the open sea.
  const stands = cast.some(({ name }) => DRAWINGS[name].stand === 'ground');
  if (stands && water === 'sea' && !named.includes('roof')) return 'beach';
  const still = cast.some(({ name }) => DRAWINGS[name].home === 'table');
  if (still && !named.some((ground) => ground === 'beach' || ground === 'roof')) return 'table';
  if (named.includes('roof')) return 'roof';
  const home = cast[0] === undefined ? null : DRAWINGS[cast[0].name].home;
  return named[0] ?? home ?? random.pick(['meadow', 'lake', 'sea', 'desert', 'snow']);
}

function chooseBackdrops(list: readonly string[], ground: words.Ground, random: Random) {
  const named = findMeanings(list, words.BACKDROP_OF);
  if (named.length > 0) return named;
  if (ground === 'sea') return random.chance(0.5) ? [] : (['hills'] as const);
  if (ground === 'desert') return ['mesas'] as const;
  if (ground === 'street' || ground === 'roof') return ['city'] as const;
  return [random.pick<words.Backdrop>(['mountains', 'hills', 'hills', 'mountains'])];
}

/** Returns the number of moons: the number word before "moon", else one. */
function countMoons(list: readonly string[]): number {
  const at = list.indexOf('moon');
  return at < 0 ? 1 : Math.min(3, findNear(list, at, words.NUMBER_OF) ?? 1);
}

/**
 * Reads a prompt. Unknown words choose nothing here, but they are part of `seed`, so they still
 * change everything left open and every shape in the picture.
 * @param seed the request's complete identity
 */
export function readBrief(prompt: string, seed: string): Brief {
  const random = createRandom(seed).fork('brief');
  const list = tokens(prompt);
  const found = findCast(list);
  const scenic = list.some((word) => words.GROUND_OF.has(word) || words.BACKDROP_OF.has(word));
  const cast: CastMember[] =
    found.length > 0 || scenic ? found : [{ name: 'monument', colour: null, count: 1 }];
  const ground = chooseGround(list, cast, random);
  const open = random.pick<words.Light>(['day', 'dawn', 'sunset', 'day', 'dusk']);
  const owned = new Set(cast.map((member) => member.colour));
  const tint = findMeanings(list, words.COLOUR_OF).find((colour) => !owned.has(colour)) ?? null;
  const light = findMeanings(list, words.LIGHT_OF)[0];
  return {
    light: light ?? (ground === 'table' ? 'day' : open),
    lightNamed: light !== undefined,
    backdrops: chooseBackdrops(list, ground, random),
    ground,
    placeNamed: scenic,
    weather: new Set(findMeanings(list, words.WEATHER_OF)),
    cast,
    tint,
    moons: countMoons(list),
    words: new Set(list),
  };
}
