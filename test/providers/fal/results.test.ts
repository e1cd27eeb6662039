import { expect } from 'chai';
import {
  JobFailed,
  type FailureKind,
  type JobState,
  type QueuedProvider,
  type UpstreamRef,
} from '../../../domain/ports/provider.js';
import type { FalFake } from '@media-platform/stand-ins/providers/fal/fake.js';
import { context } from '../jobs.js';
import { SEEDANCE, startFal, videoJob } from './jobs.js';
import { providerFailureOf } from '../../support/failure.js';
import {
  buildGatewayPage,
  buildModelError,
  buildQueueError,
  type Reply,
  type Script,
} from '@media-platform/stand-ins/providers/fal/scripts.js';
import { endFake } from '../../support/end-fake.js';

const job = videoJob(SEEDANCE);

interface Case {
  readonly what: string;
  readonly script: Script;
  readonly kind: FailureKind;
  readonly words?: string;
}

const reply = (status: number, body: unknown, headers = {}): Reply => ({ status, body, headers });

/** Every way in which fal reports that a COMPLETED job has failed. */
const FAILED: readonly Case[] = [
  {
    what: 'a content policy 422',
    script: { result: buildModelError(422, 'content_policy_violation', 'Flagged by a checker.') },
    kind: 'content_blocked',
    words: 'Flagged by a checker.',
  },
  {
    what: 'a content policy 422 with another error',
    script: {
      result: reply(422, {
        detail: [
          { loc: ['body', 'seed'], msg: 'Odd seed.', type: 'value_error' },
          { loc: ['body', 'prompt'], msg: 'Flagged.', type: 'content_policy_violation' },
        ],
      }),
    },
    kind: 'content_blocked',
    words: 'Odd seed. Flagged.',
  },
  {
    what: 'a policy block with only text',
    script: { result: reply(422, { detail: 'The prompt was flagged as unsafe.' }) },
    kind: 'content_blocked',
  },
  {
    what: 'a 422 about a picture',
    script: { result: buildModelError(422, 'image_too_small', 'Image is too small.') },
    kind: 'rejected',
    words: 'Image is too small.',
  },
  {
    what: 'a 422 with only text',
    script: { result: reply(422, { detail: 'Unsupported ratio.' }) },
    kind: 'rejected',
    words: 'Unsupported ratio.',
  },
  {
    what: 'a 422 because fal lost a file in its storage',
    script: { result: buildModelError(422, 'file_download_error', 'Failed to download the file.') },
    kind: 'unavailable',
  },
  {
    what: 'a 504 from the model',
    script: { result: buildModelError(504, 'generation_timeout', 'Generation timed out.') },
    kind: 'timeout',
  },
  {
    what: 'a 500 from the model',
    script: { result: buildModelError(500, 'internal_server_error', 'Internal server error.') },
    kind: 'unavailable',
  },
  {
    what: 'a 503 from a runner',
    script: { result: buildQueueError(503, 'runner_scheduling_failure', 'No runner.') },
    kind: 'unavailable',
    words: 'No runner.',
  },
  {
    what: 'an X-Fal-Error-Type without a matching body',
    script: { result: reply(500, { detail: 'Oops.' }, { 'x-fal-error-type': 'startup_timeout' }) },
    kind: 'timeout',
    words: 'Oops.',
  },
  {
    what: 'our start deadline',
    script: {
      result: reply(504, { detail: 'Not started.' }, { 'x-fal-request-timeout-type': 'user' }),
    },
    kind: 'timeout',
  },
  {
    what: 'a start deadline without a body',
    script: { result: reply(504, '', { 'x-fal-request-timeout-type': 'user' }) },
    kind: 'timeout',
  },
  {
    what: 'an error in the status and an empty result',
    script: {
      completed: { error: 'Runner disconnected.', error_type: 'runner_disconnected' },
      result: buildGatewayPage(502),
    },
    kind: 'unavailable',
    words: 'Runner disconnected.',
  },
  {
    what: 'a policy block in the status and a missing result',
    script: {
      completed: { error: 'Flagged.', error_type: 'content_policy_violation' },
      result: reply(404, { detail: 'Not found.' }),
    },
    kind: 'content_blocked',
    words: 'Flagged.',
  },
  {
    what: 'a result without a file',
    script: { result: reply(200, { video: null }) },
    kind: 'unavailable',
  },
  {
    what: 'a missing result',
    script: { result: reply(404, { detail: 'Request not found.' }) },
    kind: 'unavailable',
  },
];

