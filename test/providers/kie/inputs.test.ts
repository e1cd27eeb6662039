import { expect } from 'chai';
import { buildKieOrder } from '../../../adapters/providers/kie/inputs.js';
import type { VisualJob } from '../../../domain/ports/provider-job.js';
import {
  IMAGE_ASPECT_RATIOS,
  IMAGE_RESOLUTIONS,
  IMAGE_SOURCES,
} from '../../../domain/catalogue/image-model.js';
import { VIDEO_MODELS } from '../../../domain/catalogue/video-models.js';
import type { KieFile } from '@media-platform/stand-ins/providers/kie/files.js';
import { CLIP, pictureOf } from '../jobs.js';
import { FRAME, imageJob, videoJob } from './jobs.js';
import { isRecord } from '@media-platform/stand-ins/providers/kie/rules.js';
import { findOrderProblems } from '@media-platform/stand-ins/providers/kie/schemas.js';
import sharp from 'sharp';
import { refusalOf } from '../../support/failure.js';

const PICTURE: KieFile = {
  bytes: await sharp(FRAME.bytes).jpeg().toBuffer(),
  contentType: 'image/jpeg',
};

/** Builds the request body of a job, and lists its violations of the documentation. */
async function order(job: VisualJob) {
  const { api, media, body } = buildKieOrder(job);
  const urls = media.map((_, index) => `https://files.test/${index}`);
  const sent = body(urls);
  const problems = await findOrderProblems(api, sent, (url) => {
    const file = media[urls.indexOf(url)];
    return file?.contentType.startsWith('image/') ? PICTURE : file;
  });
  const input = isRecord(sent) && isRecord(sent['input']) ? sent['input'] : sent;
  return { api, media, sent, input, problems };
}

