import type { Verdict } from '../../domain/ports/moderation.js';
import { plain } from './fold.js';
import { brokenRule } from './text-rules.js';

const escape = (term: string) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A term as whole words, in any case. */
const whole = (term: string): RegExp =>
  new RegExp(`(^|[^\\p{L}\\p{N}])${escape(plain(term))}($|[^\\p{L}\\p{N}])`, 'iu');

/**
 * Judges texts by words: the operator's terms as they are written, then the built-in combinations. It
 * reads words, not meaning, and knows no names, so a named person is a person like any other to it.
 * @param blockedTerms of the operator
 */
export function createTextCheck(blockedTerms: readonly string[]): (text: string) => Verdict {
  const blocked = blockedTerms.map(whole);
  return (text) => {
    const spelt = plain(text);
    const term = blocked.findIndex((expression) => expression.test(spelt));
    // By number: what callers write stays out of logs, and the term would tell a part of it.
    if (term >= 0) return { allowed: false, reason: `blocked term ${term + 1} of the operator` };
    const rule = brokenRule(text);
    return rule === null ? { allowed: true } : { allowed: false, reason: `rule: ${rule}` };
  };
}
