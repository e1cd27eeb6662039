import type { CastMember } from '../picture/brief.js';
import { HANDHELD } from '../picture/subjects/handheld.js';
import { tokens } from '../picture/tokens.js';
import { COLOUR_OF, SUBJECT_OF } from '../picture/words.js';

/** Finds the thing that a prompt puts into the person's hand. */

/** Heights of the things that fit into a hand, as fractions of a portrait's height. */
export const HELD_HEIGHTS = {
  cup: 0.25,
  book: 0.26,
  phone: 0.25,
  ball: 0.24,
  flower: 0.36,
  bottle: 0.36,
  perfume: 0.25,
  noodles: 0.25,
  mushroom: 0.22,
} as const satisfies Partial<Record<CastMember['name'], number>>;

export type HeldName = keyof typeof HELD_HEIGHTS;

/** A thing in a hand, with the colour word before it. */
export interface HeldThing {
  readonly name: HeldName;
  readonly colour: string | null;
}

const splitWords = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const HOLDING = splitWords(
  `hold holds holding carry carries carrying drink drinking sip sips sipping eat eats eating
   read reads reading smell smells smelling grab grabs grabbing`,
);
const READING = splitWords('read reads reading');
/** Words before a book or a phone that is in use. */
const USING = splitWords('with on using uses');
/** Words that end what a hand holds. */
const ENDS = splitWords('in on at next near by under behind while against to towards');
const REACH_WORDS = 6;

const HAND_ONLY: ReadonlyMap<string, keyof typeof HANDHELD> = new Map([
  ...['book', 'books', 'novel', 'magazine', 'newspaper'].map((word) => [word, 'book'] as const),
  ...['phone', 'smartphone', 'mobile'].map((word) => [word, 'phone'] as const),
  ...['ball', 'football', 'basketball'].map((word) => [word, 'ball'] as const),
]);

function findThing(word: string): HeldName | null {
  const name = HAND_ONLY.get(word) ?? SUBJECT_OF.get(word);
  return name !== undefined && name in HELD_HEIGHTS ? (name as HeldName) : null;
}

/** A part of the prompt: from a word to before another one. */
type Span = readonly [from: number, to: number];

/** Lists the parts of a prompt that can name what a hand holds. */
function listSpans(list: readonly string[]): Span[] {
  return list.flatMap((word, at): Span[] => {
    if (HOLDING.has(word)) {
      const after = list.slice(at + 1, at + 1 + REACH_WORDS);
      const end = after.findIndex((next) => ENDS.has(next));
      return [[at, at + 1 + (end < 0 ? after.length : end)]];
    }
    if ((word === 'hand' || word === 'hands') && list.slice(at - 2, at).includes('in')) {
      const end = list.lastIndexOf('in', at);
      const start = list.slice(0, end).findLastIndex((near) => near === 'with');
      return [[Math.max(start, end - REACH_WORDS, 0), at + 1]];
    }
    const before = list.slice(Math.max(0, at - 3), at).findLastIndex((near) => USING.has(near));
    return HAND_ONLY.has(word) && before >= 0 ? [[Math.max(0, at - 3) + before, at + 1]] : [];
  });
}

/** Returns the thing that a part of the prompt names, and the end of its name. */
function readSpan(list: readonly string[], [from, to]: Span) {
  const words = list.slice(from, to);
  // "Drinks" is also a word for a bottle.
  const first = words.findIndex((word, at) => at > 0 && findThing(word) !== null);
  if (first < 0) {
    const reads = words.some((word) => READING.has(word));
    return reads ? { held: { name: 'book', colour: null } as const, to: from + 1 } : null;
  }
  const name = findThing(words[first] ?? '');
  if (name === null) return null;
  const last = words.findLastIndex((word) => findThing(word) === name);
  const colour = words.slice(0, first).findLast((word) => COLOUR_OF.has(word));
  const end = words.at(-1)?.startsWith('hand') === true ? to : from + last + 1;
  return { held: { name, colour: COLOUR_OF.get(colour ?? '') ?? null }, to: end };
}

/**
 * Finds the thing in the person's hand.
 * @returns the thing or null, and the prompt without it
 */
export function readHeld(prompt: string): { held: HeldThing | null; rest: string } {
  const list = tokens(prompt);
  for (const span of listSpans(list)) {
    const read = readSpan(list, span);
    if (read === null) continue;
    const rest = [...list.slice(0, span[0]), ...list.slice(read.to)].join(' ');
    return { held: read.held, rest };
  }
  return { held: null, rest: prompt };
}
