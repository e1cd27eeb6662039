import type { Moderation } from '../../domain/ports/moderation.js';
import { runInSlices } from './slices.js';
import { createTextCheck } from './text.js';

/**
 * Creates the built-in rules, which are word lists and need no key and no network.
 * @param blockedTerms the operator's terms
 */
export function createWordRules(blockedTerms: readonly string[]): Moderation {
  const check = createTextCheck(blockedTerms);
  return { name: 'local', text: (text, signal) => runInSlices(check(text), signal) };
}

/**
 * Combines several moderators: asks one after the other, and the first refusal decides. If one
 * moderator fails, the whole check fails.
 */
export function chainModerators(moderators: readonly Moderation[]): Moderation {
  return {
    name: moderators.map(({ name }) => name).join(' + '),
    async text(text, signal) {
      for (const moderator of moderators) {
        const verdict = await moderator.text(text, signal);
        if (!verdict.allowed) return { ...verdict, reason: `${moderator.name}: ${verdict.reason}` };
      }
      return { allowed: true };
    },
  };
}
