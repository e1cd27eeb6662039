import { Context } from '@temporalio/activity';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { expect } from 'chai';
import { ProviderFailure } from '../../domain/ports/provider.js';
import { routeToSource } from '../../workflows/policies.js';
import { RETRY_AFTER_MAX_MS } from '../../workflows/next-step.js';
import { fakeProvider } from '../support/provider-fake.js';
import { closingOf, eventsOf, typesOf, type RecordedEvent } from '../support/recorder.js';
import { replayRig } from '../support/replay-rig.js';
import { startTimeSkipping, timeSkippingEnv } from '../support/time-skipping.js';
import { until } from '../support/until.js';
import { accounting, ended, failingPuts, order, paid, PRICE, refunded, shape } from './pipeline.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';

describe('generateImage over hours (time-skipping server)', () => {
  const rig = replayRig();
  let env: TestWorkflowEnvironment;
  const api = usePlatform({
    async env() {
      env = await startTimeSkipping();
      return timeSkippingEnv(env);
    },
    change: rig.watch,
    end: () => env.teardown(),
  });
  const start = workersOfEachTest(api);

  /**
   * Waits until a run has ended, while the server skips every wait.
   * @returns how the run was closed
   */
  const result = (id: string) => closingOf({ temporal: env }, id);
  const history = (id: string) => eventsOf(api.deps.temporal.client, id);

  /**
   * Returns the result of a run that waits for an activity. The server skips no time during an
   * activity, so the test skips to a moment before the deadline, and the rest passes in real time.
   */
  async function resultAfter(id: string, deadlineMs: number): Promise<unknown> {
    await until('the activity is scheduled', async () =>
      typesOf(await history(id)).includes('ACTIVITY_TASK_SCHEDULED'),
    );
    const ending = result(id);
    await env.sleep(deadlineMs - 1_000);
    return ending;
  }

  it('fails as UNKNOWN with a refund after one provider call if the object store stays unavailable', async () => {
    const provider = fakeProvider();
    await start({
      mediaDeps: {
        providers: new Map([[provider.name, provider]]),
        store: failingPuts(api.deps.store, (key) => key.startsWith('outputs/')),
      },
    });
    const wanted = await order(api, 'a fox');
    expect(await result(wanted.id)).to.equal('FAILED UNKNOWN');
    const body = await ended(api, wanted);
    expect(body.error?.code).to.equal('UNKNOWN');
    expect(body.refunded_credits).to.equal(PRICE);
    expect(shape(body)).to.deep.equal([
      ...Array.from({ length: 5 }, () => 'storage retried null'),
      'storage stopped null',
    ]);
    expect(provider.calls).to.have.length(1);
    expect(await accounting(api.deps, wanted)).to.deep.equal(refunded(wanted.id, 'failed'));
  });

  it('does not pay another provider if our own object store cannot store the picture', async () => {
    const provider = fakeProvider();
    await start({
      mediaDeps: {
        providers: new Map([[provider.name, provider]]),
        store: failingPuts(api.deps.store, () => true),
      },
    });
    const wanted = await order(api, 'a fox');
    expect(await result(wanted.id)).to.equal('FAILED UNKNOWN');
    const body = await ended(api, wanted);
    expect(body.error?.code).to.equal('UNKNOWN');
    expect(shape(body)).to.deep.equal([
      ...Array.from({ length: 5 }, () => 'storage retried null'),
      'storage stopped null',
    ]);
    const upstreams = new Set(provider.calls.map(({ upstreamModel }) => upstreamModel));
    expect([...upstreams]).to.deep.equal(['studio']);
    expect(await accounting(api.deps, wanted)).to.deep.equal(refunded(wanted.id, 'failed'));
  });

  it('delays an attempt by at most a minute, even if Retry-After is longer', async () => {
    const hour = 3_600_000;
    const provider = fakeProvider(({ attempt }) => {
      if (attempt === 1) throw new ProviderFailure('rate_limited', 'busy', 429, hour);
    });
    await start({
      mediaDeps: { providers: new Map([[provider.name, provider]]) },
    });
    const wanted = await order(api, 'a fox');
    expect(await result(wanted.id)).to.equal('COMPLETED completed');
    expect(shape(await ended(api, wanted))).to.deep.equal(['image_generation retried 429']);
    const timers = (await history(wanted.id)).flatMap(
      (event) => (event['timerStartedEventAttributes'] as { startToFireTimeout: string }) ?? [],
    );
    expect(timers.map((timer) => timer.startToFireTimeout)).to.deep.equal([
      `${RETRY_AFTER_MAX_MS / 1_000}s`,
    ]);
    expect(await accounting(api.deps, wanted)).to.deep.equal(paid(wanted.id));
  });

  it('fails as TIMEOUT in stage queue, with a refund, after 30 minutes without a worker', async () => {
    await start({ media: false });
    const wanted = await order(api, 'a fox');
    expect(await resultAfter(wanted.id, 30 * 60_000)).to.equal('FAILED TIMEOUT');
    const events = await history(wanted.id);
    const [scheduled, timedOut] = ['ACTIVITY_TASK_SCHEDULED', 'ACTIVITY_TASK_TIMED_OUT'].map(
      (type) => events.find(({ eventType }) => eventType.endsWith(type)),
    );
    expect(momentOf(timedOut) - momentOf(scheduled)).to.be.within(30 * 60_000, 31 * 60_000);
    const body = await ended(api, wanted);
    expect(body.error?.code).to.equal('TIMEOUT');
    expect(shape(body)).to.deep.equal(['queue stopped null']);
    expect(await accounting(api.deps, wanted)).to.deep.equal(refunded(wanted.id, 'failed'));
  });

  it('schedules a step again if its media worker becomes unresponsive', async () => {
    const provider = fakeProvider();
    const silent: string[] = [];
    await start({
      mediaDeps: { providers: new Map([[provider.name, provider]]) },
      grace: '0s',
      wrapMedia: (real) => ({
        ...real,
        async generateImage(input) {
          if (silent.length > 0) return real.generateImage(input);
          silent.push(input.generationId);
          return Context.current().cancelled;
        },
      }),
    });
    const wanted = await order(api, 'a fox');
    await until('the first worker has taken the step', async () => silent.includes(wanted.id));
    const local = { provider: provider.name, upstreamModel: 'studio' };
    expect(routeToSource(local).heartbeatTimeout).to.equal('15s');
    expect(await resultAfter(wanted.id, 15_000)).to.equal('COMPLETED completed');
    expect(provider.calls).to.have.length(1);
    const events = await history(wanted.id);
    const [scheduled, lost] = ['ACTIVITY_TASK_SCHEDULED', 'ACTIVITY_TASK_TIMED_OUT'].map((type) =>
      events.find(({ eventType }) => eventType.endsWith(type)),
    );
    // The step itself may take minutes.
    expect(momentOf(lost) - momentOf(scheduled)).to.be.within(15_000, 60_000);
    const tries = typesOf(events).filter((type) => type === 'ACTIVITY_TASK_SCHEDULED');
    expect(tries, 'the step, again, which also stores its picture').to.have.length(2);
    expect(await accounting(api.deps, wanted)).to.deep.equal(paid(wanted.id));
  });
});

const momentOf = (event: RecordedEvent | undefined) => Date.parse(String(event?.['eventTime']));
