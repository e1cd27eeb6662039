import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect } from 'chai';
import { alive } from '../../activities/heartbeat.js';
import { translate } from '../../activities/failures.js';
import { ProviderFailure, type FailureKind } from '../../domain/ports/provider.js';
import { UndecodableImage } from '../../adapters/media/deliverable.js';
import { StorageUnavailable } from '../../domain/ports/object-store.js';
import { QUIET } from '../support/workers.js';

const TYPES: Record<FailureKind, string> = {
  content_blocked: 'ContentPolicy',
  rate_limited: 'ProviderRateLimited',
  timeout: 'ProviderTimeout',
  unavailable: 'ProviderUnavailable',
  rejected: 'ProviderRejected',
  uncertain: 'ProviderUncertain',
  undeliverable: 'ProviderUndeliverable',
};

function translated(error: unknown): ApplicationFailure {
  const failure = translate(error);
  if (failure instanceof ApplicationFailure) return failure;
  throw new Error('expected an ApplicationFailure');
}

describe('translate', () => {
  for (const [kind, type] of Object.entries(TYPES)) {
    it(`${kind} reaches the workflow as ${type} with status and hint, and Temporal repeats nothing`, () => {
      const failure = translated(new ProviderFailure(kind as FailureKind, 'no', 418, 1_500));
      expect(failure.type).to.equal(type);
      expect(failure.nonRetryable).to.equal(true);
      expect(failure.message).to.equal('no');
      expect(failure.details).to.deep.equal([{ status: 418, retryAfterMs: 1_500 }]);
    });
  }

  it('an upstream that says too much is cut, as a history is for good', () => {
    expect(translated(new ProviderFailure('rejected', 'x'.repeat(9_000))).message).to.have.length(
      500,
    );
  });

  it('a store that is away is told as such, without what it is or where', () => {
    const failure = translated(new StorageUnavailable('put http://10.0.0.1/secret'));
    expect(failure).to.include({ type: 'StorageUnavailable', nonRetryable: true });
    expect(failure.message).not.to.include('10.0.0.1');
  });

  it('what is not an image is the fault of its provider', () => {
    const failure = translated(new UndecodableImage());
    expect(failure).to.include({ type: 'ProviderRejected', nonRetryable: true });
  });

  it('anything else stays what it is, and is repeated by Temporal', () => {
    for (const error of [new Error('connect ECONNREFUSED'), new CancelledFailure('stop'), 'odd']) {
      expect(translate(error)).to.equal(error);
    }
  });
});

describe('a step that is alive', () => {
  const endless = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    );

  it('ends with ProviderTimeout at its deadline: the workflow decides, not a blind repeat', async () => {
    const env = new MockActivityEnvironment({}, { logger: QUIET });
    const failure = await failureOf(env.run(() => alive(20, endless)));
    expect(failure).to.be.instanceOf(ApplicationFailure);
    expect(failure).to.include({ type: 'ProviderTimeout', nonRetryable: true });
  });

  it('ends as cancelled when it is cancelled, which is no failure of an upstream', async () => {
    const env = new MockActivityEnvironment({}, { logger: QUIET });
    const running = failureOf(env.run(() => alive(60_000, endless)));
    env.cancel();
    const failure = await running;
    expect(failure).not.to.be.instanceOf(ApplicationFailure);
  });
});
