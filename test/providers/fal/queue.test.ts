import { expect } from 'chai';
import { request } from 'undici';
import { findStorageUrl } from '../../../adapters/providers/fal/answers.js';
import {
  SubmitUncertain,
  type JobState,
  type QueuedProvider,
  type UpstreamRef,
} from '../../../domain/ports/provider.js';
import type { ProviderJob } from '../../../domain/ports/provider-job.js';
import { FAL_KEY, type FalFake } from '@media-platform/stand-ins/providers/fal/fake.js';
import { context, pictureOf } from '../jobs.js';
import { imageJob, KLING, SEEDANCE, startFal, videoJob } from './jobs.js';
import { providerFailureOf } from '../../support/failure.js';
import {
  buildGatewayPage,
  buildQueueError,
  type Reply,
} from '@media-platform/stand-ins/providers/fal/scripts.js';
import { endFake } from '../../support/end-fake.js';

const face = await pictureOf('#e8b48c');
const job = videoJob(SEEDANCE);

describe("the fal adapter's queue and storage client", () => {
  let provider: QueuedProvider;
  let fake: FalFake;

  beforeEach(async () => {
    ({ provider, fake } = await startFal());
  });
  afterEach(() => endFake(fake));

  const poll = (ref: UpstreamRef) => provider.poll(ref, context.signal);

  async function done(each: ProviderJob): Promise<Extract<JobState, { state: 'done' }>> {
    const ref = await provider.submit(each, context);
    await poll(ref);
    await poll(ref);
    const state = await poll(ref);
    if (state.state !== 'done') throw new Error(`is ${state.state}`);
    return state;
  }

  it('reports a queue position for a waiting job, but no progress for a running job', async () => {
    const ref = await provider.submit(job, context);
    expect(await poll(ref)).to.deep.equal({ state: 'queued', position: 2 });
    expect(await poll(ref)).to.deep.equal({ state: 'running', progress: null });
  });

  it('uses the URLs in the response, which lack a part of the endpoint', async () => {
    const ref = await provider.submit(videoJob(KLING), context);
    expect(Object.keys(ref)).to.have.members([
      'request_id',
      'status_url',
      'response_url',
      'cancel_url',
    ]);
    expect(String(ref['status_url'])).to.include('/fal-ai/kling-video/requests/');
    expect(JSON.stringify(ref)).not.to.include(FAL_KEY);
  });

  it('sets a start deadline and a short retention for every order, and forbids substitute models', async () => {
    await provider.submit(job, context);
    await provider.submit(imageJob(), context);
    const [video, image] = fake.headers();
    const keep = '{"expiration_duration_seconds":86400}';
    const common = {
      'x-app-fal-disable-fallback': 'true',
      'x-fal-store-io': '0',
      'x-fal-object-lifecycle-preference': keep,
    };
    expect(video).to.include({ ...common, 'x-fal-request-timeout': '600' });
    expect(image).to.include({ ...common, 'x-fal-request-timeout': '120' });
    expect(video?.authorization).to.equal(`Key ${FAL_KEY}`);
  });

  it('uploads pictures byte for byte before the order, which refers to them', async () => {
    await provider.submit(videoJob(KLING, { references: [{ tag: '@x', image: face }] }), context);
    const [frame, element] = fake.uploads();
    expect(frame?.bytes?.equals(job.firstFrame.bytes)).to.equal(true);
    expect(element?.bytes?.equals(face.bytes)).to.equal(true);
    expect(fake.inputs()).to.have.lengthOf(1);
  });

  it('uploads nothing for text-to-image, and sends an order with pictures to /edit', async () => {
    await provider.submit(imageJob(), context);
    expect(fake.uploads()).to.have.lengthOf(0);
    await provider.submit(imageJob({ scene: face }), context);
    expect(fake.uploads()).to.have.lengthOf(1);
    expect(fake.inputs()[1]).to.have.property('image_urls').with.lengthOf(1);
  });

  const refused: readonly (readonly [what: string, reply: Reply, kind: string])[] = [
    ['500', buildQueueError(500, 'internal_error', 'Oops.'), 'unavailable'],
    ['504', buildGatewayPage(504), 'unavailable'],
    ['429', { status: 429, body: { detail: 'Slow.' } }, 'rate_limited'],
    ['401', { status: 401, body: { detail: 'Bad key.' } }, 'rejected'],
    ['no addresses', { status: 200, body: {} }, 'unavailable'],
  ];
  for (const [what, initiate, kind] of refused) {
    it(`reports an upload response of ${what} as ${kind}, not SubmitUncertain, and does not place an order`, async () => {
      fake.script({ initiate });
      const failure = await providerFailureOf(provider.submit(job, context));
      expect(failure).not.to.be.instanceOf(SubmitUncertain);
      expect(failure.kind).to.equal(kind);
      expect(fake.accepted()).to.equal(0);
    });
  }

  it('reports storage that rejects the bytes as unavailable, and does not place an order', async () => {
    fake.script({ put: { status: 403, body: '<Error>SignatureDoesNotMatch</Error>' } });
    const failure = await providerFailureOf(provider.submit(job, context));
    expect(failure.kind).to.equal('unavailable');
    expect(failure.message).not.to.include('Signature');
    expect(fake.accepted()).to.equal(0);
  });

  it('fetches a result without sending the key', async () => {
    for (const [each, type] of [
      [job, 'video/mp4'],
      [imageJob(), 'image/webp'],
    ] as const) {
      const { asset, costUsd } = await done(each);
      expect(costUsd).to.equal(null);
      if (!('url' in asset)) throw new Error('no address');
      expect(asset.headers).to.equal(undefined);
      const { statusCode, headers, body } = await request(asset.url, {
        headers: { 'user-agent': 'test' },
      });
      expect(statusCode).to.equal(200);
      expect(headers['content-type']).to.equal(type);
      expect((await body.arrayBuffer()).byteLength).to.be.greaterThan(100);
    }
  });

  it('treats a job with URLs on another host as uncertain, so that the key is not sent there', async () => {
    for (const body of [
      {},
      { request_id: 'r', status_url: 'https://queue.fal.run/s' },
      {
        request_id: 'r',
        status_url: 'https://queue.fal.run.example.com/s',
        response_url: 'https://queue.fal.run/r',
        cancel_url: 'https://queue.fal.run/c',
      },
      {
        request_id: 'r',
        status_url: 'http://queue.fal.run/s',
        response_url: 'https://queue.fal.run/r',
        cancel_url: 'https://queue.fal.run/c',
      },
    ]) {
      fake.script({ answer: { status: 200, body } });
      expect(await providerFailureOf(provider.submit(job, context))).to.be.instanceOf(
        SubmitUncertain,
      );
    }
    expect(fake.accepted()).to.equal(4);
  });

  it("accepts URLs on the queue's second host", async () => {
    const part = 'https://queue.falrun.com/fal-ai/veo3.1/requests/r';
    const body = {
      request_id: 'r',
      status_url: `${part}/status`,
      response_url: part,
      cancel_url: `${part}/cancel`,
    };
    fake.script({ answer: { status: 200, body } });
    expect(await provider.submit(job, context)).to.deep.equal(body);
  });

  it("uploads to fal's storage, or through a proxy if configured", () => {
    const bases = [
      'https://queue.fal.run',
      'https://queue.falrun.com',
      'https://proxy.example.com',
    ];
    expect(bases.map(findStorageUrl)).to.deep.equal([
      'https://rest.fal.ai',
      'https://rest.fal.ai',
      'https://proxy.example.com',
    ]);
  });

  it('stops a waiting or running job, and reports that it is too late for a completed or unknown job', async () => {
    const cancel = (ref: UpstreamRef) => provider.cancel(ref, context.signal);
    const waiting = await provider.submit(job, context);
    expect(await cancel(waiting)).to.equal('stopped');
    expect((await providerFailureOf(poll(waiting))).name).to.equal('JobFailed');

    const running = await provider.submit(job, context);
    await poll(running);
    await poll(running);
    expect(await cancel(running)).to.equal('stopped');

    const completed = await provider.submit(job, context);
    for (let polls = 0; polls < 3; polls += 1) await poll(completed);
    expect(await cancel(completed)).to.equal('too_late');

    const id = String(completed['request_id']);
    const unknown = String(completed['cancel_url']).replace(id, 'unknown');
    expect(await cancel({ ...completed, cancel_url: unknown })).to.equal('too_late');
    expect(fake.cancelled()).to.equal(2);
  });

  it('reports a wrong key without quoting it', async () => {
    fake.next('bad_key');
    const { message } = await providerFailureOf(provider.submit(job, context));
    expect(message).to.equal('Cannot access application: bad key.');
  });

  it('cannot find a job whose order got no response', () => {
    expect(provider).to.include({ name: 'fal', mode: 'queued' });
    expect(provider).not.to.have.property('reconcile');
  });
});
