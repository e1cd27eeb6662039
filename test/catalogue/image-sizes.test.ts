import { expect } from 'chai';
import {
  IMAGE_ASPECT_RATIOS,
  IMAGE_PROMPT_MAX,
  IMAGE_REFERENCES_MAX,
  IMAGE_RESOLUTIONS,
  IMAGE_SOURCES,
  computeImageSize,
  type ImageAspectRatio,
} from '../../domain/catalogue/image-model.js';

describe("the image model's sizes, limits and upstreams", () => {
  it('exist for ten ratios and three resolutions', () => {
    expect(IMAGE_ASPECT_RATIOS).to.have.length(10);
    expect(IMAGE_RESOLUTIONS).to.deep.equal(['1K', '2K', '4K']);
  });

  for (const ratio of IMAGE_ASPECT_RATIOS) {
    it(`are even, exactly two and four times the size of 1K, and match the ratio: ${ratio}`, () => {
      const one = computeImageSize(ratio, '1K');
      expect(computeImageSize(ratio, '2K')).to.deep.equal({
        width: one.width * 2,
        height: one.height * 2,
      });
      expect(computeImageSize(ratio, '4K')).to.deep.equal({
        width: one.width * 4,
        height: one.height * 4,
      });
      for (const side of [one.width, one.height]) {
        expect(side % 16, 'sides are multiples of the block size of encoders and models').to.equal(
          0,
        );
      }
      const [wide = 1, high = 1] = ratio.split(':').map(Number);
      expect(one.width / one.height).to.be.closeTo(wide / high, 0.015 * (wide / high));
      expect(one.width * one.height).to.be.within(0.95 * 1024 ** 2, 1.05 * 1024 ** 2);
    });
  }

  it('are mirrored between portrait and landscape ratios', () => {
    for (const ratio of IMAGE_ASPECT_RATIOS) {
      const turned = ratio.split(':').toReversed().join(':') as ImageAspectRatio;
      if (!IMAGE_ASPECT_RATIOS.includes(turned)) continue;
      const { width, height } = computeImageSize(ratio, '1K');
      expect(computeImageSize(turned, '1K')).to.deep.equal({ width: height, height: width });
    }
  });

  it('match the specification for prompt and references', () => {
    expect([IMAGE_PROMPT_MAX, IMAGE_REFERENCES_MAX]).to.deep.equal([5_000, 6]);
  });

  it('are listed without a duplicate upstream', () => {
    const names = IMAGE_SOURCES.map(
      ({ provider, upstreamModel }) => `${provider} ${upstreamModel}`,
    );
    expect(new Set(names).size).to.equal(names.length);
    expect(names).not.to.be.empty;
  });
});
