import { expect } from 'chai';
import fc from 'fast-check';
import { toPlain } from '../../adapters/moderation/fold.js';
import { runInSlices, SLICE_STEPS, type SlicedWork } from '../../adapters/moderation/slices.js';
import { createTextCheck } from '../../adapters/moderation/text.js';
import { failureOf } from '../support/failure.js';

/**
 * Maximum number of steps per character of a text. The rules read a text four times, each time with
 * a few passes, and search for terms from the start of each word. The measured maximum is 34.
 */
const STEPS_MAX = 60;
/** Steps that any text may take, even an empty text. */
const BASE = 200;

const judge = createTextCheck(['acme', 'C++', 'forbidden fruit']);

/** Characters from which the tests build random texts. Every row was once slow for some filter. */
const ALPHABETS: Readonly<Record<string, readonly string[]>> = {
  letters: ['a', 'n', 'u', 'd', 'e', 's', 'x', 'l', 'i', 'M', 'Y'],
  digits: ['1', '7', '0', '4', '12', '17'],
  fullwidthDigits: ['１', '①', '½', '١'],
  signs: ['@', '!', '|', '$', '€', '.', ',', ':', '/', "'", '’'],
  separators: [' ', '-', '_', '\n', '\t', '\u3000', ' - '],
  marks: ['\u0301', '\u0323', '\u0303', '\u0345', '\u3099', '\uff9e', '\u05b0'],
  invisible: ['\u200b', '\u00ad', '\u034f', '\u2060', '\ufe0f', '\u{e0061}'],
  emoji: ['😀', '👨‍👩‍👧', '🏳️‍🌈', '\u{1f3fb}'],
  lookalikes: ['а', 'е', 'о', 'с', 'ѕ', 'ł', 'ı', 'İ', 'ß', 'Σ', 'ς'],
  ligatures: ['\ufdfa', 'ﬃ', '㌀', '㏂', 'ǆ', '\u0344'],
  unspaced: [
    '裸',
    '子',
    '供',
    'コ',
    'ド',
    'ー',
    '性',
    '的',
    '한',
    '각',
    '\u1100',
    '\u1161',
    '\u11a8',
  ],
  words: [
    'nude',
    'child',
    'my',
    'without',
    'no',
    'baby',
    'years',
    'old',
    'aged',
    'sixteen',
    'gore',
  ],
  phrases: ['n u d e ', 'n.a.k.e.d', 'without her ', 'sonata in a ', '1 year old ', 'my ex-'],
};
const everything = Object.values(ALPHABETS).flat();

const alphabet = fc.constantFrom(everything, ...Object.values(ALPHABETS));
const unit = fc
  .tuple(alphabet, alphabet)
  .chain(([one, other]) =>
    fc.array(fc.constantFrom(...one, ...other), { minLength: 1, maxLength: 12 }),
  )
  .map((parts) => parts.join(''));
const fill = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

interface Count {
  readonly steps: number;
  readonly longest: number;
  readonly length: number;
}

/**
 * Counts the characters that the rules read. A ligature counts as its parts, and `İ` as two
 * characters. Each of several consecutive spaces counts, because the rules read all of them before
 * they merge them.
 */
const countRead = (text: string): number =>
  Array.from(text, (sign) =>
    Math.max(sign.length, sign.normalize('NFKC').toLowerCase().length),
  ).reduce((sum, some) => sum + some, 0);

function count(text: string): Count {
  let steps = 0;
  let longest = 0;
  for (const some of judge(text)) {
    steps += some;
    longest = Math.max(longest, some);
  }
  return { steps, longest, length: countRead(text) };
}

function expectLinear(text: string): void {
  const { steps, longest, length } = count(text);
  expect(steps, 'steps').to.be.at.most(STEPS_MAX * length + BASE);
  // A built-in function of JavaScript reads the whole text in one slice; our own loop ends its
  // slice earlier.
  expect(longest, 'steps of one slice').to.be.at.most(Math.max(length, SLICE_STEPS) + SLICE_STEPS);
}

describe('steps that the built-in moderation rules take', () => {
  for (const [name, signs] of Object.entries(ALPHABETS)) {
    it(`grow linearly with the length, for sequences of ${name}`, () => {
      for (const sign of signs)
        for (const length of [1_000, 20_000]) expectLinear(fill(sign, length));
      expectLinear(fill(signs.join(''), 20_000));
    });
  }

  it('grow linearly with the length, for any mixture, and for two sequences in one text', () => {
    fc.assert(
      fc.property(unit, unit, fc.integer({ min: 0, max: 4_000 }), (one, other, at) => {
        expectLinear(fill(one, at) + fill(other, 4_000 - at));
      }),
      // Characters that expand when they are composed, next to spaces that are then merged.
      { numRuns: 400, examples: [['㏂', ' ', 683]] },
    );
  });

  it('double when the length doubles', () => {
    fc.assert(
      fc.property(unit, (piece) => {
        const whole = piece.repeat(Math.ceil(2_000 / piece.length));
        const [once, twice] = [count(whole), count(whole + whole)];
        expect(twice.steps).to.be.at.most(2.2 * once.steps + BASE);
      }),
      { numRuns: 200 },
    );
  });

  it('skip excess combining marks, to avoid sorting long sequences', () => {
    const marks = [...(ALPHABETS['marks'] ?? []), ...(ALPHABETS['invisible'] ?? [])];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...marks, ...marks, 'a'), { maxLength: 500 }),
        (parts) => {
          const runs = toPlain(parts.join('')).match(/\p{M}+/gu) ?? [];
          for (const run of runs) expect(Array.from(run).length).to.be.at.most(60);
        },
      ),
    );
  });
});

describe('runInTurns', () => {
  const { signal } = new AbortController();

  it('lets the process do other work before it finishes', async () => {
    let others = 0;
    function* waitForOthers(): SlicedWork<string> {
      while (others === 0) yield 1;
      return 'done';
    }
    setImmediate(() => (others += 1));
    expect(await runInSlices(waitForOthers(), signal)).to.equal('done');
  });

  it('rejects with the abort reason when aborted', async () => {
    const control = new AbortController();
    function* workForEver(): SlicedWork<string> {
      for (;;) yield 1;
    }
    setImmediate(() => control.abort(new Error('late')));
    const reason = await failureOf(runInSlices(workForEver(), control.signal));
    expect(reason).to.have.property('message', 'late');
  });
});
