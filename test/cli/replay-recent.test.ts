import { expect } from 'chai';
import { startOrchestrator } from '../support/orchestrator.js';
import { testEnv } from '../support/platform.js';
import { fakeProvider } from '../support/provider-fake.js';
import { eventsOf, resultOf, typesOf } from '../support/recorder.js';
import { until } from '../support/until.js';
import { usePlatform } from '../support/use-platform.js';
import { startWorkers } from '../support/workers.js';
import { incompatibleBundle } from '../workflows/incompatible-bundle.js';
import { order, reached } from '../workflows/pipeline.js';
import { runCommand } from './run-command.js';

describe('replay --since', () => {
  const runs = { done: '', open: '', foreign: '', waiting: '' };
  const api = usePlatform({ begin: makeRuns, cleanUp: endRuns });

  async function makeRuns(): Promise<void> {
    const provider = fakeProvider();
    const mediaDeps = { providers: new Map([[provider.name, provider]]) };
    const workers = await startWorkers(api.deps, { mediaDeps, grace: '0s' });
    runs.done = (await order(api, 'a fox')).id;
    await resultOf(api.deps, runs.done);
    provider.hold();
    runs.open = (await order(api, 'a fox')).id;
    await reached(api.deps, runs.open, 'processing');
    await workers.stop();
    // These runs belong to workers whose code differs from this checkout.
    const foreign = await startOrchestrator(api.deps, await incompatibleBundle());
    runs.foreign = (await order(api, 'a fox')).id;
    await until('the first step of the run is scheduled', async () =>
      typesOf(await eventsOf(api.deps.temporal.client, runs.foreign)).includes(
        'ACTIVITY_TASK_SCHEDULED',
      ),
    );
    await foreign.stop();
    runs.waiting = (await order(api, 'a fox')).id;
    await until('all runs are listed', async () => {
      const { count } = await api.deps.temporal.client.workflow.count(only(...Object.values(runs)));
      return count === 4;
    });
  }

  async function endRuns(): Promise<void> {
    const { workflow } = api.deps.temporal.client;
    for (const id of [runs.open, runs.foreign, runs.waiting]) {
      await workflow.getHandle(id).terminate('the suite is done with it');
    }
  }

  /** Selects the runs of this suite, because other suites have runs on the same server. */
  const only = (...ids: string[]) => `WorkflowId IN (${ids.map((id) => `"${id}"`).join(', ')})`;
  const replay = (words: string[], address = testEnv()['TEMPORAL_ADDRESS'] ?? '') =>
    runCommand('cli/replay.ts', words, {
      TEMPORAL_ADDRESS: address,
      TEMPORAL_NAMESPACE: testEnv()['TEMPORAL_NAMESPACE'] ?? '',
    });

  it('accepts open and closed runs of the current code, and names a run that has not begun', async () => {
    const query = only(runs.done, runs.open, runs.waiting);
    const { code, stdout, stderr } = await replay(['--since', '24h', '--query', query]);
    expect(stdout, stderr).to.include('2 replayed, 0 diverge, 1 skipped');
    expect(stderr).to.equal(`skipped   ${runs.waiting}: it has not started\n`);
    expect(code).to.equal(0);
  });

  it('prints one line with the divergent event of a run of different code, and exits with 1', async () => {
    const query = only(runs.done, runs.foreign);
    const { code, stdout, stderr } = await replay(['--since', '24h', '--query', query]);
    expect(stdout, stderr).to.include('2 replayed, 1 diverge, 0 skipped');
    expect(stderr).to.equal(
      `diverges  ${runs.foreign}: at event 5 (ActivityTaskScheduled), history has keepOutput, code generateImage\n`,
    );
    expect(code).to.equal(1);
  });

  it('replays up to its limit, and reports that there are more runs', async () => {
    const query = only(runs.done, runs.open);
    const { code, stdout } = await replay(['--since', '1d', '--limit', '1', '--query', query]);
    expect(stdout).to.include('1 replayed').and.include('only the first 1 were replayed (--limit)');
    expect(code).to.equal(0);
  });

  it('rejects an invalid time or list filter with one sentence', async () => {
    const age = await replay(['--since', 'yesterday']);
    expect([age.code, age.stderr.includes('such as 90m, 24h or 7d')]).to.deep.equal([2, true]);
    const filter = await replay(['--since', '1h', '--query', 'Colour = "red"']);
    expect(filter.code).to.equal(1);
    expect(filter.stderr).to.include('Colour').and.not.include('    at ');
  });

  it('reports when Temporal does not respond, and exits with 1', async () => {
    const away = await replay(['--since', '1h'], '127.0.0.1:1');
    expect(away.code).to.equal(1);
    expect(away.stderr).to.include('Temporal at 127.0.0.1:1').and.include('does not answer');
  });
});
