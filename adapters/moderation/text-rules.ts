import { namesMinorAge } from './ages.js';
import { plain, readings } from './fold.js';
import { readSpeltOut } from './spelt-out.js';
import { finder, remover, type Terms } from './find-terms.js';
import { GORE, PORN } from './terms/graphic.js';
import { INNOCENT, NUDE_COLOURS } from './terms/innocent.js';
import { MINORS } from './terms/minors.js';
import { ALONE, COERCION, REAL_PEOPLE } from './terms/others.js';
import { EXPLICIT, SUGGESTIVE } from './terms/sexual.js';

/** One built-in rule: refused when every part is found, wherever in the text. */
interface Rule {
  readonly id: string;
  readonly parts: readonly ((reading: Reading) => boolean)[];
}

/** One way to read a text, without the phrases in which its words are innocent. */
interface Reading {
  readonly raw: string;
  readonly text: string;
  /** Also without `nude` as a colour. */
  readonly uncoloured: string;
  /** Whether a listed word is spelt out letter by letter in it. */
  readonly isSpeltOut: boolean;
}

/** Polish for a mountain, in the case that reads `gore` without its accents. */
const MOUNTAIN = /(?<!\p{L})górę(?!\p{L})/giu;
const withoutInnocent = remover(INNOCENT);
const withoutColours = remover(NUDE_COLOURS);

const has = (...lists: readonly Terms[]) => {
  const finders = lists.map(finder);
  return ({ text }: Reading) => finders.some((find) => find(text));
};
const hasUncoloured = (...lists: readonly Terms[]) => {
  const finders = lists.map(finder);
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
  // Who spells such a word letter by letter knows what it is.
  { id: 'spelt-out letters', parts: [({ isSpeltOut }) => isSpeltOut, hasUncoloured(EXPLICIT)] },
];

/** The built-in rule that refuses a text; null when none does. */
export function brokenRule(text: string): string | null {
  const all = readings(plain(text).replace(MOUNTAIN, ' ')).map((folded): Reading => {
    const { text: spelt, words } = readSpeltOut(folded);
    const kept = withoutInnocent(spelt);
    const isSpeltOut = words.length > 0;
    return { raw: text, text: kept, uncoloured: withoutColours(kept), isSpeltOut };
  });
  // Parts may be found in different readings: one word in leetspeak is enough to hide a combination.
  const broken = RULES.find(({ parts }) =>
    parts.every((part) => all.some((reading) => part(reading))),
  );
  return broken?.id ?? null;
}
