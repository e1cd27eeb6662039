import { expect } from 'chai';
import {
  JobFailed,
  SubmitUncertain,
  type FailureKind,
  type JobState,
  type QueuedProvider,
  type UpstreamRef,
} from '../../../domain/ports/provider.js';
import type { ProviderJob } from '../../../domain/ports/provider-job.js';
import { endFake } from '../../support/end-fake.js';
import { providerFailureOf } from '../../support/failure.js';
import type { Outcome, UpstreamFake } from '@media-platform/stand-ins/providers/upstream-fake.js';
import { SILENT_MS, type Subject } from './subject.js';

const POLLS_MAX = 20;
const { signal } = new AbortController();
const context = { signal, onProgress: () => undefined, startOrder: async () => signal };

/** Expected kind of failure after a submit with this outcome. */
const REFUSED: readonly { outcome: Outcome; kind: FailureKind }[] = [
  { outcome: 'rate_limited', kind: 'rate_limited' },
  { outcome: 'bad_request', kind: 'rejected' },
  { outcome: 'no_funds', kind: 'rejected' },
  { outcome: 'bad_key', kind: 'rejected' },
  { outcome: 'server_error', kind: 'unavailable' },
];

/**
 * Outcomes after which the vendor has, or may have, the job. The adapter must not repeat the order.
 */
const UNCERTAIN: readonly Outcome[] = [
  'gateway_error',
  'accepted_then_reset',
  'accepted_then_silent',
];

/** Registers the tests that every adapter with a queue must pass. */
export function conformance(subject: Subject): void {
  describe(`${subject.name}: conformance`, () => {
    let provider: QueuedProvider;
    let fake: UpstreamFake;
    const [job] = subject.jobs as [ProviderJob];

    beforeEach(async () => {
      ({ provider, fake } = await subject.start());
    });
    afterEach(() => endFake(fake));

    const can = (outcome: Outcome) => subject.without?.[outcome] === undefined;

    for (const [at, each] of subject.jobs.entries()) {
      const { kind, upstreamModel } = each;
      it(`submits ${kind} ${upstreamModel} (job ${at + 1}) once, runs it, and returns an asset`, async () => {
        const ref = await provider.submit(each, context);
        const states = await follow(provider, ref);
        expect(states.at(-1)?.state).to.equal('done');
        expect(states.map(({ state }) => state)).to.include('running');
        expect(fake.accepted()).to.equal(1);
      });
    }

    it('continues in another process, because a job reference can be stored as JSON', async () => {
      const ref = await provider.submit(job, context);
      const copy = JSON.parse(JSON.stringify(ref)) as UpstreamRef;
      expect((await follow(provider, copy)).at(-1)?.state).to.equal('done');
      expect(fake.accepted()).to.equal(1);
    });

    for (const { outcome, kind } of REFUSED.filter((row) => can(row.outcome))) {
      it(`reports ${outcome} as ${kind}, without an accepted order`, async () => {
        fake.next(outcome);
        const error = await providerFailureOf(provider.submit(job, context));
        expect(error).not.to.be.instanceOf(SubmitUncertain);
        expect(error.kind, error.message).to.equal(kind);
        expect(error.message).not.to.equal('');
        expect(fake.accepted()).to.equal(0);
      });
    }

    for (const outcome of UNCERTAIN.filter(can)) {
      it(`leaves the submit uncertain after ${outcome}, and sends it only once`, async () => {
        if (outcome === 'accepted_then_silent') {
          await fake.stop();
          ({ provider, fake } = await subject.start(SILENT_MS));
        }
        fake.next(outcome);
        const error = await providerFailureOf(provider.submit(job, context));
        expect(error).to.be.instanceOf(SubmitUncertain);
        expect(fake.accepted()).to.equal(1);
        if (!provider.reconcile) return;
        const ref = await provider.reconcile(job, context.signal);
        expect(ref, 'the job is found again').not.to.equal(null);
        expect((await follow(provider, ref ?? {})).at(-1)?.state).to.equal('done');
        expect(fake.accepted()).to.equal(1);
      });
    }

    it('reports a refused connection as unavailable instead of uncertain, because nothing was sent', async () => {
      await fake.stop();
      const error = await providerFailureOf(provider.submit(job, context));
      expect(error).not.to.be.instanceOf(SubmitUncertain);
      expect(error.kind).to.equal('unavailable');
    });

    for (const outcome of (['policy_block', 'job_blocked'] as const).filter(can)) {
      it(`reports ${outcome} as content_blocked`, async () => {
        fake.next(outcome);
        expect((await providerFailureOf(through(provider, job))).kind).to.equal('content_blocked');
      });
    }

    if (can('job_fails')) {
      it("reports a failed job with the vendor's message, also when it is polled again", async () => {
        fake.next('job_fails');
        const error = await providerFailureOf(through(provider, job));
        expect(error).to.be.instanceOf(JobFailed);
        expect(error.kind).to.be.oneOf(['unavailable', 'rejected']);
        expect(error.message.length).to.be.greaterThan(5);
      });
    }

    if (can('job_expires')) {
      it('reports a job that the vendor has forgotten as failed', async () => {
        fake.next('job_expires');
        expect(await providerFailureOf(through(provider, job))).to.be.instanceOf(JobFailed);
      });
    }

    if (can('poll_hiccups')) {
      it('does not report a failed poll as a failed job', async () => {
        fake.next('poll_hiccups');
        const ref = await provider.submit(job, context);
        const error = await providerFailureOf(provider.poll(ref, context.signal));
        expect(error).not.to.be.instanceOf(JobFailed);
        await providerFailureOf(provider.poll(ref, context.signal));
        expect((await follow(provider, ref)).at(-1)?.state).to.equal('done');
      });
    }

    it(`cancels a queued job: ${subject.cancel}`, async () => {
      fake.next('job_stuck');
      const ref = await provider.submit(job, context);
      expect(await provider.cancel(ref, context.signal)).to.equal(subject.cancel);
      expect(fake.cancelled()).to.equal(subject.cancel === 'stopped' ? 1 : 0);
    });

    it('announces the order once before sending it, after which it cannot be aborted', async () => {
      const abort = new AbortController();
      const announced: number[] = [];
      const startOrder = async () => {
        announced.push(fake.accepted());
        abort.abort(new Error('the worker stops'));
        return signal;
      };
      await provider.submit(job, { ...context, signal: abort.signal, startOrder });
      expect([announced, fake.accepted()]).to.deep.equal([[0], 1]);
    });

    it('does not send an order that became forbidden in the meantime', async () => {
      const late = new Error('somebody else has sent it');
      const startOrder = () => Promise.reject(late);
      const error: unknown = await provider
        .submit(job, { ...context, startOrder })
        .catch((thrown: unknown) => thrown);
      expect([error, fake.accepted()]).to.deep.equal([late, 0]);
    });

    it('ends a submit immediately when aborted', async () => {
      const abort = new AbortController();
      abort.abort(new Error('enough'));
      const error = await provider.submit(job, { ...context, signal: abort.signal }).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).not.to.equal(null);
      expect(fake.accepted()).to.equal(0);
    });
  });
}

/** Polls until the job is done. Fakes advance by one step per poll, so nothing waits. */
async function follow(provider: QueuedProvider, ref: UpstreamRef): Promise<JobState[]> {
  const states: JobState[] = [];
  while (states.length < POLLS_MAX && states.at(-1)?.state !== 'done') {
    states.push(await provider.poll(ref, context.signal));
  }
  return states;
}

async function through(provider: QueuedProvider, job: ProviderJob): Promise<JobState[]> {
  return follow(provider, await provider.submit(job, context));
}
