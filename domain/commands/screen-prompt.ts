import { Refusal } from '../contract/error.js';

/**
 * Keyless screening: operator terms and combinations of words. It reads words, not meaning; an
 * operator who needs more configures a moderation service.
 */
const COMBINATIONS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(child|children|kids?|minors?|toddlers?|baby|babies|teens?|teenagers?|schoolgirls?|schoolboys?|underage)\b/i,
    /\b(nude|naked|nsfw|sex|sexual|erotic|porn|pornographic|lingerie|topless)\b/i,
  ],
];

const escape = (term: string) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** One spelling of what reads alike: width and accents composed, nothing invisible, single spaces. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ');

/** Whether a term stands in a text as whole words, in any case. */
function contains(text: string, term: string): boolean {
  const words = escape(plain(term));
  return new RegExp(`(^|[^\\p{L}\\p{N}])${words}($|[^\\p{L}\\p{N}])`, 'iu').test(text);
}

/**
 * Screens a prompt before any charge.
 * @throws {Refusal} CONTENT_BLOCKED; the text does not say which word, so that it teaches no one
 */
export function screenPrompt(prompt: string | null, blockedTerms: readonly string[]): void {
  if (prompt === null) return;
  const text = plain(prompt);
  const blocked =
    blockedTerms.some((term) => contains(text, term)) ||
    COMBINATIONS.some(([one, other]) => one.test(text) && other.test(text));
  if (blocked) throw new Refusal('CONTENT_BLOCKED');
}
