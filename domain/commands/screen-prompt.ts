import { Refusal } from '../contract/error.js';

/**
 * Keyless screening: operator terms and combinations of words. It reads words, not meaning; an
 * operator who needs more configures a moderation service.
 */
const COMBINATIONS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(child|children|kid|kids|minor|minors|toddler|baby|teen|teenager|schoolgirl|schoolboy|underage)\b/i,
    /\b(nude|naked|nsfw|sex|sexual|erotic|porn|pornographic|lingerie|topless)\b/i,
  ],
];

const escape = (term: string) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a term stands in a text as whole words, in any case. */
function contains(text: string, term: string): boolean {
  return new RegExp(`(^|[^\\p{L}\\p{N}])${escape(term)}($|[^\\p{L}\\p{N}])`, 'iu').test(text);
}

/**
 * Screens a prompt before any charge.
 * @throws {Refusal} CONTENT_BLOCKED; the text does not say which word, so that it teaches no one
 */
export function screenPrompt(prompt: string | null, blockedTerms: readonly string[]): void {
  if (prompt === null) return;
  const text = prompt.normalize('NFKC');
  const blocked =
    blockedTerms.some((term) => contains(text, term)) ||
    COMBINATIONS.some(([one, other]) => one.test(text) && other.test(text));
  if (blocked) throw new Refusal('CONTENT_BLOCKED');
}
