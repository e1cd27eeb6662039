import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { expect } from 'chai';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { closingOf, eventsOf } from '../support/recorder.js';
import { replayRig } from '../support/replay-rig.js';
import { startTimeSkipping, timeSkippingEnv } from '../support/time-skipping.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';
import { PublishStage } from './publish-rig.js';

/**
 * Creates posts on a separate time-skipping server for a describe block. Each test gets new
 * scripted platforms, and the ledger is checked afterwards.
 */
export function skippingSuite() {
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
  const startSome = workersOfEachTest(api);
  let stage = new PublishStage();
  beforeEach('platforms are reset', () => {
    stage = new PublishStage();
  });
  afterEach('the ledger is clean', async () => {
    expect(await checkInvariants(api.deps.db.manager)).to.deep.equal([]);
  });
  return {
    api,
    startSome,
    stage: () => stage,
    start: () => startSome({ platforms: stage.platforms }),
    now: () => env.currentTimeMs(),
    events: (id: string) => eventsOf(api.deps.temporal.client, id),
    closed: (id: string) => closingOf({ temporal: env }, id),
  };
}
