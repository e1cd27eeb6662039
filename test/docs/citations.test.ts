import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { citationsOf, type Tree } from './citations.js';
import { isRead } from './prose.js';
import { ROOT } from './shell-blocks.js';

/** Reads the files that are in the repository, including files for the next commit. */
function checkout(): Tree {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const there = paths.filter((path) => path !== '' && existsSync(join(ROOT, path)));
  return new Map(
    there.map((path) => [path, isRead(path) ? readFileSync(join(ROOT, path), 'utf8') : '']),
  );
}

/** Reads `text` as the file `name` in a small tree. @returns the problems, one per line */
function wrongIn(name: string, text: string): string[] {
  const tree: Tree = new Map([
    ['docs/design.md', '# Design\n\n## Money and limits\n\nText.\n\n## fal\n'],
    ['docs/decisions/0006-one-rule.md', '# 6. One rule\n'],
    ['domain/ledger/reserve.ts', ''],
    ['api/mount.ts', ''],
    [name, text],
  ]);
  return citationsOf(tree).flatMap(({ place, text: cited, problem }) =>
    problem === null ? [] : [`${place}: ${cited}: ${problem}`],
  );
}

describe('references in comments and pages', () => {
  it('point to existing documents, headings, decisions and source files', () => {
    const citations = citationsOf(checkout());
    console.log(`    ${citations.length} citations checked`);
    expect(citations.length).to.be.above(150);
    const wrong = citations.filter(({ problem }) => problem !== null);
    const lines = wrong.map(({ place, text, problem }) => `${place}: ${text}: ${problem}`);
    expect(lines, `\n${lines.join('\n')}\n`).to.deep.equal([]);
  });

  const found = [
    ['a file by its name', '/** See reserve.ts. */'],
    ['a file by the end of its path', '// As in `ledger/reserve.ts`.'],
    ['a file without its extension', '// The rule of domain/ledger/reserve.'],
    ['a folder', '// Money: domain/ledger.'],
    ['a built file', '// node dist/api/mount.js'],
    ['a page', '// (docs/design.md)'],
    ['a heading', '// (docs/design.md, Money and limits).'],
    ['a heading on the next line', '/**\n * (docs/design.md,\n * Money and limits)\n */'],
    ['a heading in lower case', '// docs/design.md, fal: no more.'],
    ['a decision', '// See decision 0006, and docs/decisions/0006.'],
    ['a call that ends like a file', '// `answer.json<T>()`'],
    ['a package file', '// https://example.com/gone.ts and gone.py'],
    ['a string that looks like a comment', "const text = 'x'; call(' // gone.ts');"],
    ['a regular expression', 'const NAME = /gone.ts/;'],
  ] as const;
  for (const [what, text] of found) {
    it(`are accepted: ${what}`, () => {
      expect(wrongIn('api/app.ts', text)).to.deep.equal([]);
    });
  }

  const missing = [
    ['a file by its name', '/** See gone.ts. */', 'gone.ts: no such file'],
    ['a file in a comment after code', "call('x'); // see gone.ts", 'gone.ts: no such file'],
    ['a file by its path', '// api/reserve.ts', 'api/reserve.ts: no such file'],
    ['a file without its extension', '// domain/gone.', 'domain/gone: no such file or folder'],
    ['a built file', '// dist/api/gone.js', 'dist/api/gone.js: no such file or folder'],
    ['a page', '// (docs/gone.md)', 'docs/gone.md: no such file'],
    ['a heading', '// docs/design.md, Money.', 'docs/design.md: no such heading: Money.'],
    ['a decision', '// decision 0007', '0007: no such decision'],
    [
      'a decision by its path',
      '// docs/decisions/0007',
      'docs/decisions/0007: no such file or folder',
    ],
  ] as const;
  for (const [what, text, problem] of missing) {
    it(`are reported when missing: ${what}`, () => {
      expect(wrongIn('api/app.ts', `\n${text}\n`)).to.deep.equal([`api/app.ts:2: ${problem}`]);
    });
  }

  for (const text of ['design \u00a710', 'see notes\u002fproviders', '(spec, States)']) {
    it(`are rejected if they name a document that readers do not have: ${text}`, () => {
      expect(wrongIn('api/app.ts', `/** ${text} */`)).to.have.length(1);
    });
  }

  it('are checked in the links, anchors and names of a page, but not in its code blocks', () => {
    const page = [
      '[good](design.md#money-and-limits), [good](../api/mount.ts), [good](../domain/), [good](#page)',
      '[gone](gone.md), [elsewhere](https://example.com/gone.md)',
      '```sh\ncat gone.ts\n```',
      '[gone](design.md#gone), `gone.ts`',
      '# Page',
    ];
    expect(wrongIn('docs/page.md', page.join('\n'))).to.deep.equal([
      'docs/page.md:2: gone.md: no such file',
      'docs/page.md:6: design.md#gone: no such heading',
      'docs/page.md:6: gone.ts: no such file',
    ]);
  });

  it('are checked in comments of other programming languages', () => {
    for (const name of ['Dockerfile', '.env.example', 'deploy/set-up.sh', 'docker-compose.yml']) {
      expect(wrongIn(name, 'first\n# see gone.ts'), name).to.have.length(1);
    }
    expect(wrongIn('tools/pom.xml', '<a/>\n<!--\n gone.ts\n-->')).to.have.length(1);
  });
});
