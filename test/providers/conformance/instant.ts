import { expect } from 'chai';
import {
  SubmitUncertain,
  type FailureKind,
  type InstantProvider,
} from '../../../domain/ports/provider.js';
import type { SpeechJob } from '../../../domain/ports/provider-job.js';
import type {
  SpeechFake,
  SpeechReply,
} from '@media-platform/stand-ins/providers/openai/speech-fake.js';
import { endFake } from '../../support/end-fake.js';
import { providerFailureOf } from '../../support/failure.js';
import { context } from '../jobs.js';
import { SILENT_MS } from './subject.js';

/** An adapter whose vendor answers an order with the result. */
export interface InstantSubject {
  readonly name: string;
  /** Starts a fake vendor and an adapter that uses it; `deadlineMs` limits a submit. */
  start(deadlineMs?: number): Promise<{ provider: InstantProvider; fake: SpeechFake }>;
  /** Jobs for every format. */
  readonly jobs: readonly SpeechJob[];
  /** An error in the vendor's shape. */
  readonly fault: object;
}

/** Registers the tests that every adapter of an instant provider must pass. */
export function instantConformance(subject: InstantSubject): void {
  describe(`${subject.name}: conformance`, () => {
    let provider: InstantProvider;
    let fake: SpeechFake;
    const [job] = subject.jobs as [SpeechJob];
    beforeEach(async () => {
      ({ provider, fake } = await subject.start());
    });
    afterEach(() => endFake(fake));

    const body = JSON.stringify(subject.fault);
    const failureOf = () => providerFailureOf(provider.submit(job, context));

    for (const each of subject.jobs) {
      it(`speaks ${each.format} with one request`, async () => {
        const { bytes, contentType } = await provider.submit(each, context);
        expect(contentType).to.equal(each.format === 'wav' ? 'audio/wav' : 'audio/mpeg');
        expect(bytes.length).to.be.greaterThan(1_000);
        expect(fake.accepted()).to.have.length(1);
      });
    }

    const refused: readonly [number, FailureKind][] = [
      [429, 'rate_limited'],
      [400, 'rejected'],
      [401, 'rejected'],
      [500, 'unavailable'],
    ];
    for (const [status, kind] of refused) {
      it(`reports ${status} as ${kind}, so that the order may be repeated`, async () => {
        fake.next({ status, body });
        const failure = await failureOf();
        expect(failure).not.to.be.instanceOf(SubmitUncertain);
        expect(failure).to.include({ kind, status });
      });
    }

    const lost: readonly [string, SpeechReply][] = [
      ['a broken connection', 'reset'],
      ['a cut result', 'cut'],
      ['the page of a gateway', { status: 502, body: '<h1>Bad gateway</h1>' }],
    ];
    for (const [what, reply] of lost) {
      it(`leaves the order uncertain after ${what}`, async () => {
        fake.next(reply);
        expect(await failureOf()).to.be.instanceOf(SubmitUncertain);
      });
    }

    it('leaves the order uncertain without a response', async () => {
      await fake.stop();
      ({ provider, fake } = await subject.start(SILENT_MS));
      fake.next('silent');
      expect(await failureOf()).to.be.instanceOf(SubmitUncertain);
    });

    it('reports a refused connection as unavailable instead of uncertain', async () => {
      await fake.stop();
      const failure = await failureOf();
      expect(failure).not.to.be.instanceOf(SubmitUncertain);
      expect(failure.kind).to.equal('unavailable');
    });

    it('rejects a result without sound, which may be charged', async () => {
      fake.next({ status: 200, body: 'OggS' });
      expect((await failureOf()).kind).to.equal('rejected');
    });

    it('rejects a voice that the vendor does not know, and other jobs than speech', async () => {
      const voice = { ...job.voice, upstream: {} };
      const lips = { ...job, kind: 'lip_sync' } as never;
      for (const each of [{ ...job, voice }, lips]) {
        const failure = await providerFailureOf(provider.submit(each, context));
        expect(failure.kind).to.equal('rejected');
      }
      expect(fake.accepted()).to.have.length(0);
    });

    it('announces the order once before sending it, and sends nothing that is forbidden', async () => {
      const late = new Error('somebody else has sent it');
      const startOrder = () => Promise.reject(late);
      const error: unknown = await provider
        .submit(job, { ...context, startOrder })
        .catch((thrown: unknown) => thrown);
      expect([error, fake.accepted().length]).to.deep.equal([late, 0]);
    });

    it('sends nothing when aborted', async () => {
      const signal = AbortSignal.abort(new Error('enough'));
      const error: unknown = await provider
        .submit(job, { ...context, signal })
        .catch((thrown: unknown) => thrown);
      expect([error, fake.accepted().length]).to.deep.equal([signal.reason, 0]);
    });
  });
}
