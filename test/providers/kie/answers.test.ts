import { expect } from 'chai';
import { createKieProvider } from '../../../adapters/providers/kie/provider.js';
import {
  JobFailed,
  ProviderFailure,
  SubmitUncertain,
  type FailureKind,
  type JobState,
  type QueuedProvider,
} from '../../../domain/ports/provider.js';
import { KEY, startKieFake, type KieFake } from '@media-platform/stand-ins/providers/kie/fake.js';
import { imageJob, videoJob } from './jobs.js';
import { providerFailureOf } from '../../support/failure.js';
import { CREDITS, wrapReply } from '@media-platform/stand-ins/providers/kie/tasks.js';
import { endFake } from '../../support/end-fake.js';
import { context } from '../jobs.js';

const { signal } = context;

/** Codes in the vendor's documentation, with our kind of failure. */
const CODES: readonly (readonly [number, FailureKind])[] = [
  [401, 'rejected'],
  [402, 'rejected'],
  [404, 'rejected'],
  [422, 'rejected'],
  [429, 'rate_limited'],
  [451, 'unavailable'],
  [455, 'unavailable'],
  [500, 'unavailable'],
  [501, 'unavailable'],
  [505, 'rejected'],
];

describe('the Kie adapter', () => {
  let fake: KieFake;
  let provider: QueuedProvider;

  const providerWith = (more = {}) =>
    createKieProvider({ key: KEY, url: `${fake.url}/`, uploadUrl: fake.url, ...more });

  beforeEach(async () => {
    fake = await startKieFake();
    provider = providerWith();
  });
  afterEach(() => endFake(fake));

  /** Polls to the end. */
  async function states(job = videoJob('bytedance/seedance-2')): Promise<JobState[]> {
    const ref = await provider.submit(job, context);
    const seen: JobState[] = [];
    while (seen.at(-1)?.state !== 'done') seen.push(await provider.poll(ref, signal));
    return seen;
  }

  for (const [code, kind] of CODES) {
    it(`maps code ${code} in HTTP 200 to ${kind}`, async () => {
      fake.answer('order', wrapReply(code, 'In the words of Kie.'));
      const error = await providerFailureOf(provider.submit(imageJob(), context));
      expect(error).not.to.be.instanceOf(SubmitUncertain);
      expect(error).to.include({ kind, status: code, message: 'In the words of Kie.' });
      expect(error.retryAfterMs).to.equal(code === 429 ? 10_000 : null);
    });

    it(`does not fail the job if a poll returns code ${code}`, async () => {
      const ref = await provider.submit(imageJob(), context);
      fake.answer('record', wrapReply(code, 'In the words of Kie.', {}));
      const polled = await provider.poll(ref, signal).catch((error: unknown) => error);
      // A new task may be unknown for a moment, which counts as waiting instead of as a failure.
      if (code === 404) expect(polled).to.deep.equal({ state: 'queued', position: null });
      else expect(polled).to.be.instanceOf(ProviderFailure).and.not.instanceOf(JobFailed);
    });
  }

  it('waits a whole rate window after a 429 from a gateway that does not specify a delay', async () => {
    fake.answer('order', { status: 429, text: '<html>slow down</html>' });
    const error = await providerFailureOf(provider.submit(imageJob(), context));
    expect(error).to.include({ kind: 'rate_limited', retryAfterMs: 10_000 });
  });

  it('cuts messages to 300 characters', async () => {
    fake.answer('order', wrapReply(422, 'w'.repeat(900)));
    expect(
      (await providerFailureOf(provider.submit(imageJob(), context))).message,
    ).to.have.lengthOf(300);
  });

  for (const [what, reply] of [
    ['without a task', wrapReply(200, 'success', {})],
    ['without data', wrapReply(200, 'success')],
    ['with a page', { status: 200, text: '<html>ok</html>' }],
  ] as const) {
    it(`leaves an order uncertain if its response comes ${what}, because a task may run`, async () => {
      fake.answer('order', reply);
      const error = await providerFailureOf(provider.submit(imageJob(), context));
      expect(error).to.be.instanceOf(SubmitUncertain);
    });
  }

  for (const [msg, code] of [
    ['Your prompt was flagged by Website as violating content policies.', 400],
    ['Input contains sensitive information.', 422],
    ['Rejected by the safety filter of the model.', 501],
  ] as const) {
    it(`treats code ${code}, "${msg}" as blocked content`, async () => {
      fake.answer('order', wrapReply(code, msg));
      expect((await providerFailureOf(provider.submit(imageJob(), context))).kind).to.equal(
        'content_blocked',
      );
    });
  }

  it('does not treat words about policies as blocked content if the code is about the account', async () => {
    fake.answer('order', wrapReply(402, 'See our content policy on credits.'));
    expect((await providerFailureOf(provider.submit(imageJob(), context))).kind).to.equal(
      'rejected',
    );
  });

  it('maps waiting and queuing to queued and generating to running, and parses resultJson', async () => {
    const seen = await states();
    expect(seen.slice(0, 3)).to.deep.equal([
      { state: 'queued', position: null },
      { state: 'queued', position: null },
      { state: 'running', progress: 0.4 },
    ]);
    expect(seen.at(-1)).to.deep.include({ state: 'done', costUsd: CREDITS * 0.005 });
  });

  it("uses Veo's separate paths, reports running until successFlag is 1, and does not expect a cost", async () => {
    const seen = await states(videoJob('veo3'));
    expect(seen.map(({ state }) => state)).to.deep.equal(['running', 'running', 'done']);
    expect(seen.at(-1)).to.include({ costUsd: null });
    expect(new Set(fake.requests().slice(1))).to.deep.equal(
      new Set(['POST /api/v1/veo/generate', 'GET /api/v1/veo/record-info']),
    );
  });

  for (const [outcome, kind] of [
    ['job_blocked', 'content_blocked'],
    ['job_fails', 'unavailable'],
  ] as const) {
    it(`fails a Veo job permanently as ${kind} for ${outcome}`, async () => {
      fake.next(outcome);
      const error = await providerFailureOf(states(videoJob('veo3_fast')));
      expect(error).to.be.instanceOf(JobFailed);
      expect(error.kind).to.equal(kind);
    });
  }

  for (const [what, record] of [
    ['no resultJson', { state: 'success' }],
    ['an invalid resultJson', { state: 'success', resultJson: '{' }],
    ['an empty list', { state: 'success', resultJson: '{"resultUrls":[]}' }],
  ] as const) {
    it(`treats a success with ${what} as a failure`, async () => {
      const ref = await provider.submit(imageJob(), context);
      fake.answer('record', wrapReply(200, 'success', record));
      expect(await providerFailureOf(provider.poll(ref, signal))).to.be.instanceOf(JobFailed);
    });
  }

  it('treats an unknown state as running', async () => {
    const ref = await provider.submit(imageJob(), context);
    fake.answer('record', wrapReply(200, 'success', { state: 'upscaling' }));
    expect(await provider.poll(ref, signal)).to.deep.equal({ state: 'running', progress: null });
  });

  it('keeps waiting for a task that is unknown right after its order, and later reports it as failed', async () => {
    fake.next('job_expires');
    const ref = await provider.submit(imageJob(), context);
    expect(await provider.poll(ref, signal)).to.deep.equal({ state: 'queued', position: null });
    const later = { ...ref, orderedAt: Number(ref['orderedAt']) - 120_000 };
    expect(await providerFailureOf(provider.poll(later, signal))).to.be.instanceOf(JobFailed);
  });

  it('does not fail a job because a gateway returned an error page', async () => {
    const ref = await provider.submit(imageJob(), context);
    fake.answer('record', { status: 404, text: '<html>Not Found</html>' });
    const late = { ...ref, orderedAt: 0 };
    expect(await providerFailureOf(provider.poll(late, signal))).not.to.be.instanceOf(JobFailed);
  });

  it('returns a new URL when polled again if the first URL has expired', async () => {
    fake.next('asset_late');
    const ref = await provider.submit(imageJob(), context);
    const addresses: string[] = [];
    while (addresses.length < 2) {
      const polled = await provider.poll(ref, signal);
      if (polled.state === 'done' && 'url' in polled.asset) addresses.push(polled.asset.url);
    }
    const statuses = await Promise.all(addresses.map(async (url) => (await fetch(url)).status));
    expect(statuses).to.deep.equal([404, 200]);
    expect(fake.accepted()).to.equal(1);
  });

  it('does not quote a wrong key in the error', async () => {
    provider = providerWith({ key: 'sk-wrong-and-secret' });
    const error = await providerFailureOf(provider.submit(imageJob(), context));
    expect(error).to.include({ kind: 'rejected', status: 401 });
    expect(JSON.stringify(error) + error.message).not.to.include('sk-wrong');
  });
});
