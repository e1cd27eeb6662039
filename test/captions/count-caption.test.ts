import { expect } from 'chai';
import twitter from 'twitter-text';
import { countCaption } from '../../domain/captions/count-caption.js';
import { fitCaption } from '../../domain/captions/fit-caption.js';
import { TARGETS } from './limits.js';
import { HARD_TEXTS } from './texts.js';

describe('countCaption', () => {
  for (const { platform, form, max, count } of TARGETS(
    (text) => twitter.parseTweet(text).weightedLength,
  )) {
    it(`counts what ${platform} counts for a ${form} post, and says whether it is cut`, () => {
      const texts = ['', 'A red fox', 'a'.repeat(max), 'a'.repeat(max + 1), '🦊'.repeat(10)];
      for (const text of texts) {
        const { used, fits, ...rest } = countCaption(platform, form, text);
        expect(rest).to.deep.equal({ max });
        expect(used, text).to.equal(count(text));
        expect(fits, text).to.equal(used <= max);
      }
      for (const text of Object.values(HARD_TEXTS)) {
        const { fits } = countCaption(platform, form, text);
        expect(fits, text).to.equal(!fitCaption(platform, form, text).cut);
      }
    });
  }

  it('refuses a short caption with more hashtags than Instagram allows', () => {
    const { used, max, fits } = countCaption('instagram', 'feed', '#a '.repeat(31));
    expect(used).to.be.below(max);
    expect(fits).to.equal(false);
  });
});
