import { expect } from 'chai';
import type { GenerationBody } from '../../domain/contract/generation.js';
import type { QuoteBody } from '../../domain/contract/quote.js';
import { clipOf } from '../support/clip.js';
import { oddClip } from '../media/inspection/odd-clips.js';
import { fixture } from '../media/inspection/samples.js';
import { apiSuite, type Customer } from './suite.js';
import { dataUrl, squareUrl } from '../support/data-url.js';

const CLIP_SECONDS = 2;
const MOTION = 'kling-3.0-motion-control';

const frame = squareUrl(64);

describe('POST /v1/videos', () => {
  const suite = apiSuite();
  let customer: Customer;
  let clip: string;
  before(async () => {
    clip = dataUrl(await clipOf(CLIP_SECONDS), 'video/mp4');
    const raised = { requests_per_minute: 100_000, concurrent_jobs: 1_000 };
    customer = await suite.customer({ credits: 100_000, raised });
  });

  const create = async (body: object): Promise<GenerationBody> => {
    const answer = await customer.client.video(body);
    expect(answer.status, answer.text).to.equal(202);
    return answer.body;
  };
  const quoted = async (body: object) => {
    const wanted = { type: 'video', ...body };
    const answer = await customer.client.call<QuoteBody>('POST', '/v1/quote', { body: wanted });
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.credits;
  };
  const refused = async (body: object, message: string) => {
    const { accountId, client } = customer;
    const answer = await suite.leavesNothing(accountId, () =>
      client.refused('POST', '/v1/videos', { body }),
    );
    expect(answer.status, answer.text).to.equal(400);
    expect(answer.text).to.include(message);
    return answer.body;
  };

  it("returns 202 with a queued video and its model's defaults filled in", async () => {
    const body = await create({ model: 'seedance-2.5', prompt: 'a fox runs' });
    expect(body).to.include({ type: 'video', model: 'seedance-2.5', status: 'queued' });
    const { seed, ...request } = body.request;
    expect(seed).to.be.a('number');
    expect(request).to.deep.equal({
      model: 'seedance-2.5',
      prompt: 'a fox runs',
      character_id: null,
      product_id: null,
      duration: '8',
      resolution: '720p',
      aspect_ratio: '9:16',
      audio: true,
      has_start_frame: false,
      has_character_image: false,
      has_narration_audio: false,
      reference_images: 0,
      motion_video_seconds: null,
      motion_orientation: null,
      script: null,
      language: null,
      voice_key: null,
    });
  });

  it('lists every file of the request, because the client must send these files again to repeat the request', async () => {
    const narration = dataUrl(fixture('tone.wav'), 'audio/wav');
    const words = { model: 'wan-2.6', prompt: 'a fox speaks' };
    const given = await create({ ...words, character_image: frame, narration_audio: narration });
    expect(given.request).to.include({ has_character_image: true, has_narration_audio: true });
    const read = await customer.client.get(`/v1/generations/${given.id}`);
    expect(read.body.request).to.deep.equal(given.request);

    const ada = { name: 'Ada', gender: 'female', images: [frame] };
    const saved = await customer.client.call<{ id: string }>('POST', '/v1/characters', {
      body: ada,
    });
    const shown = await create({ ...words, character_id: saved.body.id });
    expect(shown.request).to.include({ has_character_image: false, has_narration_audio: false });
  });

  it("returns a motion clip's orientation, even if it is the default", async () => {
    const moved = { model: MOTION, motion_video: clip, start_frame: frame };
    const usual = await create(moved);
    expect(usual.request).to.include({ motion_orientation: 'video' });
    const turned = await create({ ...moved, motion_orientation: 'image' });
    expect(turned.request).to.include({ motion_orientation: 'image' });
  });

  it('charges the price of one more image if the first frame is generated, not supplied', async () => {
    const wanted = { model: 'seedance-2.5', prompt: 'a fox', duration: '4', resolution: '480p' };
    const generated = await create(wanted);
    const given = await create({ ...wanted, start_frame: frame });
    expect(generated.credits - given.credits).to.equal(2);
    expect([await quoted(wanted), await quoted({ ...wanted, start_frame: frame })]).to.deep.equal([
      generated.credits,
      given.credits,
    ]);
  });

  it('prices motion control by the measured length of its clip', async () => {
    const body = await create({ model: MOTION, motion_video: clip, start_frame: frame });
    expect(body.request).to.include({
      duration: String(CLIP_SECONDS),
      motion_video_seconds: CLIP_SECONDS,
    });
    const wanted = { model: MOTION, start_frame: frame };
    expect(await quoted({ ...wanted, motion_video_seconds: CLIP_SECONDS })).to.equal(body.credits);
    expect(await quoted({ ...wanted, motion_video_seconds: 1.2 })).to.equal(body.credits);
    expect(await quoted({ ...wanted, motion_video_seconds: 1 })).to.be.lessThan(body.credits);
  });

  it('uses the length of a ready upload in a quote', async () => {
    const upload = await customer.client.call<{ id: string }>('POST', '/v1/uploads', {
      body: { data: clip },
    });
    const wanted = { model: MOTION, start_frame: frame };
    expect(await quoted({ ...wanted, motion_video: upload.body.id })).to.equal(
      await quoted({ ...wanted, motion_video_seconds: CLIP_SECONDS }),
    );
  });

  it('rejects a motion clip beyond 10 seconds with image orientation', async () => {
    const body = { model: MOTION, start_frame: frame, motion_orientation: 'image' };
    await quoted({ ...body, motion_video_seconds: 10 });
    const long = { type: 'video', ...body, motion_video_seconds: 10.5 };
    const answer = await customer.client.refused('POST', '/v1/quote', { body: long });
    expect(answer.status, answer.text).to.equal(400);
    expect(answer.text).to.include('10.50 seconds').and.include('1 to 10');
  });

  it('measures a motion clip by its video track, not its audio', async () => {
    const short = dataUrl(oddClip({ sound: { stretch: 4 } }), 'video/mp4');
    const body = { model: MOTION, motion_video: short, start_frame: frame };
    const answer = await customer.client.refused('POST', '/v1/videos', { body });
    expect(answer.body.error.code, answer.text).to.equal('VALIDATION_ERROR');
    expect(answer.text).to.include('is 0.50 seconds long; it must have 1 to 30 seconds');
  });

  it('reports all problems of a request together', async () => {
    const body = {
      model: 'veo-3',
      prompt: 'a fox',
      duration: '5',
      resolution: '480p',
      aspect_ratio: '1:1',
      motion_orientation: 'image',
    };
    const { error } = await refused(body, 'veo-3');
    const issues = error.details?.['issues'] as { path: string }[];
    const paths = issues.map(({ path }) => path);
    expect(paths.toSorted()).to.deep.equal([
      'body.aspect_ratio',
      'body.duration',
      'body.motion_orientation',
      'body.resolution',
    ]);
  });

  it('reports schema errors and model limits together', async () => {
    const body = { model: 'veo-3', prompt: 7, duration: '5', resolution: 720, foo: 1 };
    const { error } = await refused(body, 'veo-3');
    const issues = error.details?.['issues'] as { path: string }[];
    expect(issues.map(({ path }) => path).toSorted()).to.deep.equal([
      'body.duration',
      'body.foo',
      'body.prompt',
      'body.resolution',
    ]);
  });

  const CASES: readonly [name: string, body: object, message: string][] = [
    ['an unknown model', { model: 'seedance-2.6', prompt: 'x' }, 'seedance-2.5'],
    ['no input', { model: 'veo-3' }, 'must have at least one of'],
    ['only a product', { model: 'veo-3', product_id: 'x' }, 'must have at least one of'],
    ['no motion clip', { model: MOTION, start_frame: frame }, 'is required by'],
    [
      'a duration for motion control',
      { model: MOTION, motion_video: 'upl_x', duration: '5' },
      'motion_video sets the length',
    ],
    [
      'a motion clip for a model without motion control',
      { model: 'veo-3', motion_video: frame },
      'is only for kling-3.0-motion-control',
    ],
    ['a picture as the motion clip', { model: MOTION, motion_video: frame }, 'body.motion_video'],
    [
      'nine references',
      {
        model: 'veo-3',
        prompt: 'x',
        reference_images: Array.from({ length: 9 }, () => ({ image: frame })),
      },
      'at most 8 items, not 9',
    ],
    [
      'a tag that is used twice',
      {
        model: 'veo-3',
        prompt: 'x',
        reference_images: [
          { tag: '@a', image: frame },
          { tag: '@a', image: frame },
        ],
      },
      'used twice',
    ],
  ];
  for (const [name, body, message] of CASES) {
    it(`rejects ${name}, and has no side effects`, async () => {
      await refused(body, message);
    });
  }

  it('adds a note to the timeline about references that the supplied first frame excludes', async () => {
    const references = [{ image: frame }, { image: squareUrl(32) }];
    const body = await create({
      model: 'veo-3',
      prompt: 'x',
      start_frame: frame,
      reference_images: references,
    });
    expect(body.timeline.map(({ stage, resolution }) => [stage, resolution])).to.deep.equal([
      ['prompt_merge', 'fallback'],
    ]);
    expect(body.timeline[0]?.message).to.include('2 of 2 reference images');
    expect(body.request.reference_images).to.equal(2);
  });
});
