import { expect } from 'chai';
import sharp from 'sharp';
import { createKieProvider } from '../../../adapters/providers/kie/provider.js';
import {
  ProviderFailure,
  SubmitUncertain,
  type FailureKind,
  type QueuedProvider,
} from '../../../domain/ports/provider.js';
import { until } from '../../support/until.js';
import { SILENT_MS } from '../conformance/subject.js';
import { KEY, startKieFake, type KieFake } from '@media-platform/stand-ins/providers/kie/fake.js';
import { CLIP, context } from '../jobs.js';
import { FRAME, videoJob } from './jobs.js';
import { findOrderProblems } from '@media-platform/stand-ins/providers/kie/schemas.js';
import { wrapReply } from '@media-platform/stand-ins/providers/kie/tasks.js';
import { endFake } from '../../support/end-fake.js';

const motionJob = (bytes: Buffer) =>
  videoJob('kling-3.0/motion-control', {
    motion: { clip: { ...CLIP, bytes }, orientation: 'video' },
  });

describe('the Kie adapter', () => {
  let fake: KieFake;
  let provider: QueuedProvider;

  const providerWith = (more = {}) =>
    createKieProvider({ key: KEY, url: fake.url, uploadUrl: fake.url, ...more });

  beforeEach(async () => {
    fake = await startKieFake();
    provider = providerWith();
  });
  afterEach(() => endFake(fake));

  it('uploads each file before the order, under a name that is unique even in a second attempt', async () => {
    const references = [{ tag: '@a', image: FRAME }];
    const job = videoJob('kling-3.0/video', { references });
    await provider.submit(job, context);
    await provider.submit(job, context);
    expect(fake.requests()).to.deep.equal(
      ['base64', 'base64', null, 'base64', 'base64', null].map((kind) =>
        kind === null ? 'POST /api/v1/jobs/createTask' : `POST /api/file-${kind}-upload`,
      ),
    );
    // The fake records a violation if a name is used twice.
    expect(fake.uploads()).to.have.lengthOf(4);
  });

  it('uploads a picture as JPEG, with transparency as white', async () => {
    const create = { width: 320, height: 320, channels: 4, background: '#0000' } as const;
    const clear = { bytes: await sharp({ create }).webp().toBuffer(), contentType: 'image/webp' };
    await provider.submit(videoJob('kling-3.0/video', { firstFrame: clear }), context);
    const [file] = fake.uploads();
    expect(file?.contentType).to.equal('image/jpeg');
    const { channels } = await sharp(file?.bytes).stats();
    expect(channels.map(({ min }) => min)).to.deep.equal([255, 255, 255]);
  });

  it('uploads a 10 MB clip as base64 and a larger clip as a form, both unchanged', async () => {
    const { bytes } = CLIP;
    const small = Buffer.concat([bytes, Buffer.alloc(10_000_000 - bytes.length)]);
    const large = Buffer.concat([small, Buffer.alloc(1)]);
    const streamed = () => fake.requests().filter((each) => each.includes('stream')).length;
    for (const [clip, forms] of [
      [small, 0],
      [large, 1],
    ] as const) {
      await provider.submit(motionJob(clip), context);
      expect(streamed()).to.equal(forms);
      expect(fake.uploads().some((file) => file.bytes.equals(clip))).to.equal(true);
    }
  });

  it('reports progress after every file', async () => {
    const fractions: number[] = [];
    const onProgress = (fraction: number) => fractions.push(fraction);
    await provider.submit(motionJob(CLIP.bytes), { ...context, onProgress });
    expect(fractions).to.deep.equal([0.5, 1]);
  });

  const refusals: readonly (readonly [Parameters<KieFake['answer']>[1], FailureKind])[] = [
    [wrapReply(429, 'slow down'), 'rate_limited'],
    [{ ...wrapReply(500, 'broken'), status: 500 }, 'unavailable'],
    [{ status: 502, text: '<html>Bad Gateway</html>' }, 'unavailable'],
    [{ status: 200, text: '<html>ok</html>' }, 'unavailable'],
    [wrapReply(200, 'success', {}), 'unavailable'],
    ['reset', 'unavailable'],
    ['silent', 'unavailable'],
    [wrapReply(401, 'no access'), 'rejected'],
    [{ status: 403, text: 'error code: 1010' }, 'rejected'],
  ];
  for (const [reply, kind] of refusals) {
    const what = typeof reply === 'string' ? reply : JSON.stringify(reply);
    it(`reports ${kind} instead of SubmitUncertain, and does not create a task, if an upload ends with ${what}`, async () => {
      if (reply === 'silent') provider = providerWith({ uploadDeadlineMs: SILENT_MS });
      fake.answer('upload', reply);
      const error: unknown = await provider
        .submit(motionJob(CLIP.bytes), context)
        .catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ProviderFailure).and.not.instanceOf(SubmitUncertain);
      expect(error).to.have.property('kind', kind);
      expect(fake.requests()).not.to.include('POST /api/v1/jobs/createTask');
      expect(fake.accepted()).to.equal(0);
    });
  }

  it('aborts the other uploads when one upload fails', async () => {
    fake.answer('upload', 'silent');
    fake.answer('upload', wrapReply(401, 'no access'));
    const job = motionJob(CLIP.bytes);
    const error: unknown = await provider.submit(job, context).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('kind', 'rejected');
    await until('all uploads have ended', () => Promise.resolve(fake.waiting() === 0), 20_000);
  });

  it("sends a User-Agent, which Kie's firewall requires", async () => {
    const anonymous = await fetch(`${fake.url}/api/v1/jobs/recordInfo`, {
      headers: { 'user-agent': '', authorization: `Bearer ${KEY}` },
    });
    expect(anonymous.status).to.equal(403);
    await provider.submit(videoJob('veo3'), context);
    expect(fake.accepted()).to.equal(1);
  });

  for (const [what, model, input] of [
    ['std as a mode of motion control', 'kling-3.0/motion-control', { mode: 'std' }],
    ['seconds as a number for Kling', 'kling-3.0/video', { duration: 8 }],
    ['seconds as text for Seedance', 'bytedance/seedance-2', { duration: '8' }],
    ['a ratio for Wan', 'wan/2-6-image-to-video', { aspect_ratio: '16:9' }],
    ['4:3 for Grok', 'grok-imagine-video-1-5-preview', { aspect_ratio: '4:3' }],
    ['768p without its capital', 'minimax-h3/image-to-video', { resolution: '768p' }],
  ] as const) {
    it(`gets the same refusal from the fake as from Kie for ${what}`, async () => {
      const [name] = Object.keys(input);
      const problems = await findOrderProblems('jobs', { model, input }, () => undefined);
      expect(problems.join()).to.match(new RegExp(`${name} is (?!missing)`));
    });
  }

  it('gets a refusal from the fake for a URL that does not return a picture', async () => {
    const body = { model: 'bytedance/seedance-2', input: { prompt: 'cat', first_frame_url: 'x' } };
    const noise = { bytes: Buffer.from('noise'), contentType: 'image/jpeg' };
    expect(await findOrderProblems('jobs', body, () => noise)).to.deep.equal([
      'first_frame_url is not a picture',
    ]);
  });
});
