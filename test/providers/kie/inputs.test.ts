import { expect } from 'chai';
import { kieOrder } from '../../../adapters/providers/kie/inputs.js';
import type { ProviderJob } from '../../../domain/ports/provider.js';
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
import { orderProblems } from '@media-platform/stand-ins/providers/kie/schemas.js';
import sharp from 'sharp';
import { refusalOf } from '../../support/failure.js';

const PICTURE: KieFile = {
  bytes: await sharp(FRAME.bytes).jpeg().toBuffer(),
  contentType: 'image/jpeg',
};

/** The body of a job, and what the documentation says against it. */
async function order(job: ProviderJob) {
  const { api, media, body } = kieOrder(job);
  const urls = media.map((_, index) => `https://files.test/${index}`);
  const sent = body(urls);
  const problems = await orderProblems(api, sent, (url) => {
    const file = media[urls.indexOf(url)];
    return file?.contentType.startsWith('image/') ? PICTURE : file;
  });
  const input = isRecord(sent) && isRecord(sent['input']) ? sent['input'] : sent;
  return { api, media, sent, input, problems };
}

describe('kie: inputs', () => {
  for (const model of VIDEO_MODELS) {
    for (const route of model.sources.filter(({ provider }) => provider === 'kie')) {
      it(`${model.id}: every option on offer becomes a legal order of ${route.upstreamModel}`, async () => {
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

  it('the image model: every ratio and size on offer becomes a legal order', async () => {
    expect(IMAGE_SOURCES).to.deep.include({ provider: 'kie', upstreamModel: 'nano-banana-2' });
    for (const aspectRatio of IMAGE_ASPECT_RATIOS) {
      for (const resolution of IMAGE_RESOLUTIONS) {
        const { problems } = await order(imageJob({ aspectRatio, resolution }));
        expect(problems, `${aspectRatio} ${resolution}`).to.deep.equal([]);
      }
    }
  });

  it('pictures of an image go up as scene, face, product, references, and the prompt says which is which', async () => {
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

  it('an image without pictures names none', async () => {
    const { input } = await order(imageJob());
    expect(input).not.to.have.property('image_input');
  });

  const kling = (over = {}) => videoJob('kling-3.0/video', over);

  for (const [resolution, mode] of [
    ['720p', 'std'],
    ['1080p', 'pro'],
    ['4k', '4K'],
  ] as const) {
    it(`Kling: ${resolution} is ${mode}, and its seconds are a text`, async () => {
      const { input } = await order(kling({ resolution, audio: false }));
      expect(input).to.include({ mode, duration: '8', sound: false, multi_shots: false });
    });
  }

  it('Kling: references become elements of two pictures, and the prompt names those', async () => {
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
    it(`motion control: mode is ${mode} itself, not std or pro`, async () => {
      const motion = { clip: CLIP, orientation: 'image' as const };
      const job = videoJob('kling-3.0/motion-control', { resolution: mode, motion });
      const { input, problems } = await order(job);
      expect(problems).to.deep.equal([]);
      expect(input).to.include({ mode, character_orientation: 'image' });
      expect(input['video_urls']).to.deep.equal(['https://files.test/1']);
    });
  }

  it('Veo: a flat body with camelCase pictures, and whole seconds as a number', async () => {
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

  it('Veo: a seed has five digits there, whatever it is here', async () => {
    const seeds = [0, 77, 90_000, 2_147_483_647];
    const sent = await Promise.all(
      seeds.map(async (seed) => (await order(videoJob('veo3', { seed }))).sent['seeds']),
    );
    expect(sent).to.deep.equal([10_000, 10_077, 10_000, 93_647]);
  });

  it('Omni: seconds are a text; H3: 768p has a capital P and no ratio', async () => {
    const omni = await order(videoJob('google/gemini-omni-flash-1-1'));
    expect(omni.input).to.include({ duration: '8' });
    const h3 = await order(videoJob('minimax-h3/image-to-video', { resolution: '768p' }));
    expect(h3.input).to.include({ duration: 8, resolution: '768P' });
    expect(h3.input).not.to.have.property('aspect_ratio');
  });

  it('Seedance: adaptive stays adaptive, and sound is a flag', async () => {
    const job = videoJob('bytedance/seedance-2-5', { aspectRatio: 'adaptive', audio: false });
    expect((await order(job)).input).to.include({
      aspect_ratio: 'adaptive',
      generate_audio: false,
    });
  });

  it('Grok: a ratio that Kie has not follows the first frame', async () => {
    const job = videoJob('grok-imagine-video-1-5-preview', { aspectRatio: '4:3' });
    expect((await order(job)).input).to.include({ aspect_ratio: 'auto' });
  });

  for (const [what, job] of [
    ['a prompt over the cap of Kling', kling({ fullPrompt: 'x'.repeat(2_501) })],
    [
      'a prompt over the cap once its tags are longer',
      kling({ fullPrompt: `@a ${'x '.repeat(1_248)}`, references: [{ tag: '@a', image: FRAME }] }),
    ],
    ['an image prompt over the cap', imageJob({ fullPrompt: 'x'.repeat(20_001) })],
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
    it(`${what} is rejected before anything is sent, without a word of the prompt`, () => {
      const error = refusalOf(() => kieOrder(job));
      expect(error.kind).to.equal('rejected');
      expect(error.message)
        .to.match(/^Kie: /)
        .and.not.include('xxx');
    });
  }
});
