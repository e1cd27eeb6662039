import { fold, unstretched } from './fold.js';
import { HIDDEN, HIDDEN_WHOLE } from './terms/hidden.js';

/** Signs between two letters of a word that is spelt out: `n u d e`, `n.u.d.e`, `n - u - d - e`. */
const GAP = '[^\\p{L}\\p{N}]{1,5}';
/** A letter that stands alone. */
const ALONE = '(?<![\\p{L}\\p{N}])\\p{L}(?![\\p{L}\\p{N}])';
const RUN = new RegExp(`${ALONE}(?:${GAP}${ALONE}){2,}`, 'gu');
/** With `a` or `I` beside it, the words of one letter: `s e x. A house` is one run. */
const WHOLE = new RegExp(`^[ai]?(${HIDDEN_WHOLE.map(fold).join('|')})[ai]?$`);
const HIDDEN_WORD = new RegExp(HIDDEN.map(fold).join('|'), 'g');

/** What is left of a text when words that are spelt out have been read. */
export interface SpeltOut {
  readonly text: string;
  /** The words of the list that were spelt out, folded. */
  readonly words: readonly string[];
}

/**
 * Reads words that are spelt out letter by letter, to get past a filter or for looks. Three letters or
 * more that stand alone, with one to five signs other than letters and digits between each two, are
 * read as one word, and as the listed words within it: where one word ends and the next begins cannot be
 * seen. So `n u d e c h i l d` is read as `nudechild nude child`.
 *
 * A letter belongs to one run at most, and a run is searched once: the time grows with the length only.
 * @param folded by `fold`
 */
export function readSpeltOut(folded: string): SpeltOut {
  const words: string[] = [];
  const text = folded.replace(RUN, (run) => {
    const joined = unstretched(run.replace(/[^\p{L}]/gu, ''));
    const whole = WHOLE.exec(joined)?.[1];
    const found = whole === undefined ? (joined.match(HIDDEN_WORD) ?? []) : [whole];
    words.push(...found);
    return [...new Set([joined, ...found])].join(' ');
  });
  return { text, words };
}
