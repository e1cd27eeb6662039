import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const SOURCES = fileURLToPath(new URL('../../web/src/', import.meta.url));

/** A React effect whose first argument is not a function with a block body. */
const WITHOUT_BLOCK = /\buse(?:Layout|Insertion)?Effect\(\s*(?!\(\)\s*=>\s*\{)/g;

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

describe('dashboard effects', () => {
  it('are reported if they have no block body', () => {
    const texts = [
      'useEffect(() => place.current?.scrollIntoView(), []);',
      'useLayoutEffect(\n  () => measure(),\n  [],\n);',
      'useEffect(measure, []);',
      'useEffect(async () => {}, []);',
    ];
    for (const text of texts) expect(text.match(WITHOUT_BLOCK), text).to.have.length(1);
    expect('useEffect(() => {\n  measure();\n}, []);'.match(WITHOUT_BLOCK)).to.equal(null);
  });

  // React calls what an effect returns. A method that returns nothing today may return a promise in
  // the next browser, like `scrollIntoView` since Chrome 150, and a promise cannot be called.
  it('have a block body, so that they return only a cleanup function', async () => {
    const found: string[] = [];
    let count = 0;
    for await (const file of glob('**/*.{ts,tsx}', { cwd: SOURCES })) {
      const text = await readFile(join(SOURCES, file), 'utf8');
      count += text.match(/Effect\(/g)?.length ?? 0;
      for (const { index } of text.matchAll(WITHOUT_BLOCK)) {
        found.push(`web/src/${file}:${lineOf(text, index)}`);
      }
    }
    expect(count, 'effects found').to.be.greaterThan(5);
    expect(found).to.deep.equal([]);
  });
});
