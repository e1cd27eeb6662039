import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { ROOT } from './shell-blocks.js';

/** Limit that lets the front page of the repository load quickly. */
const BYTES_MAX = 150_000;

describe('README pictures', () => {
  let page = '';
  before(async () => {
    page = await readFile(join(ROOT, 'README.md'), 'utf8');
  });

  it('exist in light and dark, and are small files', async () => {
    const paths = [...page.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, path = '']) => path);
    expect(paths).to.have.length(4);
    for (const path of paths) {
      const bytes = await readFile(join(ROOT, path));
      expect(bytes.length, path).to.be.within(10_000, BYTES_MAX);
      const { format, width } = await sharp(bytes).metadata();
      expect([format, width], path).to.deep.equal(['webp', 1_280]);
    }
    const dark = paths.filter((path) => path.includes('-dark'));
    const light = dark.map((path) => path.replace('-dark', '-light'));
    expect(paths.toSorted()).to.deep.equal([...dark, ...light].toSorted());
  });

  it('have alternative text', () => {
    for (const [, words = ''] of page.matchAll(/<img [^>]*alt="([^"]*)"/g)) {
      expect(words.length).to.be.above(60);
    }
  });
});
