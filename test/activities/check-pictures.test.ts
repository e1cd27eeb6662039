import { expect } from 'chai';
import sharp from 'sharp';
import { checkPictures, type PictureDeps } from '../../activities/check-pictures.js';
import { ProviderFailure } from '../../domain/ports/provider.js';
import type { JobMedia, ProviderJob } from '../../domain/ports/provider-job.js';
import { createLog } from '../../runtime/log.js';
import { createModerators } from '../../runtime/models.js';
import { CLIP, PLAIN_VIDEO } from '../providers/jobs.js';
import {
  API_KEY,
  startOpenAiFake,
  type OpenAiFake,
} from '@media-platform/stand-ins/providers/openai/fake.js';
import { endFake } from '../support/end-fake.js';
import { providerFailureOf } from '../support/failure.js';

const { signal } = new AbortController();
const log = createLog('test', 'silent');

/** Draws a picture that the moderation service identifies by its width. */
async function picture(width: number): Promise<JobMedia> {
  const create = { width, height: 20, channels: 3, background: '#806040' } as const;
  return { bytes: await sharp({ create }).webp().toBuffer(), contentType: 'image/webp' };
}

describe("moderation of a job's pictures", () => {
  let fake: OpenAiFake;
  let image: ProviderJob;
  let video: ProviderJob;
  before(async () => {
    const [scene, face, product, tagged, start, reference] = await Promise.all(
      [21, 22, 23, 24, 25, 26].map(picture),
    );
    const facts = { generationId: 'gen_1', upstreamModel: 'm', prompt: '', fullPrompt: '' };
    image = {
      ...PLAIN_VIDEO,
      ...facts,
      kind: 'image',
      edit: false,
      inputs: {
        scene: scene!,
        characters: [face!],
        products: [product!],
        references: [{ tag: '@x', image: tagged! }],
      },
    };
    video = {
      ...PLAIN_VIDEO,
      ...facts,
      firstFrame: start!,
      references: [{ tag: '@y', image: reference! }],
      motion: { clip: CLIP, orientation: 'video' },
    };
  });
  beforeEach(async () => {
    fake = await startOpenAiFake();
  });
  afterEach(() => endFake(fake));

  /** Builds the checks with the moderation service and a sampler that returns one frame. */
  const withService = (): PictureDeps => {
    const moderation = { baseUrl: fake.url, apiKey: API_KEY, model: 'omni-moderation-latest' };
    const { pictureModeration } = createModerators({ moderation, blockedTerms: [] });
    const frames = { sample: async () => [(await picture(27)).bytes] };
    return { log, pictureModeration, frames };
  };
  const answer = (...flags: boolean[]) =>
    fake.next(...flags.map((flagged) => ({ status: 200, body: { results: [{ flagged }] } })));
  const seenWidths = () =>
    fake.seen().flatMap(({ pictures }) => pictures.map(({ width }) => width));

  it('sends scenes, characters, products and tagged uploads to the moderation service', async () => {
    answer(false, false, false, false);
    await checkPictures(withService(), image, signal);
    expect(seenWidths()).to.have.members([21, 22, 23, 24]);
  });

  it('sends start frames, references and motion clip frames to the moderation service', async () => {
    answer(false, false, false);
    await checkPictures(withService(), video, signal);
    expect(seenWidths()).to.have.members([25, 26, 27]);
  });

  it('refuses the job when the service flags a picture', async () => {
    answer(false, true, false);
    const failure = await providerFailureOf(checkPictures(withService(), video, signal));
    expect(failure.kind).to.equal('content_blocked');
  });

  it('fails the job as unavailable when the service fails', async () => {
    fake.next({ status: 500, body: {} }, 'reset', { status: 200, body: {} });
    const failure = await providerFailureOf(checkPictures(withService(), video, signal));
    expect(failure.kind).to.equal('unavailable');
  });

  it('accepts the pictures without extracting clip frames when no service is configured', async () => {
    const { pictureModeration } = createModerators({ moderation: null, blockedTerms: [] });
    const frames = { sample: () => Promise.reject(new ProviderFailure('rejected', 'asked')) };
    await checkPictures({ log, pictureModeration, frames }, video, signal);
    expect(pictureModeration).to.equal(null);
  });
});
