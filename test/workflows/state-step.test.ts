import type { Client } from '@temporalio/client';
import { expect } from 'chai';
import { createStateActivities, type StateActivities } from '../../activities/generations.js';
import { eventsOf, resultOf, typesOf } from '../support/recorder.js';
import { replayRig } from '../support/replay-rig.js';
import { until } from '../support/until.js';
import { usePlatform } from '../support/use-platform.js';
import { runWorker, startWorkers, type TestWorkers } from '../support/workers.js';
import {
  accounting,
  ended,
  order,
  paid,
  reached,
  refunded,
  shape,
  type Order,
} from './pipeline.js';

/** Maximum number of events of a run whose last step has failed for ten minutes. */
const EVENTS_MAX = 60;

describe('a state step that keeps failing', () => {
  const rig = replayRig();
  /** Steps that fail with a database error, by name and generation id. */
  const broken = new Set<string>();
  let orchestrator: TestWorkers;
  let media: TestWorkers;
  const api = usePlatform({
    change: rig.watch,
    async begin() {
      media = await startWorkers(api.deps, { orchestrator: false });
      const activities = failing(createStateActivities(api.deps), broken);
      orchestrator = await runWorker(api.deps, 'orchestrator', activities, { workflowSlots: 2 });
    },
    async cleanUp() {
      await orchestrator.stop();
      await media.stop();
    },
  });

  const history = (id: string) => eventsOf(api.deps.temporal.client, id);
  /**
   * Creates an image for which this step fails with a database error. The step is broken before the
   * run starts.
   */
  async function orderBroken(step: keyof StateActivities, prompt = 'a fox'): Promise<Order> {
    broken.add(step);
    const wanted = await order(api, prompt);
    broken.add(`${step} ${wanted.id}`);
    return wanted;
  }
  const heal = (step: keyof StateActivities, { id }: Order) => broken.delete(`${step} ${id}`);

  /** Waits until the pending activity of a run has had this many attempts. */
  const pending = (id: string, attempts = 3) =>
    until('the step is listed under Pending Activities', async () => {
      const one = await pendingActivity(api.deps.temporal.client, id);
      return one && one.attempt >= attempts ? one : null;
    });

  it('is a pending activity with its error, while other runs use the two slots', async () => {
    const stuck = [
      await orderBroken('completeGeneration'),
      await orderBroken('completeGeneration'),
    ];
    broken.delete('completeGeneration');
    for (const { id } of stuck) {
      const step = await pending(id);
      expect(step.type).to.equal('completeGeneration');
      expect(step.error).to.include('the database is away');
    }
    for (const prompt of ['a first bear', 'a second bear']) {
      const other = await order(api, prompt);
      expect((await ended(api, other)).status).to.equal('completed');
      expect(await resultOf(api.deps, other.id)).to.equal('completed');
    }
    for (const wanted of stuck) {
      expect((await reached(api.deps, wanted.id, 'processing')).status).to.equal('processing');
      expect((await history(wanted.id)).length).to.be.below(EVENTS_MAX);
      heal('completeGeneration', wanted);
      expect((await ended(api, wanted)).status).to.equal('completed');
      expect(await resultOf(api.deps, wanted.id)).to.equal('completed');
      const types = typesOf(await history(wanted.id));
      console.log(`      a picture whose finish kept failing: ${types.length} events`);
      expect(types.length, types.join('\n')).to.be.below(EVENTS_MAX);
      expect(await accounting(api.deps, wanted)).to.deep.equal(paid(wanted.id));
    }
  });

  for (const [step, prompt, status] of [
    ['recordTimeline', 'a fox simulate:provider_error=1', 'completed'],
    ['failGeneration', 'a fox simulate:content_blocked', 'failed'],
  ] as const) {
    it(`delays its run until the step succeeds, with the usual outcome: ${step}`, async () => {
      const wanted = await orderBroken(step, prompt);
      broken.delete(step);
      expect((await pending(wanted.id)).type).to.equal(step);
      heal(step, wanted);
      const body = await ended(api, wanted);
      expect(body.status).to.equal(status);
      expect(shape(body)).to.have.length(1);
      const money = status === 'completed' ? paid(wanted.id) : refunded(wanted.id, status);
      expect(await accounting(api.deps, wanted)).to.deep.equal(money);
    });
  }

  it('responds to a repeated request once it succeeds: cancelGeneration', async () => {
    await media.stop();
    broken.add('cancelGeneration');
    const wanted = await order(api, 'a fox');
    const cancel = () =>
      wanted.client.call('POST', `/v1/generations/${wanted.id}/cancel`, { idem: wanted.id });
    const first = cancel();
    expect((await pending(wanted.id)).type).to.equal('cancelGeneration');
    broken.delete('cancelGeneration');
    await first;
    const answer = await cancel();
    expect(answer.status, answer.text).to.equal(200);
    expect(await accounting(api.deps, wanted)).to.deep.equal(refunded(wanted.id, 'cancelled'));
  });
});

/** Returns the real steps, but steps in `broken` fail with a database error. */
function failing(real: StateActivities, broken: ReadonlySet<string>): StateActivities {
  const check = (step: keyof StateActivities, { generationId }: { generationId: string }) => {
    if (!broken.has(step) && !broken.has(`${step} ${generationId}`)) return;
    throw new Error('the database is away');
  };
  return {
    ...real,
    async recordTimeline(input) {
      check('recordTimeline', input);
      await real.recordTimeline(input);
    },
    async completeGeneration(input) {
      check('completeGeneration', input);
      await real.completeGeneration(input);
    },
    async failGeneration(input) {
      check('failGeneration', input);
      return real.failGeneration(input);
    },
    async cancelGeneration(input) {
      check('cancelGeneration', input);
      return real.cancelGeneration(input);
    },
  };
}

/** Reads the first pending activity of a run, as the Temporal UI shows it. */
async function pendingActivity(client: Client, id: string) {
  const { raw } = await client.workflow.getHandle(id).describe();
  const [activity] = raw.pendingActivities ?? [];
  if (!activity) return null;
  return {
    type: activity.activityType?.name,
    attempt: activity.attempt ?? 0,
    error: activity.lastFailure?.message,
  };
}
