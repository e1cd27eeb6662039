import { namesMinorAge } from './ages.js';
import { readings } from './fold.js';
import { finder, remover, type Terms } from './terms.js';
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
}

const withoutInnocent = remover(INNOCENT);
const withoutColours = remover(NUDE_COLOURS);

const has = (...lists: readonly Terms[]) => {
  const finders = lists.map(finder);
  return ({ text }: Reading) => finders.some((find) => find(text));
};
const hasUncoloured = (terms: Terms) => {
  const find = finder(terms);
  return ({ uncoloured }: Reading) => find(uncoloured);
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
];

/** The built-in rule that refuses a text; null when none does. */
export function brokenRule(text: string): string | null {
  const all = readings(text).map((folded): Reading => {
    const kept = withoutInnocent(folded);
    return { raw: text, text: kept, uncoloured: withoutColours(kept) };
  });
  // Parts may be found in different readings: one word in leetspeak is enough to hide a combination.
  const broken = RULES.find(({ parts }) =>
    parts.every((part) => all.some((reading) => part(reading))),
  );
  return broken?.id ?? null;
}
