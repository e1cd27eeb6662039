import { LETTER, UNSPACED } from './characters.js';
import { fold } from './fold.js';
import type { SlicedWork } from './slices.js';
import { createTrie, findTerms, matchTerms, type Trie, type TrieTerm } from './term-trie.js';

/**
 * Terms by language. The languages only help the lists' editors: all terms are searched together,
 * because prompts mix languages. A term is a whole word or phrase in any case. A `*` at its end
 * matches any ending, and a space also matches a hyphen. In scripts without spaces between words, a
 * term matches anywhere; with a leading `^` it does not match directly after a character of its
 * script.
 */
export type Terms = Readonly<Record<string, readonly string[]>>;

/** Scripts without spaces between words, or whose endings are attached to the word. */
const TOGETHER = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

function readSpaced(term: string, lists: number): TrieTerm {
  const open = term.endsWith('*');
  const text = fold(open ? term.slice(0, -1) : term);
  return { text, lists, open, spaced: true, notBefore: LETTER, notAfter: LETTER };
}

function readUnspaced(term: string, lists: number): TrieTerm {
  const atStart = term.startsWith('^');
  const text = fold(atStart ? term.slice(1) : term);
  const notBefore = atStart ? UNSPACED : 0;
  return { text, lists, open: false, spaced: false, notBefore, notAfter: 0 };
}

/**
 * Builds a trie of term lists; the first list is bit 0. Words come before terms that match
 * anywhere.
 */
function buildTrie(lists: readonly Terms[]): Trie {
  const all = lists.flatMap((terms, index) =>
    Object.values(terms).flatMap((some) => some.map((term) => ({ term, list: 1 << index }))),
  );
  const { apart = [], together = [] } = Object.groupBy(all, ({ term }) =>
    TOGETHER.test(term) ? 'together' : 'apart',
  );
  return createTrie([
    ...apart.map(({ term, list }) => readSpaced(term, list)),
    ...together.map(({ term, list }) => readUnspaced(term, list)),
  ]);
}

/**
 * Creates a function that returns, as bits, which lists have a term in a folded text; the first
 * list is bit 0.
 */
export function createFinder(lists: readonly Terms[]): (folded: string) => SlicedWork<number> {
  const trie = buildTrie(lists);
  return function* find(folded) {
    return (yield* findTerms(trie, folded)).lists;
  };
}

/** Creates a function that replaces each term in a folded text by a space. */
export function createRemover(terms: Terms): (folded: string) => SlicedWork<string> {
  const trie = buildTrie([terms]);
  return function* remove(folded) {
    const kept: string[] = [];
    let from = 0;
    for (const [start, end] of yield* matchTerms(trie, folded)) {
      kept.push(folded.slice(from, start));
      from = end;
    }
    return [...kept, folded.slice(from)].join(' ');
  };
}
