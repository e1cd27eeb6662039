import { expect } from 'chai';
import sharp from 'sharp';
import { createLocalProvider } from '../../adapters/providers/local/provider.js';
import type { Brief } from '../../packages/studio/picture/brief.js';
import { toLab } from '../../packages/studio/picture/colour.js';
import { choosePalette } from '../../packages/studio/picture/palette.js';
import {
  drawStage,
  buildStage,
  type PictureRequest,
} from '../../packages/studio/picture/picture.js';
import { createRandom } from '../../packages/studio/picture/random.js';
import { readBrief } from '../../packages/studio/picture/read-brief.js';
import { COLOUR_OF, SUBJECT_OF } from '../../packages/studio/picture/words.js';
import type { ImageJob } from '../../domain/ports/provider-job.js';
import {
  IMAGE_ASPECT_RATIOS,
  IMAGE_RESOLUTIONS,
  computeImageSize,
  type ImageAspectRatio,
  type ImageResolution,
} from '../../domain/catalogue/image-model.js';
import { jobOf, render } from '../studio/pictures.js';
import { failureOf } from '../support/failure.js';

const provider = createLocalProvider();

const drawPicture = (request: PictureRequest): string => drawStage(buildStage(request), 1);

const job = (
  prompt: string,
  ratio: ImageAspectRatio = '1:1',
  resolution: ImageResolution = '1K',
): ImageJob => jobOf(prompt, { ratio, resolution });

/** Computes the mean difference per channel of two pictures at thumbnail size, from 0 to 255. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const small = (bytes: Buffer) =>
    sharp(bytes).resize(96, 96, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  const [left, right] = await Promise.all([small(one), small(other)]);
  return left.reduce((sum, value, at) => sum + Math.abs(value - right[at]!), 0) / left.length;
}

describe('the local renderer', () => {
  for (const resolution of IMAGE_RESOLUTIONS) {
    it(`delivers the exact pixel size of every ratio at ${resolution}`, async () => {
      for (const ratio of IMAGE_ASPECT_RATIOS) {
        const { width, height, format } = await sharp(
          await render(job('boat', ratio, resolution)),
        ).metadata();
        expect({ width, height, format }, ratio).to.deep.equal({
          ...computeImageSize(ratio, resolution),
          format: 'png',
        });
      }
    });
  }

  it('draws the same bytes for the same request in any generation', async () => {
    const first = await render(job('a red fox in snow'));
    const again = await render({ ...job('a red fox in snow'), generationId: 'gen_b', attempt: 3 });
    expect(first.equals(again)).to.equal(true);
  });

  it('draws a visibly different picture for the same prompt with another seed', async () => {
    for (const prompt of ['a red fox in snow', 'city at night', 'qwertz']) {
      const [one, same, other] = await Promise.all(
        [1, 1, 2].map((seed) => render(jobOf(prompt, { ratio: '1:1', seed }))),
      );
      expect(one?.equals(same as Buffer), prompt).to.equal(true);
      expect(await difference(one as Buffer, other as Buffer), prompt).to.be.above(3);
    }
  });

  it('draws a visibly different picture for another prompt, even if it does not know any of the words', async () => {
    const prompts = ['a red fox in snow', 'city at night', 'perfume bottle', 'qwertz', 'blorp'];
    const pictures = await Promise.all(prompts.map((prompt) => render(job(prompt))));
    for (const [at, picture] of pictures.entries()) {
      for (const other of pictures.slice(at + 1)) {
        expect(await difference(picture, other), prompts[at]).to.be.above(6);
      }
    }
  });

  it('shows the same scene at every resolution for one request', async () => {
    const small = await render(job('castle in the mist', '4:5', '1K'));
    expect(
      await difference(small, await render(job('castle in the mist', '4:5', '2K'))),
    ).to.be.below(2);
  });

  it('draws a different picture if the request is an edit', () => {
    const base = { prompt: 'hills', width: 1024, height: 1024, aspectRatio: '1:1', seed: 1 };
    expect(drawPicture({ ...base, edit: true })).not.to.equal(
      drawPicture({ ...base, edit: false }),
    );
  });

  it('ignores simulate: directives when drawing', async () => {
    const plain = await render(job('a red fox in snow'));
    const directed = await render(job('a red fox simulate:provider_error=0 in snow'));
    expect(plain.equals(directed)).to.equal(true);
  });

  it("keeps the prompt's characters out of the SVG", () => {
    const hostile = '"/><image href="file:///etc/passwd"/><text>fox</text>&#x0;';
    const svg = drawPicture({
      prompt: hostile,
      width: 1024,
      height: 1024,
      aspectRatio: '1:1',
      edit: false,
      seed: 1,
    });
    expect(svg).not.to.match(/passwd|<image|<text|&/);
  });

  it('shifts the palette towards every colour word', () => {
    const plain = readBrief('hills', 'seed');
    const distance = (brief: Brief, colour: string) => {
      const { skyTop, skyMid, near } = choosePalette(brief, createRandom('palette'));
      const [, a, b] = toLab(colour);
      return [skyTop, skyMid, near].reduce((sum, ink) => {
        const [, inkA, inkB] = toLab(ink);
        return sum + Math.hypot(a - inkA, b - inkB);
      }, 0);
    };
    for (const [word, colour] of COLOUR_OF) {
      const brief = readBrief(`hills, ${word}`, 'seed');
      expect(brief.tint, word).to.equal(colour);
      expect(distance(brief, colour), word).to.be.below(0.6 * distance(plain, colour));
    }
  });

  it('applies a colour before a subject to the subject, not to the whole picture', () => {
    const brief = readBrief('two red foxes in snow', 'seed');
    expect(brief.cast).to.deep.equal([{ name: 'fox', colour: '#d7263d', count: 2 }]);
    expect(brief.tint).to.equal(null);
    expect(brief.ground).to.equal('snow');
  });

  it('draws every subject that it has a word for, without producing an invalid number', () => {
    for (const word of SUBJECT_OF.keys()) {
      const svg = drawPicture({
        prompt: word,
        width: 848,
        height: 1264,
        aspectRatio: '2:3',
        edit: false,
        seed: 1,
      });
      expect(svg, word).not.to.match(/NaN|undefined|Infinity|null/);
    }
  });

  it('stops before drawing if the call was aborted', async () => {
    const signal = AbortSignal.abort(new Error('draining'));
    const drawing = provider.generate(job('fox'), { signal, onProgress: () => undefined });
    expect(await failureOf(drawing)).to.have.property('message', 'draining');
  });
});
