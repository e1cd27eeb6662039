import type { Verdict } from '../../domain/ports/moderation.js';
import { LETTER, NUMBER } from './characters.js';
import { readPlain, toPlain } from './fold.js';
import type { SlicedWork } from './slices.js';
import { createTrie, findTerms, type TrieTerm } from './term-trie.js';
import { findBrokenRule } from './text-rules.js';

/** Equates upper and lower case, and the two forms of the Greek letter sigma. */
const ignoreCase = (plain: string): string => plain.toLowerCase().replaceAll('ς', 'σ');

/** Creates a term that matches only whole words, in any case. */
const toWholeWord = (term: string): TrieTerm => ({
  text: ignoreCase(toPlain(term)),
  lists: 1,
  open: false,
  spaced: false,
  notBefore: LETTER | NUMBER,
  notAfter: LETTER | NUMBER,
});

/**
 * Creates a text check: first the operator's terms as written, then the built-in combinations. It
 * does not understand meaning or know names, so it treats a famous person like any other person.
 * @param blockedTerms the operator's terms
 */
export function createTextCheck(
  blockedTerms: readonly string[],
): (text: string) => SlicedWork<Verdict> {
  const blocked = createTrie(blockedTerms.map(toWholeWord));
  return function* check(text) {
    const plain = yield* readPlain(text);
    yield plain.length;
    const { order } = yield* findTerms(blocked, ignoreCase(plain));
    // Identifies the term by its number: callers' texts stay out of logs, and the term is part of a
    // text.
    if (order < Infinity) {
      return { allowed: false, reason: `blocked term ${order + 1} of the operator` };
    }
    const rule = yield* findBrokenRule(plain);
    return rule === null ? { allowed: true } : { allowed: false, reason: `rule: ${rule}` };
  };
}
