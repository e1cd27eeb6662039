import { expect } from 'chai';
import fc from 'fast-check';
import twitter from 'twitter-text';
import { findLinks } from '../../domain/captions/find-links.js';
import { fitCaption, fitTitle } from '../../domain/captions/fit-caption.js';
import { ALL_NAMES } from '../../domain/captions/name-sets.js';
import { TARGETS, type Target } from './limits.js';
import { anyText, HARD_TEXTS } from './texts.js';

const targets = TARGETS((text) => twitter.parseTweet(text).weightedLength);
const graphemes = (text: string) =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(
    ({ segment }) => segment,
  );
const linksOf = (text: string) =>
  findLinks(text, ALL_NAMES).map(({ start, length }) => text.slice(start, start + length));

/** Checks the properties that every caption has on every platform. */
function expectFit({ platform, form, max, count }: Target, caption: string): void {
  const { text, cut, title } = fitCaption(platform, form, caption);
  expect(count(text), `${platform} counts`).to.be.at.most(max);
  const again = fitCaption(platform, form, text);
  expect(again, 'fitted again').to.deep.equal({ text, title: again.title, cut: false });
  if (title !== null) expect(title.length).to.be.within(1, 100);
  if (platform === 'youtube') expect(`${text}${title}`).to.not.match(/[<>]/);
  if (!cut) return;
  if (text === '') return;
  expect(text).to.match(/…$/);
  const kept = text.replace(/ ?…$/, '');
  const whole = fitted(platform, caption);
  expect(whole.startsWith(kept), `begins as ${JSON.stringify(caption)}`).to.equal(true);
  expect(graphemes(whole).slice(0, graphemes(kept).length).join('')).to.equal(kept);
  expect(linksOf(whole).slice(0, linksOf(text).length), 'links').to.deep.equal(linksOf(text));
}

/** Removes or replaces the characters that the platform refuses, before the caption is cut. */
function fitted(platform: string, caption: string): string {
  const normal = caption.normalize();
  if (platform === 'youtube') return normal.replaceAll('<', '‹').replaceAll('>', '›');
  return platform === 'twitter' ? normal.replace(/[\uFEFF\uFFFE\uFFFF]/g, '') : normal;
}

describe('captions fitted to platform limits', () => {
  for (const target of targets) {
    describe(`${target.platform}, ${target.form}`, () => {
      it('fit, keep their beginning, and stay unchanged if they already fit', () => {
        fc.assert(
          fc.property(anyText(400), (caption) => expectFit(target, caption.slice(0, 5_000))),
          { numRuns: 300, endOnFailure: true },
        );
      }).timeout(60_000);

      for (const [name, text] of Object.entries(HARD_TEXTS)) {
        it(`handle ${name}`, () => expectFit(target, text));
      }

      it('are unchanged up to the limit, and truncated above it', () => {
        const full = 'a'.repeat(target.max);
        const { platform, form } = target;
        expect(fitCaption(platform, form, full)).to.include({ text: full, cut: false });
        const { text, cut } = fitCaption(platform, form, `${full}a`);
        expect(cut).to.equal(true);
        expect(target.count(text)).to.equal(target.max);
      });
    });
  }
});

/** Rule, caption and the expected text on X. */
const X_CASES: readonly (readonly [string, string, string])[] = [
  ['end between words', `${'word '.repeat(60)}end`, `${'word '.repeat(55).trim()}…`],
  [
    'end inside a word when the last space is far away',
    `a ${'b'.repeat(300)}`,
    `a ${'b'.repeat(276)}…`,
  ],
  ['count 2 for a family emoji', '👨‍👩‍👧‍👦'.repeat(141), `${'👨‍👩‍👧‍👦'.repeat(139)}…`],
  ['count 2 for a Chinese character', '日'.repeat(141), `${'日'.repeat(139)}…`],
  ['count 1 for a Hebrew character', 'ש'.repeat(281), `${'ש'.repeat(278)}…`],
  [
    'count 23 for a link',
    `https://a.com/${'a'.repeat(900)} b`,
    `https://a.com/${'a'.repeat(900)} b`,
  ],
  ['keep a link whole', `${'a'.repeat(260)} https://a.com/b c`, `${'a'.repeat(260)}…`],
  ['keep a hashtag whole', `${'a'.repeat(260)} #${'b'.repeat(30)}`, `${'a'.repeat(260)}…`],
  ['keep a mention whole', `${'a'.repeat(270)} @somebody_else`, `${'a'.repeat(270)}…`],
  ['do not turn a cut word into a link', `${'a'.repeat(270)} b.comfortable`, `${'a'.repeat(270)}…`],
  [
    'keep a link separate from the following text',
    `${'a'.repeat(230)} https://a.com/b ${'c'.repeat(40)}`,
    `${'a'.repeat(230)} https://a.com/b …`,
  ],
];

describe('captions for X', () => {
  for (const [rule, caption, expected] of X_CASES) {
    it(rule, () => expect(fitCaption('twitter', 'feed', caption).text).to.equal(expected));
  }

  it('lose their byte order mark, because X rejects a text that contains one', () => {
    expect(fitCaption('twitter', 'feed', '\ufeffa')).to.include({ text: 'a' });
  });
});

describe('captions over other limits', () => {
  it('are truncated after 30 hashtags or 20 mentions on Instagram', () => {
    const fit = (caption: string) => fitCaption('instagram', 'feed', caption).text;
    expect(fit('#a '.repeat(30))).to.equal('#a '.repeat(30));
    expect(fit('#a '.repeat(31))).to.equal(`${'#a '.repeat(30).trim()}…`);
    expect(fit(`${'@a '.repeat(20)}and @b`)).to.equal(`${'@a '.repeat(20)}and…`);
  });

  it('are truncated after five distinct links on Threads', () => {
    const fit = (caption: string) => fitCaption('threads', 'feed', caption).text;
    const five = 'https://a.com b.com c.com d.com e.com a.com b.com';
    expect(fit(`https://a.com b.com https://a.com c.com d.com e.com`)).to.match(/e\.com$/);
    expect(fit(five)).to.equal('https://a.com b.com c.com d.com e.com …');
  });

  it('have their emoji counted in bytes on Threads', () => {
    const { text } = fitCaption('threads', 'feed', '👨‍👩‍👧‍👦'.repeat(21));
    expect(graphemes(text)).to.have.length(19 + 1);
  });
});

describe('fitted titles', () => {
  it('use the first line on YouTube, without angle brackets and never empty', () => {
    const title = (caption: string) => fitCaption('youtube', 'short', caption).title;
    expect(title('\n  A <b> c \nmore')).to.equal('A ‹b› c');
    expect(title(' \n ')).to.equal('Untitled');
    expect(title('word '.repeat(30))).to.equal(`${'word '.repeat(20).trim()}…`);
    expect(fitTitle('youtube', 'short', 'Own > other')).to.equal('Own › other');
  });

  it('have up to 90 UTF-16 units for TikTok photos with a text, and are null for videos', () => {
    const title = (form: 'photos' | 'video', caption: string) =>
      fitCaption('tiktok', form, caption).title;
    expect(title('photos', 'a'.repeat(91))).to.have.length(90);
    expect(title('photos', '')).to.equal(null);
    expect(title('video', 'a')).to.equal(null);
  });

  it('are null on other platforms', () => {
    for (const platform of ['instagram', 'threads', 'twitter'] as const) {
      expect(fitCaption(platform, 'feed', 'a').title).to.equal(null);
    }
  });
});
