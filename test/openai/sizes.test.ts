import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { fitClipSize, fitImageSize, parseSize } from '../../api/openai/sizes.js';
import { computeImageSize } from '../../domain/catalogue/image-model.js';
import { findVideoModel } from '../../domain/catalogue/video-models.js';

const PAGE = new URL('../../docs/openai.md', import.meta.url);
const ROW = /^\| `(auto|\d+x\d+)` \| `(\S+)` \| `(\S+)` \| (\d+) x (\d+) \|$/gm;

describe('sizes that OpenAI clients request', () => {
  it('match the docs table for images', async () => {
    const rows = [...(await readFile(PAGE, 'utf8')).matchAll(ROW)];
    expect(rows).to.have.length.above(10);
    for (const [, size, ratio, resolution, width, height] of rows) {
      const fitted = fitImageSize(parseSize(size) ?? undefined);
      const { aspect_ratio: shape, resolution: scale } = fitted;
      expect([size, shape, scale]).to.deep.equal([size, ratio, resolution]);
      expect(computeImageSize(shape, scale)).to.deep.equal({
        width: Number(width),
        height: Number(height),
      });
    }
  });

  it("become the model's nearest sizes for clips", () => {
    const seedance = findVideoModel('seedance-2.5');
    if (!seedance) throw new Error('the model is gone');
    const cases = {
      '720x1280': ['9:16', '720p'],
      '1280x720': ['16:9', '720p'],
      '1024x1792': ['9:16', '1080p'],
      '480x480': ['1:1', '480p'],
      '99999x1': ['21:9', '480p'],
    };
    for (const [size, [ratio, resolution]] of Object.entries(cases)) {
      const wanted = parseSize(size);
      const fitted = wanted && fitClipSize(wanted, seedance);
      expect(fitted, size).to.deep.equal({ aspect_ratio: ratio, resolution });
    }
  });
});
