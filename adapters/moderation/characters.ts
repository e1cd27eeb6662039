/** Character kinds as bits, because one character can have several kinds. */
export const LETTER = 1;
export const NUMBER = 2;
/** Characters that may separate two words of a term. */
export const SEPARATOR = 4;
/** Characters of scripts without spaces between words, where terms may occur anywhere. */
export const UNSPACED = 8;
/** A digit or symbol that can replace a letter. */
export const LEET_SIGN = 16;
/** Marks an entry of the table of kinds as computed. */
const KNOWN = 128;

const KINDS: readonly (readonly [kind: number, of: RegExp])[] = [
  [LETTER, /\p{L}/u],
  [NUMBER, /\p{N}/u],
  [SEPARATOR, /[\s_-]/],
  [UNSPACED, /[\p{sc=Han}\p{sc=Katakana}\p{sc=Hangul}ー]/u],
  [LEET_SIGN, /[\d@$!|€£]/],
];

const table = new Uint8Array(0x1_00_00);

const classify = (character: string): number =>
  KINDS.reduce((kinds, [kind, of]) => (of.test(character) ? kinds | kind : kinds), 0);

/**
 * Returns the kinds of the character at an index; 0 outside the text. Both halves of a surrogate
 * pair have the pair's kinds.
 */
export function readKindAt(text: string, at: number): number {
  if (at < 0 || at >= text.length) return 0;
  const unit = text.charCodeAt(at);
  const known = table[unit] ?? 0;
  if (known !== 0) return known;
  const isLow = unit >= 0xdc00 && unit <= 0xdfff;
  const point = text.codePointAt(isLow ? at - 1 : at) ?? 0;
  if (point > 0xffff) return classify(String.fromCodePoint(point));
  return (table[unit] = classify(String.fromCharCode(unit)) | KNOWN);
}

/** Returns the number of code units of the character at an index. */
export const countCodeUnits = (text: string, at: number): 1 | 2 =>
  (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
