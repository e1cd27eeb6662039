import { expect } from 'chai';
import fc from 'fast-check';
import { createFinder, createRemover, type Terms } from '../../adapters/moderation/find-terms.js';
import { fold } from '../../adapters/moderation/fold.js';
import { runWithoutPause } from '../../adapters/moderation/slices.js';
import { GORE, PORN } from '../../adapters/moderation/terms/graphic.js';
import { INNOCENT } from '../../adapters/moderation/terms/innocent.js';
import { MINORS } from '../../adapters/moderation/terms/minors.js';
import { COERCION, REAL_PEOPLE } from '../../adapters/moderation/terms/others.js';
import { EXPLICIT, SUGGESTIVE } from '../../adapters/moderation/terms/sexual.js';

const LISTS = [GORE, PORN, INNOCENT, MINORS, COERCION, REAL_PEOPLE, EXPLICIT, SUGGESTIVE];

/** Builds one regular expression of all terms. It is slow to compile, but shows the right result. */
function toExpression(terms: Terms): RegExp {
  const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const isTogether = (term: string) =>
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(term);
  const all = Object.values(terms).flat();
  const words = all
    .filter((term) => !isTogether(term))
    .map((term) => {
      const open = term.endsWith('*');
      const text = escape(fold(open ? term.slice(0, -1) : term)).replace(/[ -]/g, '[\\s_-]+');
      return open ? `${text}\\p{L}*` : text;
    });
  const together = all
    .filter(isTogether)
    .map((term) =>
      term.startsWith('^')
        ? `(?<![\\p{sc=Han}\\p{sc=Katakana}\\p{sc=Hangul}ー])${escape(fold(term.slice(1)))}`
        : escape(fold(term)),
    );
  return new RegExp([`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`, ...together].join('|'), 'gu');
}

const terms = LISTS.flatMap((list) => Object.values(list).flat());
/** A term of the list, or a similar spelling. */
const nearTerm = fc
  .constantFrom(...terms)
  .map((term) => term.replace(/^\^/, '').replace(/\*$/, ''))
  .chain((term) =>
    fc.constantFrom(
      term,
      `${term}s`,
      term.slice(1),
      term.slice(0, -1),
      term.replaceAll(' ', '-_ '),
    ),
  );
const between = fc.constantFrom(
  '',
  ' ',
  '-',
  '_',
  ' - ',
  '1',
  'x',
  'é',
  '、',
  'ー',
  '𠀀',
  '😀',
  '\n',
);
const piece = fc.oneof(nearTerm, nearTerm, fc.string({ unit: 'grapheme', maxLength: 3 }));
const text = fc
  .array(fc.tuple(piece, between), { maxLength: 10 })
  .map((parts) => fold(parts.flat().join('')));

describe('moderation terms in a trie', () => {
  it('are found where a regular expression of all terms finds them', () => {
    const find = createFinder(LISTS);
    const expressions = LISTS.map(toExpression);
    fc.assert(
      fc.property(text, (folded) => {
        const bits = expressions.map((one, index) => (folded.search(one) >= 0 ? 1 << index : 0));
        const lists = bits.reduce((all, bit) => all | bit, 0);
        expect(runWithoutPause(find(folded))).to.equal(lists);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are removed where a regular expression of all terms matches, in list order', () => {
    for (const list of [INNOCENT, EXPLICIT]) {
      const remove = createRemover(list);
      const expression = toExpression(list);
      fc.assert(
        fc.property(text, (folded) => {
          expect(runWithoutPause(remove(folded))).to.equal(folded.replace(expression, ' '));
        }),
        { numRuns: 1_000 },
      );
    }
  });
});