describe("the fal adapter's poll", () => {
  let provider: QueuedProvider;
  let fake: FalFake;

  beforeEach(async () => {
    ({ provider, fake } = await startFal());
  });
  afterEach(() => endFake(fake));

  /** Submits a job that fal reports as COMPLETED at the next poll. */
  async function finished(script: Script): Promise<UpstreamRef> {
    fake.script(script);
    const ref = await provider.submit(job, context);
    expect((await pollResult(ref)).state).to.equal('queued');
    expect((await pollResult(ref)).state).to.equal('running');
    return ref;
  }

  const pollResult = (ref: UpstreamRef): Promise<JobState> => provider.poll(ref, context.signal);

  for (const { what, script, kind, words } of FAILED) {
    it(`treats COMPLETED with ${what} as a failed job: ${kind}`, async () => {
      const ref = await finished(script);
      const failure = await providerFailureOf(pollResult(ref));
      expect(failure).to.be.instanceOf(JobFailed);
      expect(failure.kind, failure.message).to.equal(kind);
      expect(failure.message).not.to.equal('');
      if (words !== undefined) expect(failure.message).to.equal(words);
    });
  }

  const POLLS: readonly Case[] = [
    { what: 'a plain 502', script: { results: [buildGatewayPage(502)] }, kind: 'unavailable' },
    {
      what: 'a 500 without a type',
      script: { results: [reply(500, { detail: 'Internal Server Error' })] },
      kind: 'unavailable',
    },
    {
      what: 'a 429',
      script: { results: [reply(429, { detail: 'Slow down.' }, { 'retry-after': '3' })] },
      kind: 'rate_limited',
    },
    {
      what: 'a 401',
      script: { results: [reply(401, { detail: 'Bad key.' })] },
      kind: 'rejected',
    },
  ];
  for (const { what, script, kind } of POLLS) {
    it(`treats ${what} for the result as temporary, so that the next poll finds the file`, async () => {
      const ref = await finished(script);
      const failure = await providerFailureOf(pollResult(ref));
      expect(failure).not.to.be.instanceOf(JobFailed);
      expect(failure.kind).to.equal(kind);
      expect((await pollResult(ref)).state).to.equal('done');
    });
  }

  it('reports how long to wait after a 429', async () => {
    const ref = await finished({ results: [reply(429, { detail: 'x' }, { 'retry-after': '3' })] });
    expect(await providerFailureOf(pollResult(ref))).to.include({
      retryAfterMs: 3_000,
      status: 429,
    });
  });

  it('treats an unknown status as temporary', async () => {
    fake.script({ polls: [reply(200, { status: 'PONDERING' })] });
    const ref = await provider.submit(job, context);
    expect(await providerFailureOf(pollResult(ref))).not.to.be.instanceOf(JobFailed);
    expect((await pollResult(ref)).state).to.equal('queued');
  });

  it('accepts a file even if the status contains an error', async () => {
    const ref = await finished({ completed: { error: 'A retry was needed.' } });
    expect((await pollResult(ref)).state).to.equal('done');
  });

  it("shortens fal's messages, and omits the prompt and the key", async () => {
    const body = { detail: [{ msg: 'y'.repeat(900), type: 'value_error', input: job.fullPrompt }] };
    const ref = await finished({ result: reply(422, body) });
    const { message } = await providerFailureOf(pollResult(ref));
    expect(message).to.equal('y'.repeat(300));
  });
});
