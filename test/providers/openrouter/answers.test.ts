import { expect } from 'chai';
import { createOpenRouterProvider } from '../../../adapters/providers/openrouter/provider.js';
import {
  JobFailed,
  SubmitUncertain,
  type FailureKind,
  type JobState,
  type QueuedProvider,
  type UpstreamRef,
} from '../../../domain/ports/provider.js';
import type { Reply } from '@media-platform/stand-ins/providers/loopback.js';
import { KEY, type OpenRouterFake } from '@media-platform/stand-ins/providers/openrouter/fake.js';
import { context } from '../jobs.js';
import { SEEDANCE, startRouter, videoJob } from './jobs.js';
import { providerFailureOf } from '../../support/failure.js';
import { COST, buildFault } from '@media-platform/stand-ins/providers/openrouter/replies.js';
import { endFake } from '../../support/end-fake.js';

const job = videoJob(SEEDANCE);
const { signal } = context;

describe('the OpenRouter adapter', () => {
  let provider: QueuedProvider;
  let fake: OpenRouterFake;

  beforeEach(async () => {
    ({ provider, fake } = await startRouter());
  });
  afterEach(() => endFake(fake));

  const pollJob = (ref: UpstreamRef): Promise<JobState> => provider.poll(ref, signal);

  async function asset(): Promise<{ url: string; headers?: Readonly<Record<string, string>> }> {
    const ref = await provider.submit(job, context);
    let state = await pollJob(ref);
    while (state.state !== 'done') state = await pollJob(ref);
    expect(state.asset).to.have.property('url');
    return state.asset as { url: string };
  }

  for (const polling of ['relative', 'absolute'] as const) {
    it(`follows a polling_url that is ${polling}`, async () => {
      fake.style({ polling });
      const ref = await provider.submit(job, context);
      expect(ref['polling_url']).to.equal(`${fake.url}/videos/${ref['id']}`);
      expect(await pollJob(ref)).to.deep.equal({ state: 'queued', position: null });
    });
  }

  for (const polling_url of [
    'https://elsewhere.test/api/v1/videos/job-1',
    '//elsewhere.test/x',
    undefined,
  ]) {
    it(`ignores a polling_url that is ${polling_url ?? 'missing'}, so that the key is not sent elsewhere`, async () => {
      fake.answer('order', { status: 202, json: { id: 'job-1', polling_url, status: 'pending' } });
      const ref = await provider.submit(job, context);
      expect(ref).to.deep.equal({ id: 'job-1', polling_url: `${fake.url}/videos/job-1` });
    });
  }

  it('fetches a signed URL without the key', async () => {
    fake.style({ download: 'signed' });
    const { url, headers } = await asset();
    expect(url).to.include('/signed/');
    expect(headers).to.equal(undefined);
    expect((await fetch(url)).status).to.equal(200);
  });

  for (const download of ['unsigned', 'unnamed'] as const) {
    it(`fetches the content with the key if the response has no signed URL (${download})`, async () => {
      fake.style({ download });
      const { url, headers } = await asset();
      expect(headers).to.deep.equal({ authorization: `Bearer ${KEY}` });
      expect((await fetch(url)).status).to.equal(401);
      const fetched = await fetch(url, { headers: { ...headers } });
      expect(fetched.headers.get('content-type')).to.equal('video/mp4');
      expect((await fetched.arrayBuffer()).byteLength).to.be.greaterThan(1_000);
    });
  }

  it('does not send the API key to an unsigned download URL on another host', async () => {
    const ref = await provider.submit(job, context);
    const unsigned_urls = ['https://storage.example.test/video.mp4'];
    fake.answer('status', { status: 200, json: { status: 'completed', unsigned_urls } });
    const state = await pollJob(ref);
    expect(state).to.deep.equal({
      state: 'done',
      asset: { url: unsigned_urls[0] },
      costUsd: null,
    });
  });

  it('fetches content again that was not ready, without a second order', async () => {
    fake.next('asset_late');
    const { url, headers } = await asset();
    const statuses = [];
    for (let turn = 0; turn < 2; turn += 1) {
      statuses.push((await fetch(url, { headers: { ...headers } })).status);
    }
    expect(statuses).to.deep.equal([409, 200]);
    expect(fake.accepted()).to.equal(1);
  });

  it('reads the cost from usage', async () => {
    const ref = await provider.submit(job, context);
    let state = await pollJob(ref);
    while (state.state !== 'done') state = await pollJob(ref);
    expect(state.costUsd).to.equal(COST);
  });

  const ENDINGS: readonly (readonly [status: string, error: unknown, kind: FailureKind])[] = [
    ['failed', 'Internal error of the model', 'unavailable'],
    [
      'failed',
      'The request failed because the input image may contain real person.',
      'content_blocked',
    ],
    ['failed', 'Input data may contain inappropriate content.', 'content_blocked'],
    ['failed', 'Failure to pass the risk control system', 'content_blocked'],
    [
      'failed',
      'The prompt could not be submitted: it violates our usage guidelines.',
      'content_blocked',
    ],
    ['failed', 'Generated video rejected by content moderation.', 'content_blocked'],
    ['failed', undefined, 'unavailable'],
    ['expired', undefined, 'unavailable'],
    ['cancelled', undefined, 'rejected'],
    // This error format is not documented here, but OpenRouter uses it for all other errors.
    ['failed', { code: 502, message: 'Provider returned error' }, 'unavailable'],
  ];
  for (const [status, error, kind] of ENDINGS) {
    const said =
      typeof error === 'string' ? error : (error as { message: string } | undefined)?.message;
    it(`treats ${status}, "${said ?? 'without a message'}" as a failed job: ${kind}`, async () => {
      const ref = await provider.submit(job, context);
      fake.answer('status', { status: 200, json: { id: ref['id'], status, error } });
      const failure = await providerFailureOf(pollJob(ref));
      expect(failure).to.be.instanceOf(JobFailed);
      expect(failure).to.include({ kind, message: said ?? `The job is ${status}.` });
    });
  }

  it('treats an unknown state as running', async () => {
    const ref = await provider.submit(job, context);
    fake.answer('status', { status: 200, json: { status: 'upscaling' } });
    expect(await pollJob(ref)).to.deep.equal({ state: 'running', progress: null });
  });

  const POLLS: readonly (readonly [what: string, reply: Reply, kind: FailureKind])[] = [
    ['a plain gateway 404', { status: 404, text: '<h1>Not Found</h1>' }, 'rejected'],
    ['a 429', buildFault(429, 'Slow down'), 'rate_limited'],
    [
      'a 200 with an error inside',
      { status: 200, json: { error: { code: 503, message: 'x' } } },
      'unavailable',
    ],
    ['a 200 without a status', { status: 200, json: {} }, 'unavailable'],
    ['a 401', buildFault(401, 'User not found.'), 'rejected'],
  ];
  for (const [what, reply, kind] of POLLS) {
    it(`treats ${what} as a failed poll, and not as a failed job`, async () => {
      const ref = await provider.submit(job, context);
      fake.answer('status', reply);
      const failure = await providerFailureOf(pollJob(ref));
      expect(failure).not.to.be.instanceOf(JobFailed);
      expect(failure.kind).to.equal(kind);
      expect((await pollJob(ref)).state).to.equal('queued');
    });
  }

  it('gets a 400 from the fake for a value that the model does not support', async () => {
    const failure = await providerFailureOf(
      provider.submit(videoJob(SEEDANCE, { seconds: 20 }), context),
    );
    expect(failure).to.include({ kind: 'rejected', status: 400 });
    expect(failure.message).to.include('duration 20 is not supported');
    expect(fake.accepted()).to.equal(0);
  });

  const REFUSALS: readonly (readonly [what: string, reply: Reply, kind: FailureKind])[] = [
    [
      'a 403 with moderation reasons',
      buildFault(403, 'Forbidden', { reasons: ['sexual'] }),
      'content_blocked',
    ],
    [
      "a 400 with the model's refusal",
      buildFault(400, 'Provider returned error', { raw: 'Input is flagged' }),
      'content_blocked',
    ],
    [
      'a 403 from our own guardrail',
      buildFault(403, 'No allowed providers are available'),
      'rejected',
    ],
    [
      'a 402 that mentions a policy',
      buildFault(402, 'See our content policy on credits'),
      'rejected',
    ],
    ['a 413', buildFault(413, 'Payload too large'), 'rejected'],
    [
      'a 200 with an error inside',
      { status: 200, json: { error: { code: 429, message: 'x' } } },
      'rate_limited',
    ],
    ['an error as text', { status: 400, json: { error: 'unexpected field' } }, 'rejected'],
    ['its own 502', buildFault(502, 'Your chosen model is down'), 'unavailable'],
    ['its own 529', buildFault(529, 'Provider overloaded'), 'unavailable'],
  ];
  for (const [what, reply, kind] of REFUSALS) {
    it(`reports a refused order as ${kind} for ${what}`, async () => {
      fake.answer('order', reply);
      const failure = await providerFailureOf(provider.submit(job, context));
      expect(failure).not.to.be.instanceOf(SubmitUncertain);
      expect(failure.kind, failure.message).to.equal(kind);
    });
  }

  for (const [what, reply] of [
    ['a 202 without an id', { status: 202, json: { status: 'pending' } }],
    ['a page', { status: 200, text: '<h1>ok</h1>' }],
    ['a 408', buildFault(408, 'Your request timed out')],
    ['its own 504', buildFault(504, 'Gateway timeout')],
    ['a 524 from the edge network', buildFault(524, 'Request timed out')],
    ['a 200 with a timeout inside', { status: 200, json: { error: { code: 504, message: 'x' } } }],
  ] as const) {
    it(`leaves the order uncertain for ${what}, because a job may run`, async () => {
      fake.answer('order', reply);
      expect(await providerFailureOf(provider.submit(job, context))).to.be.instanceOf(
        SubmitUncertain,
      );
    });
  }

  it('cuts messages to 300 characters, and omits the key and text quoted in the metadata', async () => {
    provider = createOpenRouterProvider({ key: KEY, url: `${fake.url}/` });
    const metadata = { flagged_input: job.fullPrompt, reasons: ['violence'] };
    fake.answer('order', buildFault(403, 'y'.repeat(900), metadata));
    const { message } = await providerFailureOf(provider.submit(job, context));
    expect(message).to.equal('y'.repeat(300));
  });
});
