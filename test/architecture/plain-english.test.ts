import { expect } from 'chai';
import {
  countHits,
  findHits,
  findLowered,
  findRaised,
  findTexts,
  type Hit,
} from './plain-english.js';
import { findAllHits, findChangedFiles, listFiles, readLimits } from './plain-english-files.js';

const hitsIn = (file: string, source: string): Hit[] => findTexts(file, source).flatMap(findHits);
const linesOf = (hits: readonly Hit[]): string[] =>
  hits.map(({ place, area, pattern }) => `${place} ${pattern} in ${area}`);

describe('the check for plain English', () => {
  it('keeps the number of words to avoid within their limits', () => {
    expect(listFiles()).to.have.length.above(2_000);
    const hits = findAllHits();
    const raised = findRaised(hits, readLimits(), findChangedFiles());
    expect(raised, `\n${raised.join('\n')}\n`).to.deep.equal([]);
    // A developer need not lower the limits, but CI does: on main, a lower count becomes the limit.
    const lowered = process.env['CI'] ? findLowered(hits, readLimits()) : [];
    expect(lowered, 'lower the limits: npm run words -- --lower').to.deep.equal([]);
  });

  const found = [
    ['a comment', 'api/app.ts', 'const a = 1;\n// The caller\n// is told.', '3 told in comments'],
    ['a docstring', 'api/app.ts', '/**\n * What is left.\n */', '2 What … in comments'],
    ['a comment after code', 'tools/app.mjs', "run('it'); // at once", '1 at once in comments'],
    ['a comment after a regex', 'api/app.ts', 'a(/["`]/); // at once', '1 at once in comments'],
    ['a message', 'api/app.ts', "\nthrow new Error('Close the door');", '2 terms in messages'],
    ['a template', 'api/app.ts', 'log(`one\n${two} stands`);', '2 stands in messages'],
    ['a dashboard property', 'web/a.tsx', '<A b="Look here" />', '1 look in ui'],
    ['a dashboard text', 'web/a.tsx', '<p>\n  Press it at once\n</p>', '2 at once in ui'],
    ['a test title', 'test/a.test.ts', "it('is told apart', () => {});", '1 told in titles'],
    ['a documentation page', 'docs/a.md', '# A\n\n- Of all of them.\n', '3 Of … in docs'],
    ['a table on a page', 'docs/a.md', '| A | That of B |\n', '1 that of in docs'],
    ['several characters', 'docs/a.md', 'At most 40 signs.', '1 sign in docs'],
    [
      'the comment of a function',
      'api/app.ts',
      '/** The sum. */\nexport const add = (a: () => void): number => 1;',
      '1 noun for a function in comments',
    ],
    [
      'the comment of a method',
      'api/app.ts',
      'class A {\n  /**\n   * A sum. */\n  async add(a = f()): Promise<B> {}\n}',
      '3 noun for a function in comments',
    ],
  ] as const;
  for (const [where, file, source, expected] of found) {
    it(`finds a discouraged word in ${where}`, () => {
      expect(linesOf(hitsIn(file, source))).to.deep.equal([`${file}:${expected}`]);
    });
  }

  const free = [
    ['code', 'api/app.ts', 'const told = look(door, beside);'],
    ['a string of one word', 'api/app.ts', "const state = 'told';"],
    ['test data', 'test/a.test.ts', "send('what is told');"],
    ['a code block or a name on a page', 'docs/a.md', '`told`\n\n```sh\ntell it\n```\n'],
    ['a question', 'docs/a.md', '## What does it cost?'],
    ['the comment of a constant', 'api/app.ts', '/** The sum. */\nconst sum = (a + b) * 2;'],
    ['the comment of a component', 'web/a.tsx', '/** A box. */\nexport function Box() {}'],
    [
      'a word in another sense',
      'docs/a.md',
      'It looks like a stand-in that signs in and signs a request.',
    ],
    ['a drawing', 'packages/studio/a.ts', '// The door of a room.'],
  ] as const;
  for (const [where, file, source] of free) {
    it(`ignores discouraged words in ${where}`, () => {
      expect(linesOf(hitsIn(file, source))).to.deep.equal([]);
    });
  }

  it('reports an increased count with file, line and text, edited files first', () => {
    const hits = [...hitsIn('api/a.ts', '// It is told.'), ...hitsIn('api/b.ts', '\n// Tell b.')];
    const limits = { ...countHits(hits), 'told in comments': 1 };
    expect(findRaised(hits, limits, ['api/b.ts'])).to.deep.equal([
      '"told in comments": 2 uses, limit 1. WRITING.md lists the words to use.',
      '  api/b.ts:2: Tell b.',
      '  api/a.ts:1: It is told.',
    ]);
    expect(findRaised(hits, countHits(hits))).to.deep.equal([]);
  });

  it('reports a decreased count', () => {
    const hits = hitsIn('api/a.ts', '// It is told.');
    expect(findLowered(hits, { 'told in comments': 2 })).to.deep.equal([
      '"told in comments": 1 uses, limit 2',
    ]);
    expect(findLowered(hits, countHits(hits))).to.deep.equal([]);
  });
});
