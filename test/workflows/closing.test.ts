import { ApplicationFailure } from '@temporalio/common';
import { expect } from 'chai';
import { createStateActivities } from '../../activities/generations.js';
import { keepAlive } from '../../activities/keep-alive.js';
import { LOST_WORKERS_MAX, refuseToLoseMore } from '../../activities/lost-workers.js';
import { fakeProvider } from '../support/provider-fake.js';
import { clearText, closingOf, eventsOf, typesOf } from '../support/recorder.js';
import { replayRig } from '../support/replay-rig.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';
import { runWorker } from '../support/workers.js';
import { accounting, ended, order, paid, PRICE, reached, refunded } from './pipeline.js';

/** Status in the Temporal UI of a generation that did not complete. */
describe('a generation that does not complete', () => {
  const rig = replayRig();
  const provider = fakeProvider();
  const mediaDeps = { providers: new Map([[provider.name, provider]]) };
  const api = usePlatform({ change: rig.watch });
  const start = workersOfEachTest(api);
  afterEach(() => provider.release());

  const handleOf = (id: string) => api.deps.temporal.client.workflow.getHandle(id);
  const history = (id: string) => eventsOf(api.deps.temporal.client, id);

  async function attributesOf(id: string): Promise<Record<string, unknown>> {
    const { typedSearchAttributes } = await handleOf(id).describe();
    const pairs = typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]);
    return Object.fromEntries(pairs);
  }

  async function detailsOf(id: string): Promise<string> {
    const metadata = await handleOf(id).query<{ currentDetails: string }>(
      '__temporal_workflow_metadata',
    );
    return metadata.currentDetails;
  }

  it('is Failed in Temporal with the public code and message, once the refund is committed', async () => {
    await start();
    const wanted = await order(api, 'a fox simulate:provider_error');
    expect(await closingOf(api.deps, wanted.id)).to.equal('FAILED PROVIDER_ERROR');
    expect(await accounting(api.deps, wanted)).to.deep.equal(refunded(wanted.id, 'failed'));
    const body = await ended(api, wanted);
    const events = await history(wanted.id);
    const closing = events.at(-1)?.['workflowExecutionFailedEventAttributes'];
    const { failure } = closing as { failure: Record<string, unknown> };
    expect(failure['message']).to.equal(body.error?.message);
    expect(failure['applicationFailureInfo']).to.deep.include({
      type: body.error?.code,
      nonRetryable: true,
      category: 'APPLICATION_ERROR_CATEGORY_BENIGN',
    });
    expect(await attributesOf(wanted.id)).to.include({
      Outcome: 'failed',
      ErrorCode: 'PROVIDER_ERROR',
      RefundedCredits: PRICE,
    });
  });

  it('records the attempts, the reason and the refund in summaries and details', async () => {
    await start();
    const wanted = await order(api, 'a fox simulate:provider_error');
    await closingOf(api.deps, wanted.id);
    const text = clearText(await history(wanted.id));
    expect(text).to.include('image_generation: retry 1 after unavailable 503, in 1 s');
    expect(text).to.include('image_generation: retry 2 after unavailable 503, in 3 s');
    expect(text).to.include(`refund ${PRICE} credits: PROVIDER_ERROR`);
    expect((await detailsOf(wanted.id)).split('\n').slice(-2)).to.deep.equal([
      '- image_generation: stopped (unavailable 503)',
      '**failed**',
    ]);
  });

  it("is Canceled in Temporal after an operator's cancel, and its row is failed and refunded", async () => {
    await start({ mediaDeps });
    provider.hold();
    const wanted = await order(api, 'a fox');
    await reached(api.deps, wanted.id, 'processing');
    expect(await attributesOf(wanted.id)).not.to.have.property('Outcome');
    await handleOf(wanted.id).cancel();
    expect(await closingOf(api.deps, wanted.id)).to.equal('CANCELED');
    expect(await attributesOf(wanted.id)).to.include({
      Outcome: 'failed',
      ErrorCode: 'UNKNOWN',
      RefundedCredits: PRICE,
    });
    expect(await accounting(api.deps, wanted)).to.deep.equal(refunded(wanted.id, 'failed'));
  });

  it('is Completed as cancelled after a cancel by its client, with a refund', async () => {
    await start({ media: false });
    const wanted = await order(api, 'a fox');
    const answer = await wanted.client.call('POST', `/v1/generations/${wanted.id}/cancel`);
    expect(answer.status, answer.text).to.equal(200);
    expect(await closingOf(api.deps, wanted.id)).to.equal('COMPLETED cancelled');
    expect(await api.deps.runs.readStates([wanted.id])).to.deep.equal(['cancelled']);
    expect(await attributesOf(wanted.id)).to.include({
      Outcome: 'cancelled',
      ErrorCode: 'CANCELLED',
      RefundedCredits: PRICE,
    });
    expect(await accounting(api.deps, wanted)).to.deep.equal(refunded(wanted.id, 'cancelled'));
  });

  it('is Failed with a refund after a failure of unknown type', async () => {
    const failure = ApplicationFailure.create({ nonRetryable: true });
    await start({
      wrapMedia: (real) => ({ ...real, generateImage: () => Promise.reject(failure) }),
    });
    const wanted = await order(api, 'a fox');
    expect(await closingOf(api.deps, wanted.id)).to.equal('FAILED UNKNOWN');
    expect(await accounting(api.deps, wanted)).to.deep.equal(refunded(wanted.id, 'failed'));
  });

  it('is Failed with a refund if its step has crashed the maximum number of workers', async () => {
    const stopper = async (): Promise<null> => {
      refuseToLoseMore({ lost: LOST_WORKERS_MAX });
      return null;
    };
    await start({ wrapMedia: (real) => ({ ...real, generateImage: () => keepAlive(stopper) }) });
    const wanted = await order(api, 'a fox');
    expect(await closingOf(api.deps, wanted.id)).to.equal('FAILED UNKNOWN');
    expect(await accounting(api.deps, wanted)).to.deep.equal(refunded(wanted.id, 'failed'));
  });

  it('completes with the outcome "failed" if an earlier version started its run', async () => {
    await start();
    const refused = await order(api, 'a fox simulate:content_blocked');
    await closingOf(api.deps, refused.id);
    const { client } = api.deps.temporal;
    const workflowId = `${refused.id}-again`;
    const job = { generationId: refused.id, analyses: [], routes: [] };
    await client.workflow.start('generateImage', {
      workflowId,
      taskQueue: 'orchestrator',
      args: [job],
    });
    expect(await closingOf(api.deps, workflowId)).to.equal('COMPLETED failed');
    expect(typesOf(await history(workflowId)).at(-1)).to.equal('WORKFLOW_EXECUTION_COMPLETED');
  });

  it('is Completed if its row was completed after all, because the row decides', async () => {
    await start({ orchestrator: false });
    const real = createStateActivities(api.deps);
    const orchestrator = await runWorker(api.deps, 'orchestrator', {
      ...real,
      async completeGeneration(input: { generationId: string }) {
        await real.completeGeneration(input);
        throw ApplicationFailure.nonRetryable('the answer was lost');
      },
    });
    const wanted = await order(api, 'a fox');
    expect(await closingOf(api.deps, wanted.id)).to.equal('COMPLETED completed');
    expect(await attributesOf(wanted.id)).not.to.have.property('Outcome');
    expect(await accounting(api.deps, wanted)).to.deep.equal(paid(wanted.id));
    await orchestrator.stop();
  });
});
