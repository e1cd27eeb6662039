import { namesMinorAge } from './ages.js';
import { toPlain, listReadings } from './fold.js';
import { readSpeltOut } from './spelt-out.js';
import { createFinder, createRemover, type Terms } from './find-terms.js';
import { GORE, PORN } from './terms/graphic.js';
import { INNOCENT, NUDE_COLOURS } from './terms/innocent.js';
import { MINORS } from './terms/minors.js';
import { ALONE, COERCION, REAL_PEOPLE } from './terms/others.js';
import { EXPLICIT, SUGGESTIVE } from './terms/sexual.js';

/** One built-in rule: it refuses a text when every part is found, anywhere in the text. */
interface Rule {
  readonly id: string;
  readonly parts: readonly ((reading: Reading) => boolean)[];
}

/** One way to read a text. Phrases that make listed words harmless are removed. */
interface Reading {
  readonly raw: string;
  readonly text: string;
  /** The text also without `nude` as a colour. */
  readonly uncoloured: string;
  /** Whether it contains a listed word that is spelt out letter by letter. */
  readonly isSpeltOut: boolean;
}

/** A form of the Polish word for mountain, which becomes `gore` without its accents. */
const MOUNTAIN = /(?<!\p{L})górę(?!\p{L})/giu;
const withoutInnocent = createRemover(INNOCENT);
const withoutColours = createRemover(NUDE_COLOURS);

const has = (...lists: readonly Terms[]) => {
  const finders = lists.map(createFinder);
  return ({ text }: Reading) => finders.some((find) => find(text));
};
const hasUncoloured = (...lists: readonly Terms[]) => {
  const finders = lists.map(createFinder);
  return ({ uncoloured }: Reading) => finders.some((find) => find(uncoloured));
};
const minors = has(MINORS);

const RULES: readonly Rule[] = [
  { id: 'never', parts: [has(ALONE)] },
  {
    id: 'minors and sex',
    parts: [(reading) => minors(reading) || namesMinorAge(reading.raw), has(EXPLICIT, SUGGESTIVE)],
  },
  { id: 'sex without consent', parts: [has(COERCION), hasUncoloured(EXPLICIT)] },
  { id: 'sex and real people', parts: [has(REAL_PEOPLE), hasUncoloured(EXPLICIT)] },
  { id: 'pornography', parts: [has(PORN)] },
  { id: 'gore', parts: [has(GORE)] },
  // A person who spells such a word letter by letter knows what it means.
  { id: 'spelt-out letters', parts: [({ isSpeltOut }) => isSpeltOut, hasUncoloured(EXPLICIT)] },
];

/** The built-in rule that refuses a text; null when none does. */
export function findBrokenRule(text: string): string | null {
  const all = listReadings(toPlain(text).replace(MOUNTAIN, ' ')).map((folded): Reading => {
    const { text: spelt, words } = readSpeltOut(folded);
    const kept = withoutInnocent(spelt);
    const isSpeltOut = words.length > 0;
    return { raw: text, text: kept, uncoloured: withoutColours(kept), isSpeltOut };
  });
  // The parts may be found in different readings: callers can hide just one word in leetspeak.
  const broken = RULES.find(({ parts }) =>
    parts.every((part) => all.some((reading) => part(reading))),
  );
  return broken?.id ?? null;
}
