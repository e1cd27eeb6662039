import { ApplicationFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect } from 'chai';
import { SLACK_MS } from '../../activities/keep-alive.js';
import { failureOf } from '../support/failure.js';
import { queuedFake } from '../support/queued-fake.js';
import { QUIET } from '../support/workers.js';
import { activityBench } from './bench.js';

/** Time limit of the step, long enough to place an order on a busy machine. */
const STEP_MS = 3_000;

describe('the time limit of a step that polls a provider order', () => {
  const bench = activityBench();

  it('ends the wait with a timeout that the workflow sees, and cancels the order', async () => {
    const fal = queuedFake('fal');
    const patient = { ...fal, pollEveryMs: { image: 60_000, video: 60_000 } };
    fal.plan('held');
    const { id: generationId } = await bench.accept(await bench.customer());
    const media = bench.media({ providers: new Map([['fal', patient]]) });
    const env = new MockActivityEnvironment(
      { startToCloseTimeoutMs: SLACK_MS + STEP_MS },
      { logger: QUIET },
    );
    const route = { provider: 'fal', upstreamModel: 'any' };
    const failure = await failureOf(
      env.run(() => media.generateImage({ generationId, route, attempt: 1 })),
    );
    expect(failure).to.be.instanceOf(ApplicationFailure);
    expect(failure).to.include({ type: 'ProviderTimeout', nonRetryable: true });
    expect([fal.taken.length, fal.cancelled]).to.deep.equal([1, ['fal-1']]);
    const rows: unknown = await bench.deps.db.query(
      'SELECT cancel_outcome FROM upstream_order WHERE generation_id = $1',
      [generationId],
    );
    expect(rows).to.deep.equal([{ cancel_outcome: 'stopped' }]);
  });
});
