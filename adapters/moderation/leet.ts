import { readKindAt, LEET_SIGN, LETTER } from './characters.js';
import { foldPlain } from './fold.js';
import { walk, type SlicedWork } from './slices.js';

/** Digits and symbols that replace letters inside words. */
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '€': 'e',
  '£': 'i',
};

const spell = (run: string): string =>
  Array.from(run, (character) => LEET[character] ?? character).join('');

/**
 * Replaces leetspeak with letters. A run of letters and symbols is leetspeak if it has both. A
 * single symbol is leetspeak too, because it may belong to a word that is spelt out.
 */
function* readLeet(text: string): SlicedWork<string> {
  const parts: string[] = [];
  let done = 0;
  yield* walk(text.length, (from) => {
    let at = from;
    let kinds = 0;
    for (let kind = readLeetKindAt(text, at); kind !== 0; kind = readLeetKindAt(text, at)) {
      kinds |= kind;
      at += 1;
    }
    if (kinds & LEET_SIGN && (kinds & LETTER || at - from === 1)) {
      parts.push(text.slice(done, from), spell(text.slice(from, at)));
      done = at;
    }
    return at + 1;
  });
  return done === 0 ? text : [...parts, text.slice(done)].join('');
}

const readLeetKindAt = (text: string, at: number): number =>
  readKindAt(text, at) & (LETTER | LEET_SIGN);

/**
 * Returns two readings of a text, both folded: unchanged, and with leetspeak replaced by letters.
 * @param plain from `readPlain`
 */
export function* listReadings(plain: string): SlicedWork<readonly string[]> {
  const spelt = yield* readLeet(plain);
  const folded = yield* foldPlain(plain);
  return spelt === plain ? [folded] : [folded, yield* foldPlain(spelt)];
}
