import type { SlicedWork } from './slices.js';

/** Number of characters in a piece. Processing a piece takes well below a millisecond. */
const PIECE = 1_024;

/**
 * Characters that may combine with the previous character: marks, the second half of Korean
 * syllables, and Katakana voice marks. A piece never begins with such a character.
 */
const JOINS = /[\p{M}\u1160-\u11ff\ud7b0-\ud7ff\uff9e-\uffdc]/u;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/**
 * Finds the end of a piece: before the next white space, else before any character that does not
 * combine with the previous one.
 */
function findEnd(text: string, from: number): number {
  const first = from + PIECE;
  const last = Math.min(first + PIECE, text.length);
  let safe = 0;
  for (let at = first; at < last; at += 1) {
    const character = text[at] ?? '';
    if (/\s/.test(character)) return at;
    const cannot = safe > 0 || isLowSurrogate(text.charCodeAt(at)) || JOINS.test(character);
    if (!cannot) safe = at;
  }
  return last === text.length ? last : safe || last;
}

/** Changes a text piece by piece, so that JavaScript's built-in functions get only short texts. */
export function* changePieces(text: string, change: (piece: string) => string): SlicedWork<string> {
  const changed: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = findEnd(text, from);
    const piece = change(text.slice(from, end));
    changed.push(piece);
    yield Math.max(end - from, piece.length);
    from = end;
  }
  return changed.join('');
}
