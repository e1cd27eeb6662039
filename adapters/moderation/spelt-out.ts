import { readKindAt, LETTER, NUMBER, countCodeUnits } from './characters.js';
import { fold, unstretch } from './fold.js';
import { walk, type SlicedWork } from './slices.js';
import { createTrie, matchTerms, type TrieTerm } from './term-trie.js';
import { HIDDEN, HIDDEN_WHOLE } from './terms/hidden.js';

/**
 * Maximum number of characters between two letters of a spelt-out word: `n u d e`, `n - u - d - e`.
 */
const GAP_MAX = 5;
/** Minimum number of letters in a run: `a b` is not a run. */
const RUN_MIN = 3;

/**
 * A run may also contain the one-letter words `a` and `I` at its ends: `s e x. A house` is one run.
 */
const WHOLE = new RegExp(`^[ai]?(${HIDDEN_WHOLE.map(fold).join('|')})[ai]?$`);
const toTerm = (word: string): TrieTerm => ({
  text: fold(word),
  lists: 1,
  open: false,
  spaced: false,
  notBefore: 0,
  notAfter: 0,
});
const hiddenWords = createTrie(HIDDEN.map(toTerm));

/** A text after its spelt-out words have been read. */
export interface SpeltOutText {
  readonly text: string;
  /** The list's words that were spelt out, folded. */
  readonly words: readonly string[];
}

/** Single letters with a few characters between each pair. */
interface LetterRun {
  readonly letters: readonly string[];
  readonly from: number;
  readonly to: number;
}

/**
 * Reads words that are spelt out letter by letter, to evade a filter or for looks. A run is three
 * or more single letters, separated by one to five characters that are not letters or digits. It is
 * read as one word, and also as every listed word inside it, because the word boundaries are
 * unknown. So `n u d e c h i l d` is read as `nudechild nude child`.
 *
 * A letter belongs to at most one run, and each run is searched once, so the time is linear in the
 * length.
 * @param folded from `fold`
 */
export function* readSpeltOut(folded: string): SlicedWork<SpeltOutText> {
  const words: string[] = [];
  const parts: string[] = [];
  let done = 0;
  for (const { letters, from, to } of yield* findRuns(folded)) {
    const joined = yield* unstretch(letters.join(''));
    const found = yield* findHidden(joined);
    for (const word of found) words.push(word);
    parts.push(folded.slice(done, from), [...new Set([joined, ...found])].join(' '));
    done = to;
  }
  const text = done === 0 ? folded : [...parts, folded.slice(done)].join('');
  return { text, words };
}

function* findRuns(text: string): SlicedWork<readonly LetterRun[]> {
  const runs: LetterRun[] = [];
  yield* walk(text.length, (at) => {
    const run = readRun(text, at);
    if (run.letters.length >= RUN_MIN) runs.push(run);
    return Math.max(run.to, at + 1);
  });
  return runs;
}

/** Reads the run of single letters that begins at an index; the run may be empty. */
function readRun(text: string, from: number): LetterRun {
  const letters: string[] = [];
  let to = from;
  for (let at = from; isAlone(text, at); at = skipGap(text, to)) {
    const size = countCodeUnits(text, at);
    letters.push(text.slice(at, at + size));
    to = at + size;
  }
  return { letters, from, to };
}

const WORDLIKE = LETTER | NUMBER;

const isAlone = (text: string, at: number): boolean =>
  (readKindAt(text, at) & LETTER) !== 0 &&
  !(readKindAt(text, at - 1) & WORDLIKE) &&
  !(readKindAt(text, at + countCodeUnits(text, at)) & WORDLIKE);

/**
 * Finds the end of the gap that begins at an index; returns the end of the text if the gap is too
 * long.
 */
function skipGap(text: string, from: number): number {
  let at = from;
  for (let count = 0; at < text.length && !(readKindAt(text, at) & WORDLIKE); count += 1) {
    if (count === GAP_MAX) return text.length;
    at += countCodeUnits(text, at);
  }
  return at;
}

function* findHidden(joined: string): SlicedWork<readonly string[]> {
  const whole = WHOLE.exec(joined)?.[1];
  if (whole !== undefined) return [whole];
  const found = yield* matchTerms(hiddenWords, joined);
  return found.map(([from, to]) => joined.slice(from, to));
}
