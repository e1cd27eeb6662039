import { EventEmitter, once } from 'node:events';
import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect } from 'chai';
import { keepAlive, SLACK_MS, type StepContext } from '../../activities/keep-alive.js';
import { translate, WORDS } from '../../activities/failures.js';
import { ProviderFailure, type FailureKind } from '../../domain/ports/provider.js';
import { UndecodableImage } from '../../adapters/media/deliverable.js';
import { StorageUnavailable } from '../../domain/ports/object-store.js';
import { QUIET } from '../support/workers.js';
import { failureOf } from '../support/failure.js';

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
    it(`maps ${kind} to a non-retryable ${type} with status and hint`, () => {
      const failure = translated(new ProviderFailure(kind as FailureKind, 'no', 418, 1_500));
      expect(failure.type).to.equal(type);
      expect(failure.nonRetryable).to.equal(true);
      expect(failure.message).to.equal(WORDS[kind as FailureKind]);
      expect(failure.details).to.deep.equal([{ status: 418, retryAfterMs: 1_500 }]);
    });
  }

  it('keeps upstream texts out of the permanent workflow history', () => {
    const failure = translated(new ProviderFailure('rejected', 'your prompt was: a fox'));
    const { message, stack, details, cause } = failure;
    expect(JSON.stringify({ message, stack, details, cause })).not.to.include('a fox');
  });

  it('reports an unavailable store without revealing its name or address', () => {
    const failure = translated(new StorageUnavailable('put http://10.0.0.1/secret'));
    expect(failure).to.include({ type: 'StorageUnavailable', nonRetryable: true });
    expect(failure.message).not.to.include('10.0.0.1');
  });

  it('blames the provider when its bytes are not an image', () => {
    const failure = translated(new UndecodableImage());
    expect(failure).to.include({ type: 'ProviderRejected', nonRetryable: true });
  });

  it('leaves any other error unchanged, so that Temporal retries it', () => {
    for (const error of [new Error('connect ECONNREFUSED'), new CancelledFailure('stop'), 'odd']) {
      expect(translate(error)).to.equal(error);
    }
  });
});

describe('keepAlive', () => {
  const endless = ({ signal }: StepContext) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  /** Rejects with an AbortError, like every wait of Node.js, and not with the abort reason. */
  const waiting = ({ signal }: StepContext) => once(new EventEmitter(), 'never', { signal });
  const called = (timeouts: { startToCloseTimeoutMs: number; heartbeatTimeoutMs?: number }) =>
    new MockActivityEnvironment(timeouts, { logger: QUIET });

  it('throws ProviderTimeout before Temporal times out the activity, so that the workflow can react', async () => {
    const env = called({ startToCloseTimeoutMs: SLACK_MS + 20 });
    const failure = await failureOf(env.run(() => keepAlive(endless)));
    expect(failure).to.be.instanceOf(ApplicationFailure);
    expect(failure).to.include({ type: 'ProviderTimeout', nonRetryable: true });
  });

  it('throws ProviderTimeout when time runs out during a wait that rejects with an AbortError', async () => {
    const env = called({ startToCloseTimeoutMs: SLACK_MS + 20 });
    const failure = await failureOf(env.run(() => keepAlive(waiting)));
    expect(failure).to.include({ type: 'ProviderTimeout', nonRetryable: true });
  });

  it("throws the SDK's CancelledFailure when cancelled during a wait", async () => {
    const env = called({ startToCloseTimeoutMs: 60_000 });
    const running = failureOf(env.run(() => keepAlive(waiting)));
    env.cancel();
    expect(await running).to.be.instanceOf(CancelledFailure);
  });

  it('reports a cancellation as cancelled, not as an upstream failure', async () => {
    const env = called({ startToCloseTimeoutMs: 60_000 });
    const running = failureOf(env.run(() => keepAlive(endless)));
    env.cancel();
    const failure = await running;
    expect(failure).not.to.be.instanceOf(ApplicationFailure);
  });

  it('does not start a call that has no time left or no timeout', async () => {
    for (const startToCloseTimeoutMs of [SLACK_MS, 0, NaN]) {
      const begun = called({ startToCloseTimeoutMs }).run(() => keepAlive(endless));
      expect(await failureOf(begun)).to.be.instanceOf(RangeError);
    }
  });

  it('sends the progress with each heartbeat if the call expects heartbeats', async () => {
    const env = called({ startToCloseTimeoutMs: 60_000, heartbeatTimeoutMs: 50 });
    const beat = new Promise((resolve) => env.once('heartbeat', resolve));
    await env.run(() =>
      keepAlive(async ({ reportState }) => {
        reportState({ progress: 0.5 });
        await beat;
      }),
    );
    expect(await beat).to.deep.equal({ progress: 0.5 });
  });

  it('does not send heartbeats if the call does not expect them', async () => {
    let beats = 0;
    const env = called({ startToCloseTimeoutMs: SLACK_MS + 20 });
    env.on('heartbeat', () => (beats += 1));
    await failureOf(env.run(() => keepAlive(endless)));
    expect(beats).to.equal(0);
  });
});
