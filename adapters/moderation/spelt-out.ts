import { fold, unstretch } from './fold.js';
import { HIDDEN, HIDDEN_WHOLE } from './terms/hidden.js';

/** Signs between two letters of a word that is spelt out: `n u d e`, `n.u.d.e`, `n - u - d - e`. */
const GAP = '[^\\p{L}\\p{N}]{1,5}';
/** A letter that stands alone. */
const ALONE = '(?<![\\p{L}\\p{N}])\\p{L}(?![\\p{L}\\p{N}])';
const RUN = new RegExp(`${ALONE}(?:${GAP}${ALONE}){2,}`, 'gu');
/**
 * A run may also contain the one-letter words `a` and `I` at its ends: `s e x. A house` is one run.
 */
const WHOLE = new RegExp(`^[ai]?(${HIDDEN_WHOLE.map(fold).join('|')})[ai]?$`);
const HIDDEN_WORD = new RegExp(HIDDEN.map(fold).join('|'), 'g');

/** A text after its spelt-out words have been read. */
export interface SpeltOut {
  readonly text: string;
  /** The words of the list that were spelt out, folded. */
  readonly words: readonly string[];
}

/**
 * Reads words that are spelt out letter by letter, to get past a filter or for looks. A run is
 * three or more single letters, with one to five signs between each two that are not letters or
 * digits. It is read as one word, and also as every listed word inside it, because nobody can see
 * where one word ends and the next begins. So `n u d e c h i l d` is read as `nudechild nude
 * child`.
 *
 * A letter belongs to at most one run, and a run is searched once, so the time grows linearly with
 * the length.
 * @param folded by `fold`
 */
export function readSpeltOut(folded: string): SpeltOut {
  const words: string[] = [];
  const text = folded.replace(RUN, (run) => {
    const joined = unstretch(run.replace(/[^\p{L}]/gu, ''));
    const whole = WHOLE.exec(joined)?.[1];
    const found = whole === undefined ? (joined.match(HIDDEN_WORD) ?? []) : [whole];
    words.push(...found);
    return [...new Set([joined, ...found])].join(' ');
  });
  return { text, words };
}
