import { fold } from './fold.js';

/**
 * Terms by language. The languages only help people who edit the lists: all terms are searched at
 * once, because prompts mix languages. A term is a whole word or phrase in any case. A `*` at its
 * end means any ending, and a space also matches a hyphen. In scripts without spaces between words,
 * a term matches anywhere; with a leading `^` it does not match right after a character of its
 * script.
 */
export type Terms = Readonly<Record<string, readonly string[]>>;

/**
 * Scripts without spaces between words, or with endings that are written together with the word.
 */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function patternOfSpaced(term: string): string {
  const open = term.endsWith('*');
  const words = escape(fold(open ? term.slice(0, -1) : term)).replace(/[ -]/g, '[\\s_-]+');
  return open ? `${words}\\p{L}*` : words;
}

function patternOfUnspaced(term: string): string {
  if (!term.startsWith('^')) return escape(fold(term));
  return `(?<![\\p{sc=Han}\\p{sc=Katakana}\\p{sc=Hangul}ー])${escape(fold(term.slice(1)))}`;
}

/**
 * The word boundaries are outside the group, so that a search skips the middle of words at once.
 */
function compile(terms: Terms): RegExp {
  const { apart = [], together = [] } = Object.groupBy(Object.values(terms).flat(), (term) =>
    UNSPACED.test(term) ? 'together' : 'apart',
  );
  const words = `(?<!\\p{L})(?:${apart.map(patternOfSpaced).join('|')})(?!\\p{L})`;
  return new RegExp([words, ...together.map(patternOfUnspaced)].join('|'), 'gu');
}

/** Makes a function that tells whether a folded text contains one of the terms. */
export function createFinder(terms: Terms): (folded: string) => boolean {
  const expression = compile(terms);
  return (folded) => folded.search(expression) >= 0;
}

/** Makes a function that removes the terms from a folded text. */
export function createRemover(terms: Terms): (folded: string) => string {
  const expression = compile(terms);
  return (folded) => folded.replace(expression, ' ');
}
