import { expect } from 'chai';
import { findNearestRatio, parseRatio } from '../../domain/catalogue/aspect-ratio.js';
import { IMAGE_ASPECT_RATIOS, computeImageSize } from '../../domain/catalogue/image-model.js';
import {
  canAdapt,
  computeClipRatio,
  computeVideoSize,
} from '../../domain/catalogue/video-model.js';

describe('aspect ratios', () => {
  it('match each image size of the model', () => {
    for (const ratio of IMAGE_ASPECT_RATIOS) {
      const { width, height } = computeImageSize(ratio, '1K');
      expect(findNearestRatio(width / height, IMAGE_ASPECT_RATIOS)).to.equal(ratio);
    }
  });

  it('are compared symmetrically, and `adaptive` is ignored', () => {
    expect(findNearestRatio(1.34, ['16:9', '1:1', 'adaptive'])).to.equal('16:9');
    expect(findNearestRatio(1 / 1.34, ['9:16', '1:1', 'adaptive'])).to.equal('9:16');
    expect(findNearestRatio(1.32, ['16:9', '1:1'])).to.equal('1:1');
    expect(findNearestRatio(1, ['adaptive'])).to.equal(null);
    expect(parseRatio('adaptive')).to.equal(null);
  });

  it('follow the frame in an adaptive clip, within the maximum size', () => {
    expect(computeClipRatio('adaptive', { width: 600, height: 400 })).to.equal(1.5);
    expect(computeClipRatio('1:1', { width: 600, height: 400 })).to.equal(1);
    for (const [width, height] of [
      [10_000, 10],
      [10, 10_000],
    ] as const) {
      const size = computeVideoSize('4k', computeClipRatio('adaptive', { width, height }));
      expect(size.width * size.height).to.equal(5_040 * 2_160);
      expect(canAdapt(width / height)).to.equal(false);
    }
  });
});
