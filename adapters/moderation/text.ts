import type { Verdict } from '../../domain/ports/moderation.js';
import { toPlain } from './fold.js';
import { findBrokenRule } from './text-rules.js';

const escape = (term: string) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A pattern that finds a term as whole words, in any case. */
const toWholeWord = (term: string): RegExp =>
  new RegExp(`(^|[^\\p{L}\\p{N}])${escape(toPlain(term))}($|[^\\p{L}\\p{N}])`, 'iu');

/**
 * Checks the words of a text: first the operator's terms as written, then the built-in
 * combinations. It does not understand meaning. It knows no names, so a famous person is like any
 * other person.
 * @param blockedTerms of the operator
 */
export function createTextCheck(blockedTerms: readonly string[]): (text: string) => Verdict {
  const blocked = blockedTerms.map(toWholeWord);
  return (text) => {
    const spelt = toPlain(text);
    const term = blocked.findIndex((expression) => expression.test(spelt));
    // Names the term by its number: texts of callers stay out of logs, and the term is a part of
    // one.
    if (term >= 0) return { allowed: false, reason: `blocked term ${term + 1} of the operator` };
    const rule = findBrokenRule(text);
    return rule === null ? { allowed: true } : { allowed: false, reason: `rule: ${rule}` };
  };
}
