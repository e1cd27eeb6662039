import { readKindAt, LETTER, countCodeUnits } from './characters.js';
import { changePieces } from './pieces.js';
import { runWithoutPause, walk, type SlicedWork } from './slices.js';

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * More marks than any language puts on one letter. JavaScript sorts a letter's marks in quadratic
 * time: 20,000 of them took more than a second.
 */
const MARKS_TOO_MANY = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Normalises texts that look alike: removes invisible characters, and unifies spaces, character
 * widths and accents.
 */
export function* readPlain(text: string): SlicedWork<string> {
  const visible = text.replace(INVISIBLE, '').replace(MARKS_TOO_MANY, '$1');
  yield text.length;
  const composed = yield* changePieces(visible, (piece) => piece.normalize('NFKC'));
  yield composed.length;
  return composed.replace(/\s{2,}|[^\S ]/g, ' ');
}

/** Runs `readPlain` without interruption, for short texts. */
export const toPlain = (text: string): string => runWithoutPause(readPlain(text));

/** Letters of other scripts that look like Latin letters; `l` and `I` look alike in most fonts. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['аαɑ', 'a'],
    ['вβь', 'b'],
    ['сϲ', 'c'],
    ['ԁɗ', 'd'],
    ['еεє', 'e'],
    ['ɡ', 'g'],
    ['нһ', 'h'],
    ['іιlӏł', 'i'],
    ['ј', 'j'],
    ['кκ', 'k'],
    ['м', 'm'],
    ['п', 'n'],
    ['оοøσ', 'o'],
    ['рρ', 'p'],
    ['ԛ', 'q'],
    ['г', 'r'],
    ['ѕ', 's'],
    ['тτ', 't'],
    ['υ', 'u'],
    ['νѵ', 'v'],
    ['шԝω', 'w'],
    ['хχ', 'x'],
    ['уγү', 'y'],
  ].flatMap(([letters = '', letter = '']) => Array.from(letters, (one) => [one, letter])),
);
const LOOKALIKE = new RegExp(`[${Object.keys(LOOKALIKES).join('')}]`, 'g');

const replaceHomoglyphs = (text: string): string =>
  text.replace(LOOKALIKE, (letter) => LOOKALIKES[letter] ?? letter);

/** All accents except the tilde of ñ, which changes the word: niña is a girl, Nina a name. */
const ACCENTS = /(?<!n)\u0303|[\u0300-\u0302\u0304-\u036f]/g;

const stripAccents = (piece: string): string =>
  piece.toLowerCase().normalize('NFD').replace(ACCENTS, '').normalize('NFC');

/** A letter repeated this often does not occur in normal spelling. */
const STRETCHED = 3;

/** Shortens three or more consecutive equal letters to one. */
export function* unstretch(text: string): SlicedWork<string> {
  const kept: string[] = [];
  let from = 0;
  yield* walk(text.length, (at) => {
    const size = countCodeUnits(text, at);
    const end = findEndOfSame(text, at, size);
    if (end - at >= STRETCHED * size && readKindAt(text, at) & LETTER) {
      kept.push(text.slice(from, at + size));
      from = end;
    }
    return end;
  });
  return from === 0 ? text : [...kept, text.slice(from)].join('');
}

function findEndOfSame(text: string, from: number, size: number): number {
  const point = text.codePointAt(from);
  let at = from + size;
  while (text.codePointAt(at) === point) at += size;
  return at;
}

/** Folds the output of `readPlain`, as `fold` does for any text. */
export function* foldPlain(plain: string): SlicedWork<string> {
  const bare = yield* changePieces(plain, stripAccents);
  return yield* changePieces(yield* unstretch(bare), replaceHomoglyphs);
}

/**
 * Folds a text for comparison with built-in terms: lower case, no accents, look-alike letters
 * replaced, stretched words shortened. Terms are folded in the same way, so folding may make a
 * script unreadable as long as text and term stay equal.
 */
export const fold = (text: string): string => runWithoutPause(foldPlain(toPlain(text)));
