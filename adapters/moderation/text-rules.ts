import { hasMinorAge } from './ages.js';
import { createFinder, createRemover } from './find-terms.js';
import { listReadings } from './leet.js';
import type { SlicedWork } from './slices.js';
import { readSpeltOut } from './spelt-out.js';
import { GORE, PORN } from './terms/graphic.js';
import { INNOCENT, NUDE_COLOURS } from './terms/innocent.js';
import { MINORS } from './terms/minors.js';
import { ALONE, COERCION, REAL_PEOPLE } from './terms/others.js';
import { EXPLICIT, SUGGESTIVE } from './terms/sexual.js';

/** The searched lists; each list has its own bit. */
const LISTS = { MINORS, EXPLICIT, SUGGESTIVE, ALONE, COERCION, REAL_PEOPLE, PORN, GORE };
type ListName = keyof typeof LISTS;
const NAMES = Object.keys(LISTS) as ListName[];

/**
 * A finding in a text: a word from a list, an age under 18, a word for nudity or sex other than
 * `nude` as a colour, or a listed word that is spelt out letter by letter.
 */
type TextFinding = ListName | 'MINOR_AGE' | 'UNCOLOURED' | 'SPELT_OUT';

/** A built-in rule, which refuses a text if each part has a finding anywhere in it. */
interface TextRule {
  readonly id: string;
  readonly parts: readonly (readonly TextFinding[])[];
}

const RULES: readonly TextRule[] = [
  { id: 'never', parts: [['ALONE']] },
  {
    id: 'minors and sex',
    parts: [
      ['MINORS', 'MINOR_AGE'],
      ['EXPLICIT', 'SUGGESTIVE'],
    ],
  },
  { id: 'sex without consent', parts: [['COERCION'], ['UNCOLOURED']] },
  { id: 'sex and real people', parts: [['REAL_PEOPLE'], ['UNCOLOURED']] },
  { id: 'pornography', parts: [['PORN']] },
  { id: 'gore', parts: [['GORE']] },
  // Spelling out a word for nudity or sex letter by letter is intentional.
  { id: 'spelt-out letters', parts: [['SPELT_OUT'], ['UNCOLOURED']] },
];

/** A form of the Polish word for mountain, which becomes `gore` without its accents. */
const MOUNTAIN = /(?<!\p{L})górę(?!\p{L})/giu;
/** Removes phrases that make listed words harmless. */
const removeInnocent = createRemover(INNOCENT);
const removeColours = createRemover(NUDE_COLOURS);
const findLists = createFinder(NAMES.map((name) => LISTS[name]));
const findExplicit = createFinder([EXPLICIT]);

/** Adds the findings from one reading of a text. */
function* addFindings(findings: Set<TextFinding>, folded: string): SlicedWork<void> {
  const { text: spelt, words } = yield* readSpeltOut(folded);
  if (words.length > 0) findings.add('SPELT_OUT');
  const text = yield* removeInnocent(spelt);
  const lists = yield* findLists(text);
  for (const [index, name] of NAMES.entries()) if (lists & (1 << index)) findings.add(name);
  const uncoloured = yield* removeColours(text);
  if ((yield* findExplicit(uncoloured)) !== 0) findings.add('UNCOLOURED');
}

/**
 * Finds the built-in rule that refuses a text; null if no rule refuses it.
 * @param plain from `readPlain`
 */
export function* findBrokenRule(plain: string): SlicedWork<string | null> {
  const findings = new Set<TextFinding>();
  if (yield* hasMinorAge(plain)) findings.add('MINOR_AGE');
  yield plain.length;
  // A rule's parts may be found in different readings, because callers can hide just one word in
  // leetspeak.
  for (const folded of yield* listReadings(plain.replace(MOUNTAIN, ' '))) {
    yield* addFindings(findings, folded);
  }
  const broken = RULES.find(({ parts }) =>
    parts.every((part) => part.some((finding) => findings.has(finding))),
  );
  return broken?.id ?? null;
}