describe('the Kie adapter', () => {
  for (const model of VIDEO_MODELS) {
    for (const route of model.sources.filter(({ provider }) => provider === 'kie')) {
      it(`sends a valid order to ${route.upstreamModel} for every duration, resolution and ratio of ${model.id}`, async () => {
        const durations = route.durations ?? (model.durations.length > 0 ? model.durations : ['5']);
        let orders = 0;
        for (const duration of durations) {
          for (const resolution of route.resolutions ?? model.resolutions) {
            for (const aspectRatio of model.aspectRatios) {
              const job = videoJob(route.upstreamModel, {
                seconds: Number(duration),
                resolution,
                aspectRatio,
                audio: orders % 2 === 0,
                motion: model.requiresMotionVideo
                  ? {
                      clip: CLIP,
                      orientation: orders % 2 === 0 ? 'video' : 'image',
                    }
                  : null,
              });
              const { problems } = await order(job);
              expect(problems, `${duration} s, ${resolution}, ${aspectRatio}`).to.deep.equal([]);
              orders += 1;
            }
          }
        }
        expect(orders).to.be.greaterThan(0);
      });
    }
  }

  it('sends valid orders for every ratio and size of the image model', async () => {
    expect(IMAGE_SOURCES).to.deep.include({ provider: 'kie', upstreamModel: 'nano-banana-2' });
    for (const aspectRatio of IMAGE_ASPECT_RATIOS) {
      for (const resolution of IMAGE_RESOLUTIONS) {
        const { problems } = await order(imageJob({ aspectRatio, resolution }));
        expect(problems, `${aspectRatio} ${resolution}`).to.deep.equal([]);
      }
    }
  });

  it("sends an image's pictures in the order scene, face, product, references, which the prompt explains", async () => {
    const [scene, face, product, cat] = [
      await pictureOf('#111'),
      await pictureOf('#222'),
      await pictureOf('#333'),
      await pictureOf('#444'),
    ] as const;
    const job = imageJob({
      fullPrompt: 'she holds @cat',
      inputs: {
        scene,
        characters: [face, face],
        products: [product],
        references: [
          {
            tag: '@cat',
            image: cat,
          },
        ],
      },
    });
    const { media, input, problems } = await order(job);
    expect(problems).to.deep.equal([]);
    expect(media).to.deep.equal([scene, face, face, product, cat]);
    expect(input).to.have.property('image_input').with.lengthOf(5);
    expect(input['prompt']).to.match(/^she holds image 5\n\nImage 1 is the scene/);
  });

  it('omits the list of pictures for an image without pictures', async () => {
    const { input } = await order(imageJob());
    expect(input).not.to.have.property('image_input');
  });

  const kling = (over = {}) => videoJob('kling-3.0/video', over);

  for (const [resolution, mode] of [
    ['720p', 'std'],
    ['1080p', 'pro'],
    ['4k', '4K'],
  ] as const) {
    it(`uses mode ${mode} for Kling in ${resolution}, with the seconds as text`, async () => {
      const { input } = await order(kling({ resolution, audio: false }));
      expect(input).to.include({ mode, duration: '8', sound: false, multi_shots: false });
    });
  }

  it('turns Kling references into elements of two pictures, which the prompt names', async () => {
    const references = ['@cat', '@Hat', '@sea'].map((tag) => ({ tag, image: FRAME }));
    const fullPrompt = '@CAT wears @hat, no @catalogue, by @sea';
    const { input, media, problems } = await order(kling({ references, fullPrompt }));
    expect(problems).to.deep.equal([]);
    expect(media).to.have.lengthOf(4);
    expect(input['prompt']).to.equal('@element_1 wears @element_2, no @catalogue, by @element_3');
    const elements = input['kling_elements'] as { name: string; element_input_urls: string[] }[];
    expect(elements.map(({ name }) => name)).to.deep.equal(['element_1', 'element_2', 'element_3']);
    expect(elements[1]?.element_input_urls).to.deep.equal([
      'https://files.test/2',
      'https://files.test/2',
    ]);
  });

  for (const mode of ['720p', '1080p']) {
    it(`sends mode ${mode} for motion control instead of std or pro`, async () => {
      const motion = { clip: CLIP, orientation: 'image' as const };
      const job = videoJob('kling-3.0/motion-control', { resolution: mode, motion });
      const { input, problems } = await order(job);
      expect(problems).to.deep.equal([]);
      expect(input).to.include({ mode, character_orientation: 'image' });
      expect(input['video_urls']).to.deep.equal(['https://files.test/1']);
    });
  }

  it('uses a flat body for Veo, with camelCase picture fields and numeric seconds', async () => {
    const { api, sent } = await order(videoJob('veo3_fast'));
    expect(api).to.equal('veo');
    expect(sent).to.deep.include({
      model: 'veo3_fast',
      duration: 8,
      aspect_ratio: '9:16',
      imageUrls: ['https://files.test/0'],
    });
    expect(sent).not.to.have.property('input');
  });

  it('limits a Veo seed to five digits', async () => {
    const seeds = [0, 77, 90_000, 2_147_483_647];
    const sent = await Promise.all(
      seeds.map(async (seed) => (await order(videoJob('veo3', { seed }))).sent['seeds']),
    );
    expect(sent).to.deep.equal([10_000, 10_077, 10_000, 93_647]);
  });

  it('sends the seconds as text to Omni, and 768P without a ratio to H3', async () => {
    const omni = await order(videoJob('google/gemini-omni-flash-1-1'));
    expect(omni.input).to.include({ duration: '8' });
    const h3 = await order(videoJob('minimax-h3/image-to-video', { resolution: '768p' }));
    expect(h3.input).to.include({ duration: 8, resolution: '768P' });
    expect(h3.input).not.to.have.property('aspect_ratio');
  });

  it('keeps the adaptive ratio for Seedance, and sends sound as a boolean', async () => {
    const job = videoJob('bytedance/seedance-2-5', { aspectRatio: 'adaptive', audio: false });
    expect((await order(job)).input).to.include({
      aspect_ratio: 'adaptive',
      generate_audio: false,
    });
  });

  it('uses the ratio of the first frame for Grok if Kie does not offer the requested ratio', async () => {
    const job = videoJob('grok-imagine-video-1-5-preview', { aspectRatio: '4:3' });
    expect((await order(job)).input).to.include({ aspect_ratio: 'auto' });
  });

  for (const [what, job] of [
    ["a prompt over Kling's limit", kling({ fullPrompt: 'x'.repeat(2_501) })],
    [
      'a prompt over the limit after its tags were renamed',
      kling({ fullPrompt: `@a ${'x '.repeat(1_248)}`, references: [{ tag: '@a', image: FRAME }] }),
    ],
    ['an image prompt over the limit', imageJob({ fullPrompt: 'x'.repeat(20_001) })],
    ['narration', videoJob('wan/2-6-image-to-video', { narration: CLIP })],
    ['motion control without a clip', videoJob('kling-3.0/motion-control')],
    [
      'a WebM clip',
      videoJob('kling-3.0/motion-control', {
        motion: { clip: { ...CLIP, contentType: 'video/webm' }, orientation: 'video' },
      }),
    ],
    ['an unknown video model', videoJob('sora-2')],
    ['an unknown image model', imageJob({ upstreamModel: 'midjourney' })],
  ] as const) {
    it(`rejects ${what} before it sends anything, without quoting the prompt`, () => {
      const error = refusalOf(() => buildKieOrder(job));
      expect(error.kind).to.equal('rejected');
      expect(error.message)
        .to.match(/^Kie: /)
        .and.not.include('xxx');
    });
  }
});
