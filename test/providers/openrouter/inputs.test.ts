import { expect } from 'chai';
import { buildRouterOrder } from '../../../adapters/providers/openrouter/inputs.js';
import type { ImageJob, VisualJob } from '../../../domain/ports/provider-job.js';
import { VIDEO_MODELS } from '../../../domain/catalogue/video-models.js';
import sharp from 'sharp';
import { CLIP } from '../jobs.js';
import { FRAME, SEEDANCE, videoJob } from './jobs.js';
import {
  malformed,
  findUnsupported,
} from '@media-platform/stand-ins/providers/openrouter/rules.js';
import { refusalOf } from '../../support/failure.js';
import { dataUrl } from '../../support/data-url.js';

const jpeg = await sharp(FRAME.bytes).jpeg().toBuffer();
const ADDRESS = dataUrl(jpeg, 'image/jpeg');

const bodyOf = (job: VisualJob) => buildRouterOrder(job).body(ADDRESS);

/** Lists the errors that OpenRouter would report for a job. */
const problemsOf = async (job: VisualJob): Promise<string[]> => {
  const body = bodyOf(job);
  return [...(await malformed(body)), ...findUnsupported(body)];
};

/** Returns the message of a refusal. */
function refusal(job: VisualJob): string {
  const failure = refusalOf(() => buildRouterOrder(job));
  expect(failure).to.include({ kind: 'rejected' });
  return failure.message;
}

const served = VIDEO_MODELS.flatMap((model) =>
  model.sources
    .filter(({ provider }) => provider === 'openrouter')
    .map((route) => ({ model, route })),
);

describe('the OpenRouter adapter', () => {
  it('serves all models in the catalogue except motion control and Gemini Omni', () => {
    const ids = new Set(served.map(({ model }) => model.id));
    const unserved = VIDEO_MODELS.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
    expect(ids.size).to.equal(9);
    expect(unserved).to.deep.equal(['kling-3.0-motion-control', 'gemini-omni']);
  });

  for (const { model, route } of served) {
    it(`sends a valid and exact order to ${route.upstreamModel} for each option offered of ${model.id}`, async () => {
      for (const duration of route.durations ?? model.durations) {
        for (const resolution of route.resolutions ?? model.resolutions) {
          for (const aspectRatio of model.aspectRatios) {
            const audio = Number(duration) % 2 === 0;
            const options = { seconds: Number(duration), resolution, aspectRatio, audio };
            const job = videoJob(route.upstreamModel, options);
            const asked = `${duration} s, ${resolution}, ${aspectRatio}`;
            expect(findUnsupported(bodyOf(job)), asked).to.deep.equal([]);
            const body = bodyOf(job);
            expect(body['duration'], asked).to.equal(Number(duration));
            expect(body['generate_audio'] ?? audio, asked).to.equal(audio);
            const sent = body['resolution'];
            if (typeof sent === 'string') {
              expect(sent.toLowerCase(), asked).to.equal(resolution.toLowerCase());
            }
            expect(body['aspect_ratio'] ?? aspectRatio, asked).to.equal(aspectRatio);
          }
        }
      }
      const plain = { seconds: 5, resolution: (route.resolutions ?? model.resolutions)[0] ?? '' };
      expect(await malformed(bodyOf(videoJob(route.upstreamModel, plain)))).to.deep.equal([]);
    });
  }

  it('sends the frame as first_frame, and resolution and ratio instead of `size`', () => {
    const body = bodyOf(videoJob(SEEDANCE));
    expect(body['frame_images']).to.deep.equal([
      { type: 'image_url', image_url: { url: ADDRESS }, frame_type: 'first_frame' },
    ]);
    expect(body).to.include({ resolution: '720p', aspect_ratio: '9:16', duration: 8 });
    expect(body).not.to.have.property('size');
  });

  it('omits references if there is a first frame, and replaces their tags with plain words', async () => {
    const references = ['@Hat', '@sea'].map((tag) => ({ tag, image: FRAME }));
    const fullPrompt = 'A man with @hat, no @hatbox, walks by @SEA.';
    const job = videoJob('kwaivgi/kling-v3.0-std', { references, fullPrompt });
    expect(await problemsOf(job)).to.deep.equal([]);
    expect(bodyOf(job)).not.to.have.property('input_references');
    expect(bodyOf(job)['prompt']).to.equal('A man with Hat, no @hatbox, walks by sea.');
  });

  it('offers only 720p for Kling std, without a resolution field, and does not offer 1080p for pro', () => {
    const [std, pro] = ['kwaivgi/kling-v3.0-std', 'kwaivgi/kling-v3.0-pro'] as const;
    expect(refusal(videoJob(std, { resolution: '1080p' }))).to.include('1080p');
    expect(refusal(videoJob(pro, { resolution: '1080p' }))).to.include('no such video model');
    expect(bodyOf(videoJob(std))).not.to.have.property('resolution');
  });

  it('sends 4k as 4K, and 2K unchanged', () => {
    expect(bodyOf(videoJob('google/veo-3.1', { resolution: '4k' }))).to.include({
      resolution: '4K',
    });
    expect(bodyOf(videoJob('minimax/hailuo-3', { resolution: '2K' }))).to.include({
      resolution: '2K',
    });
  });

  for (const [model, aspectRatio] of [
    [SEEDANCE, 'adaptive'],
    ['alibaba/wan-2.6', '4:3'],
  ] as const) {
    it(`omits ${aspectRatio} for ${model}, because the clip has the ratio of the first frame`, () => {
      const job = videoJob(model, { aspectRatio, seconds: 5 });
      expect(bodyOf(job)).not.to.have.property('aspect_ratio');
    });
  }

  for (const model of ['minimax/hailuo-3', 'x-ai/grok-imagine-video-1.5']) {
    it(`omits the sound flag for ${model}, which always adds sound`, () => {
      const resolution = model.startsWith('minimax') ? '2K' : '720p';
      const job = videoJob(model, { resolution, audio: false });
      expect(bodyOf(job)).not.to.have.property('generate_audio');
    });
  }

  const image: ImageJob = {
    ...videoJob('google/gemini-3.1-flash-image'),
    kind: 'image',
    edit: false,
    inputs: { scene: null, characters: [], products: [], references: [] },
  };
  for (const [what, job] of [
    [
      "a prompt over Kling's limit",
      videoJob('kwaivgi/kling-v3.0-std', { fullPrompt: 'x'.repeat(2_501) }),
    ],
    ["a prompt over Wan's limit", videoJob('alibaba/wan-2.6', { fullPrompt: 'x'.repeat(801) })],
    ['an unsupported resolution', videoJob('bytedance/seedance-2.5', { resolution: '1080p' })],
    ['a motion clip', videoJob(SEEDANCE, { motion: { clip: CLIP, orientation: 'video' } })],
    ['narration', videoJob('alibaba/wan-2.6', { narration: CLIP })],
    ['an unknown model', videoJob('openai/sora-2-pro')],
    ['an image', image],
  ] as const) {
    it(`rejects ${what} before it sends anything, without quoting the prompt`, () => {
      expect(refusal(job))
        .to.match(/^OpenRouter: /)
        .and.not.include('xxx');
    });
  }
});
