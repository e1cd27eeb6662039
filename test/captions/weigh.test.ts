import { expect } from 'chai';
import fc from 'fast-check';
import twitter from 'twitter-text';
import { findLinks, hasLink } from '../../domain/captions/find-links.js';
import { COUNTED_NAMES } from '../../domain/captions/name-sets.js';
import { LATIN_NAMES, OTHER_NAMES } from '../../domain/captions/top-level-domains.js';
import { weighForX } from '../../domain/captions/weigh.js';
import { anyText, HARD_TEXTS } from './texts.js';

const published = (text: string): number => twitter.parseTweet(text).weightedLength;

describe("a text's weighted length on X", () => {
  it("equals the published library's result for random texts", () => {
    fc.assert(
      fc.property(anyText(16), (text) => {
        expect(weighForX(text)).to.equal(published(text));
      }),
      { numRuns: 3_000 },
    );
  }).timeout(60_000);

  it("equals the published library's result for every top-level domain", () => {
    for (const name of [...LATIN_NAMES, ...OTHER_NAMES]) {
      for (const text of [`a.${name}`, `a.${name}日`, `a.${name}x`, `http://日.${name}/a b`]) {
        expect(weighForX(text), text).to.equal(published(text));
      }
    }
  }).timeout(60_000);

  it("equals the published library's result for difficult texts", () => {
    for (const [name, text] of Object.entries(HARD_TEXTS)) {
      expect(weighForX(text), name).to.equal(published(text));
    }
  });

  // Texts and weights from the conformance files of twitter-text.
  const WEIGHTS: readonly (readonly [string, number])[] = [
    ['Hi http://test.co', 26],
    ['http://test.co', 23],
    ['https://www.twitter.com/aloha '.repeat(10), 240],
    ['😷'.repeat(160), 320],
    ['A\u0301B', 2],
    ['Aשּׁ', 4],
    ['H🐱☺👨‍👩‍👧‍👦', 7],
    ['😷👾😡🔥💩', 10],
    ['🙋🏽👨‍🎤', 4],
    [`${'randomurl'.repeat(6)}randomurls.com`, 68],
    [`http://${'あいうえおかきくけこ'.repeat(5)}あいう.com`, 117],
    [`http://${'あいうえおかきくけこ'.repeat(5)}あい.com`, 23],
  ];
  for (const [text, weight] of WEIGHTS) {
    it(`is ${weight} for ${text.slice(0, 30)}`, () => {
      expect(published(text), 'published').to.equal(weight);
      expect(weighForX(text)).to.equal(weight);
    });
  }
});

describe('links on X', () => {
  it("equal the published library's links, position by position", () => {
    fc.assert(
      fc.property(anyText(16), (text) => {
        const normal = text.normalize();
        const theirs = twitter.extractUrlsWithIndices(normal);
        expect(findLinks(normal, COUNTED_NAMES)).to.deep.equal(
          theirs.map(({ url, indices: [start] }) => ({ start, length: url.length })),
        );
      }),
      { numRuns: 3_000 },
    );
  }).timeout(60_000);

  const LINKS = [
    'example.com x.ai openai.dev a.md example.zip yes.no ok.So HTTPS://EXAMPLE.COM/A 日本example.com',
    'http://例え.みんな (a.com) a.com… http://пример.рф hi\u200ea.com a.com:80/x x.xn--p1ai my.kids',
    'good.music https://t.co/a_b',
  ];
  for (const text of LINKS.join(' ').split(' ')) {
    it(`include "${text}", which counts as a link`, () => expect(hasLink(text)).to.equal(true));
  }

  const OTHERS = [
    'localhost http://localhost/a a@b.com ftp://a.b node.js file.txt a.comfy #a.com @a.com $a.com',
    '1.5 e.g. пример.рф a_b.c ..',
  ];
  for (const text of ['', ...OTHERS.join(' ').split(' ')]) {
    it(`do not include "${text || 'nothing'}"`, () => expect(hasLink(text)).to.equal(false));
  }
});
