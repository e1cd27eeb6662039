import { expect } from 'chai';
import fc from 'fast-check';
import { fold } from '../../adapters/moderation/fold.js';
import { runWithoutPause } from '../../adapters/moderation/slices.js';
import { readSpeltOut } from '../../adapters/moderation/spelt-out.js';
import { createTextCheck } from '../../adapters/moderation/text.js';

/** Maximum length of a prompt, for any model. */
const LENGTH_MAX = 20_000;
/** Milliseconds of CPU time, so that other processes on the machine do not count. */
const WORK_MS_MAX = 250;

const judge = createTextCheck(['acme']);
const check = (text: string) => runWithoutPause(judge(text));
const readLetters = (text: string) => runWithoutPause(readSpeltOut(text));
const filled = (piece: string): string =>
  piece.repeat(Math.ceil(LENGTH_MAX / piece.length)).slice(0, LENGTH_MAX);

const TRIES = 3;

/** Measures the CPU time of one check. */
function workOnce(text: string): number {
  const before = process.cpuUsage();
  check(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Takes the minimum of a few measurements: a slow rule is slow every time, but a garbage collection
 * is rare.
 */
function workOf(text: string): number {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least >= WORK_MS_MAX; tries += 1) {
    least = Math.min(least, workOnce(text));
  }
  return least;
}

/**
 * Pieces that were slow for some implementation of the rules: sequences of digits, symbols and
 * letters.
 */
const PIECES = [
  '1',
  '1 ',
  '1n',
  'n1',
  '!|1l',
  '@ ',
  '4 ',
  '1-',
  '1 years ',
  '1 year old ',
  'aged:',
  'aged 1',
  'n u ',
  'n.u.d.e.',
  'n u d e ',
  'n - ',
  'a',
  'ab ',
  '. ',
  '-',
  '_',
  '. . . . ',
  'p o r n ',
  'pre-',
  'pre- - ',
  'nude ',
  'naked_',
  'no ',
  'minor ',
  'gore ',
  '裸',
  '裸 ',
  'ñ ',
  'à',
  // Combining marks that JavaScript has to sort: plain, between invisible characters, and as
  // Katakana.
  '\u0301\u0323',
  '\u0301\u200b\u0323\u200b',
  '\uff9e\u0301',
  // One character that expands to eighteen.
  '\ufdfa',
];
/** Characters from which the property tests build random texts. */
const SIGNS = [
  'a',
  'n',
  'u',
  'd',
  'e',
  'x',
  '1',
  '4',
  ' ',
  '.',
  '-',
  '_',
  '@',
  '!',
  '裸',
  'ß',
  '\n',
];

describe('the run time of the built-in moderation rules', () => {
  before(() => {
    // Regular expressions are compiled on first use.
    for (const piece of PIECES) check(filled(piece));
  });

  for (const piece of PIECES) {
    it(`stays below ${WORK_MS_MAX} ms for 20,000 characters of ${JSON.stringify(piece)}`, () => {
      expect(workOf(filled(piece))).to.be.below(WORK_MS_MAX);
    });
  }

  it('stays below the limit for 20,000 random letters, digits and symbols', () => {
    const piece = fc.string({ unit: fc.constantFrom(...SIGNS), minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(piece, fc.integer({ min: 0, max: 19_999 }), fc.string(), (one, at, other) => {
        const text = filled(one);
        const mixed = text.slice(0, at) + other + text.slice(at);
        expect(workOf(mixed.slice(0, LENGTH_MAX))).to.be.below(WORK_MS_MAX);
      }),
      { numRuns: 150 },
    );
  });

  it('is limited, because each letter is read at most once as part of a spelt-out word', () => {
    const piece = fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 200 });
    fc.assert(
      fc.property(piece, (text) => {
        const { text: read, words } = readLetters(text);
        const letters = (of: string) => of.replace(/[^\p{L}]/gu, '').length;
        const found = letters(words.join(''));
        expect(found).to.be.at.most(letters(text));
        expect(letters(read)).to.be.at.most(letters(text) + found);
      }),
      { numRuns: 500 },
    );
  });

  it('includes finding spelt-out words whose letters are one to five characters apart', () => {
    const rows: Record<string, readonly string[]> = {
      'p o r n': ['porn'],
      'p.o-r_n': ['porn'],
      'p ... o ... r ... n': ['porn'],
      'p ...... o ...... r ...... n': [],
      'po rn': [],
      'p o': [],
      's e x': ['sex'],
      'a s e x. a': ['sex'],
      's u s s e x': [],
      'a p o r n s': ['porn'],
      'n u d e c h i l d': ['nude', 'child'],
      's p r i n g  s a l e': [],
      'u.s.a.': [],
    };
    for (const [text, words] of Object.entries(rows)) {
      expect(readLetters(fold(text)).words, text).to.deep.equal(words.map(fold));
    }
  });
});
