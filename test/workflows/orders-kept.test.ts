import { ApplicationFailure } from '@temporalio/common';
import { optionalTsToMs } from '@temporalio/common/lib/time.js';
import { expect } from 'chai';
import type { GenerationProvider } from '../../domain/ports/provider.js';
import type { ProviderJob } from '../../domain/ports/provider-job.js';
import { eventsOf } from '../support/recorder.js';
import { queuedFake, type QueuedFake } from '../support/queued-fake.js';
import { replayRig } from '../support/replay-rig.js';
import { until } from '../support/until.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';
import { accounting, ended, order, paid, refunded, type Order } from './pipeline.js';

/** Id that Temporal gives to the first activity of a run. */
const FIRST_STEP = '1';

/** These events end a worker, or its step, while the provider processes an order. */
describe('provider orders whose worker stops or is lost', () => {
  const rig = replayRig();
  let fal: QueuedFake;
  const providers = new Map<string, GenerationProvider>();
  const api = usePlatform({ change: (deps) => rig.watch({ ...deps, providers }) });
  const startSome = workersOfEachTest(api);
  beforeEach(async () => {
    fal = queuedFake('fal');
    providers.set(fal.name, fal);
    await api.deps.db.query('DELETE FROM route_health');
  });
  afterEach(() => fal.release());

  /** Starts workers. With '0s', the SDK aborts every running step as soon as the worker stops. */
  const start = (grace: '0s' | '10s' = '0s') => startSome({ mediaDeps: { providers }, grace });
  const handleOf = ({ id }: Order) => api.deps.temporal.client.workflow.getHandle(id);
  const service = () => api.deps.temporal.client.workflowService;
  /** Returns the fields that identify the step of the order in calls of Temporal's API. */
  const step = ({ id }: Order) => ({
    namespace: api.deps.env.temporalNamespace,
    execution: { workflowId: id },
    type: 'generateImage',
  });

  /** Reads the step of the order from Temporal's list of pending activities. */
  async function pending(wanted: Order) {
    const { raw } = await handleOf(wanted).describe();
    return raw.pendingActivities?.[0] ?? null;
  }

  /** Creates an image, and waits until its submit has begun. */
  async function submitting(...plans: Parameters<QueuedFake['plan']>): Promise<Order> {
    fal.plan(...plans);
    const wanted = await order(api, 'a fox');
    await until('the submit has begun', async () => fal.submits() === 1 || null);
    return wanted;
  }

  /** Makes Temporal treat the worker's heartbeats as lost, without waiting for the timeout. */
  async function loseHeartbeats(wanted: Order): Promise<void> {
    const { activityId } = (await pending(wanted)) ?? {};
    await api.deps.temporal.client.activity.fail(
      { workflowId: wanted.id, activityId: activityId ?? '' },
      ApplicationFailure.retryable('activity Heartbeat timeout'),
    );
  }

  /**
   * Waits until the step runs again. The workflow schedules it as a new step, so that its priority
   * is higher than the priority of waiting work.
   */
  const nextTryOf = (wanted: Order) =>
    until('the next try runs', async () => {
      const now = await pending(wanted);
      const isNext = now && (now.activityId !== FIRST_STEP || now.attempt === 2);
      return isNext && now.lastStartedTime ? true : null;
    });

  /** Waits for a heartbeat, whose response notifies the worker of changes to its step. */
  async function nextHeartbeat(wanted: Order): Promise<void> {
    const now = Date.now();
    await until('a heartbeat has arrived', async () => {
      const last = optionalTsToMs((await pending(wanted))?.lastHeartbeatTime);
      return last !== undefined && last > now ? true : null;
    });
  }

  const rowOf = async ({ id }: Order) => {
    const [row] = await api.deps.db.query(
      `SELECT ref, sent_at IS NOT NULL AS sent, cancel_outcome AS cancel
       FROM upstream_order WHERE generation_id = $1`,
      [id],
    );
    return row ?? null;
  };

  const recorded = (wanted: Order) =>
    until('the ref is recorded', async () => (await rowOf(wanted))?.ref ?? null);

  async function expectOneOrder(wanted: Order): Promise<void> {
    const body = await ended(api, wanted);
    expect([body.status, body.timeline]).to.deep.equal(['completed', []]);
    expect([fal.taken.length, fal.cancelled]).to.deep.equal([1, []]);
    expect(await accounting(api.deps, wanted)).to.deep.equal(paid(wanted.id));
  }

  it('get their response before a stopping worker ends, and the next worker polls them', async () => {
    const first = await start();
    const wanted = await submitting('slow_answer');
    const stopped = first.stop();
    await start();
    fal.release();
    await stopped;
    await expectOneOrder(wanted);
  });

  it('are placed by the next worker if the first worker stops before it sends them', async () => {
    const first = await start('10s');
    const wanted = await submitting('slow_inputs');
    await first.stop();
    expect([fal.taken.length, await rowOf(wanted)]).to.deep.equal([0, null]);
    await start();
    await expectOneOrder(wanted);
  });

  it('pass immediately to the next worker when their worker stops, without counting as failed', async () => {
    const first = await start('10s');
    const wanted = await submitting('held');
    await until('the job runs', async () => fal.polls() > 3 || null);
    await first.stop();
    const failures = await eventsOf(api.deps.temporal.client, wanted.id);
    expect(JSON.stringify(failures)).to.include('"type":"WorkerStopped"');
    fal.release();
    await start();
    await expectOneOrder(wanted);
  });

  it('are kept while their step is paused, and polled when it resumes', async () => {
    await start();
    const wanted = await submitting('slow_answer');
    await service().pauseActivity(step(wanted));
    await nextHeartbeat(wanted);
    fal.release();
    await recorded(wanted);
    await service().unpauseActivity(step(wanted));
    await expectOneOrder(wanted);
  });

  it('are kept when their step is reset', async () => {
    await start();
    const wanted = await submitting('slow_answer');
    await service().resetActivity(step(wanted));
    await nextHeartbeat(wanted);
    fal.release();
    await expectOneOrder(wanted);
  });

  it('are not sent again if heartbeats are lost while they are sent: the next worker waits', async () => {
    await start();
    const wanted = await submitting('slow_answer');
    await loseHeartbeats(wanted);
    await nextTryOf(wanted);
    expect(await rowOf(wanted)).to.deep.equal({ ref: null, sent: true, cancel: null });
    fal.release();
    await expectOneOrder(wanted);
    expect(fal.submits()).to.equal(1);
  });

  it('are sent only once if heartbeats are lost while their inputs are uploaded', async () => {
    await start();
    const wanted = await submitting('slow_inputs', 'slow_inputs');
    await loseHeartbeats(wanted);
    await until('both workers prepare the order', async () => fal.submits() === 2 || null);
    fal.release();
    await expectOneOrder(wanted);
  });

  it('are searched for at the vendor once their response can no longer arrive', async () => {
    const asked: string[] = [];
    Object.assign(fal, {
      reconcile: async (job: ProviderJob) => {
        asked.push(job.generationId);
        return null;
      },
    });
    await start();
    const wanted = await submitting('slow_answer');
    await loseHeartbeats(wanted);
    await nextTryOf(wanted);
    await api.deps.db.query(
      `UPDATE upstream_order SET sent_at = sent_at - interval '2 minutes'
       WHERE generation_id = $1`,
      [wanted.id],
    );
    const body = await ended(api, wanted);
    expect([body.error?.code, asked, fal.taken.length]).to.deep.equal([
      'PROVIDER_ERROR',
      [wanted.id],
      1,
    ]);
    expect(await accounting(api.deps, wanted)).to.deep.equal(refunded(wanted.id, 'failed'));
  });

  it('are cancelled at the provider if an operator cancels the run', async () => {
    await start();
    const wanted = await submitting('held');
    await recorded(wanted);
    await handleOf(wanted).cancel();
    await until('the order is cancelled', async () => (await rowOf(wanted))?.cancel ?? null);
    expect([fal.cancelled, (await rowOf(wanted))?.cancel]).to.deep.equal([['fal-1'], 'stopped']);
    expect((await ended(api, wanted)).status).to.equal('failed');
    expect(await accounting(api.deps, wanted)).to.deep.equal(refunded(wanted.id, 'failed'));
  });

  it('are cancelled after the provider responds, if the run is cancelled during the request', async () => {
    await start();
    const wanted = await submitting('slow_answer');
    await handleOf(wanted).cancel();
    expect((await ended(api, wanted)).status).to.equal('failed');
    expect(fal.cancelled).to.deep.equal([]);
    fal.release();
    await until('the order is cancelled', async () => (await rowOf(wanted))?.cancel ?? null);
    expect([fal.cancelled, fal.taken.length]).to.deep.equal([['fal-1'], 1]);
  });
});
