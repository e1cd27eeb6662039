import { bundleWorkflowCode, type WorkflowBundleOption } from '@temporalio/worker';
import { expect } from 'chai';
import { QUEUES } from '../../domain/catalogue/queues.js';
import { listUntaken } from '../../runtime/deployments.js';
import { buildDeploymentOptions } from '../../workers/deployment.js';
import { VERSIONED_CODE } from '../../runtime/workflow-code.js';
import { runCommand } from '../cli/run-command.js';
import { startOrchestrator } from '../support/orchestrator.js';
import { startOwnTemporal, type OwnTemporal } from '../support/own-temporal.js';
import { testEnv } from '../support/platform.js';
import { fakeProvider } from '../support/provider-fake.js';
import { eventsOf, resultOf, typesOf } from '../support/recorder.js';
import { until } from '../support/until.js';
import { usePlatform } from '../support/use-platform.js';
import {
  QUIET,
  runWorker,
  startWorkers,
  workflowBundle,
  type TestWorkers,
} from '../support/workers.js';
import { incompatibleBundle } from './incompatible-bundle.js';
import { accounting, order, paid, reached } from './pipeline.js';
import { CREDITS, makePost, moneyOf, proposeMove, PublishStage } from './publish-rig.js';

interface Shown {
  current_build_id: string | null;
  builds: { build_id: string; status: string; open_runs: number; may_be_stopped: boolean }[];
}

let versioned: Promise<{ code: string }> | null = null;
/** Bundles the current code for workers that have a build id. */
const versionedBundle = () =>
  (versioned ??= bundleWorkflowCode({ ...VERSIONED_CODE, logger: QUIET }));

describe('the platform across deployments of workflow code', () => {
  let temporal: OwnTemporal;
  const running: TestWorkers[] = [];
  const provider = fakeProvider();
  const stage = new PublishStage();
  const api = usePlatform({
    async env() {
      temporal = await startOwnTemporal();
      return temporal.env;
    },
    async begin() {
      // Media workers have no build id: the same workers run the steps of all builds.
      const mediaDeps = { providers: new Map([[provider.name, provider]]) };
      const { platforms } = stage;
      running.push(await startWorkers(api.deps, { orchestrator: false, mediaDeps, platforms }));
    },
    async cleanUp() {
      provider.release();
      await Promise.all(running.map((workers) => workers.stop()));
    },
    end: () => temporal.stop(),
  });
  beforeEach(() => provider.hold());

  /** Starts an orchestrator with the current code, or with code that cannot continue the runs. */
  async function start(
    buildId: string | null,
    code: () => Promise<WorkflowBundleOption> = buildId === null ? workflowBundle : versionedBundle,
    more: { maxCachedWorkflows?: number } = {},
  ): Promise<TestWorkers> {
    const build = { workerBuildId: buildId, workerDeployment: 'media-generation-platform' };
    const options = { ...buildDeploymentOptions(build), ...more };
    const workers = await startOrchestrator(api.deps, await code(), options);
    running.push(workers);
    return workers;
  }

  const admin = async <T>(...words: string[]) => {
    const env = testEnv(temporal.env);
    const ended = await runCommand('cli/admin/main.ts', [...words, '--json'], env);
    return { code: ended.code, json: JSON.parse(ended.stdout) as T };
  };
  const promote = (buildId: string, ...words: string[]) =>
    admin<{ current_build_id: string; error?: { code: string; message: string } }>(
      'deploy',
      'promote',
      '--build-id',
      buildId,
      ...words,
    );
  const handleOf = (id: string) => api.deps.temporal.client.workflow.getHandle(id);
  const history = (id: string) => eventsOf(api.deps.temporal.client, id);
  const types = async (id: string) => typesOf(await history(id));
  const buildOf = async (id: string) => {
    const { raw } = await handleOf(id).describe();
    return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId ?? null;
  };
  const behaviourOf = async (id: string) => {
    const { searchAttributes } = await handleOf(id).describe();
    return searchAttributes['TemporalWorkflowVersioningBehavior'];
  };
  /** Reads the build of the last task of a run, and whether its next task may use another build. */
  const buildsOf = async (id: string) => [await buildOf(id), await behaviourOf(id)] as const;
  /** Runs a maintenance workflow, started in the same way as by its schedule. */
  const sweep = (workflowId: string) =>
    api.deps.temporal.client.workflow.execute('sweepUploads', {
      workflowId,
      taskQueue: QUEUES.orchestrator,
    });
  const completed = async (id: string) => {
    expect(await resultOf(api.deps, id)).to.equal('completed');
  };

  it('reports TMPRL1100 without builds if the code cannot continue a run, and correct code then continues it', async () => {
    const old = await start(null);
    const wanted = await order(api, 'a fox');
    await reached(api.deps, wanted.id, 'processing');
    await old.stop();
    const next = await start(null, incompatibleBundle);
    provider.release();
    await until('the next code has failed', async () =>
      (await types(wanted.id)).includes('WORKFLOW_TASK_FAILED'),
    );
    const failed = (await history(wanted.id)).find(
      (event) => event['workflowTaskFailedEventAttributes'],
    );
    expect(JSON.stringify(failed)).to.include('TMPRL1100').and.include('NON_DETERMINISTIC');
    await next.stop();
    const again = await start(null);
    await completed(wanted.id);
    await again.stop();
    expect(await accounting(api.deps, wanted)).to.deep.equal(paid(wanted.id));
  });

  it('runs maintenance without builds', async () => {
    const orchestrator = await start(null);
    expect(await sweep('upkeep-without-build')).to.have.keys('uploads', 'objects');
    await orchestrator.stop();
  });

  it('refuses to promote a build if no worker polls for it', async () => {
    const refused = await promote('one', '--wait', '0');
    expect(refused.code).to.equal(1);
    expect(refused.json.error?.code).to.equal('CONFLICT');
    expect(refused.json.error?.message).to.include('No orchestrator of build one is polling');
    expect((await admin<Shown>('deploy', 'show')).json).to.deep.include({ builds: [] });
  });

  it('does not start runs until a build is current, lists the waiting runs, and then starts them', async () => {
    await start('one');
    const wanted = await order(api, 'a fox');
    const { client } = api.deps.temporal;
    const untaken = await until('the run is listed', async () => {
      const runs = await listUntaken(client, new Date(Date.now() + 60_000), 10);
      return runs.length > 0 && runs;
    });
    expect(untaken.map(({ workflow_id: id, type }) => [id, type])).to.deep.equal([
      [wanted.id, 'generateImage'],
    ]);
    expect(await types(wanted.id)).to.deep.equal([
      'WORKFLOW_EXECUTION_STARTED',
      'WORKFLOW_TASK_SCHEDULED',
    ]);
    const { code, json } = await promote('one');
    expect([code, json.current_build_id]).to.deep.equal([0, 'one']);
    provider.release();
    await completed(wanted.id);
    expect(await buildOf(wanted.id)).to.equal('one');
    await until('the list is empty', async () => {
      const runs = await listUntaken(client, new Date(Date.now() + 60_000), 10);
      return runs.length === 0;
    });
  });

  it('finishes the runs of the first build with it, alongside an incompatible second build', async () => {
    const wanted = await order(api, 'a fox');
    await reached(api.deps, wanted.id, 'processing');
    await start('two', incompatibleBundle);
    expect((await promote('two')).code).to.equal(0);
    const later = await order(api, 'a fox');
    await until('the second build has begun a run', async () =>
      (await types(later.id)).includes('ACTIVITY_TASK_SCHEDULED'),
    );
    expect(await buildOf(later.id)).to.equal('two');
    expect(JSON.stringify(await history(later.id))).to.include('keepOutput');
    const open = await until('both runs are counted', async () => {
      const { json } = await admin<Shown>('deploy', 'show');
      return json.builds.every(({ open_runs: count }) => count === 1) && json;
    });
    expect(open.current_build_id).to.equal('two');
    expect(open.builds.map(({ build_id: id, status }) => [id, status])).to.deep.equal([
      ['two', 'current'],
      ['one', 'draining'],
    ]);
    expect(open.builds.map((build) => build.may_be_stopped)).to.deep.equal([false, false]);

    provider.release();
    await completed(wanted.id);
    expect(await buildOf(wanted.id)).to.equal('one');
    expect(await types(wanted.id)).not.to.include('WORKFLOW_TASK_FAILED');
    expect(await accounting(api.deps, wanted)).to.deep.equal(paid(wanted.id));
    await handleOf(later.id).terminate('its code does nothing useful');
  });

  it('rolls back by promoting the previous build, while maintenance continues with the newest one', async () => {
    expect((await promote('one')).code).to.equal(0);
    const wanted = await order(api, 'a fox');
    provider.release();
    await completed(wanted.id);
    expect(await buildOf(wanted.id)).to.equal('one');
    await sweep('upkeep');
    const behaviours = await Promise.all([wanted.id, 'upkeep'].map(behaviourOf));
    expect(behaviours).to.deep.equal([['Pinned'], ['AutoUpgrade']]);
    expect(await buildOf('upkeep')).to.equal('one');
    // None of these runs is five minutes old, so `doctor` skips none, and Temporal responded.
    const { json } = await admin<{ not_checked: string[] }>('doctor');
    expect(json.not_checked).to.deep.equal([]);
  });

  it('publishes a post only once, with the newest build, after the post has used three builds', async () => {
    const post = await makePost(api.deps, { inMs: 3_600_000 });
    await until('the timer of the run has started', async () =>
      (await types(post.id)).includes('TIMER_STARTED'),
    );
    const seen = [await buildsOf(post.id)];
    let version = 1;
    const move = async (dueAt: number) => {
      version += 1;
      const claim = { accountId: post.accountId, key: `move ${version}`, fingerprint: 'a move' };
      await proposeMove(api.deps, post, claim.key, dueAt);
      const request = { claim, dueAt, version };
      await handleOf(post.id).executeUpdate('move', { args: [request] });
      seen.push(await buildsOf(post.id));
    };
    /**
     * Moves the post until this build runs its task: the previous build's worker may take a few
     * more tasks after the promotion.
     */
    const moveUntil = (buildId: string) =>
      until(`build ${buildId} has run a task`, async () => {
        await move(Date.now() + 3_600_000);
        return seen.at(-1)?.[0] === buildId;
      });
    const three = await start('three');
    expect((await promote('three')).code).to.equal(0);
    await moveUntil('three');
    // A new worker with the same build has to replay the run.
    await three.stop();
    await start('three');
    await moveUntil('three');
    // A worker without a run cache replays the run for every task.
    await start('four', versionedBundle, { maxCachedWorkflows: 0 });
    expect((await promote('four')).code).to.equal(0);
    await moveUntil('four');
    await move(Date.now());
    expect(seen.map(([, behaviour]) => behaviour)).to.deep.equal(seen.map(() => ['AutoUpgrade']));
    expect(await resultOf(api.deps, post.id)).to.equal('published');
    expect(await buildOf(post.id)).to.equal('four');
    expect(await types(post.id)).not.to.include('WORKFLOW_TASK_FAILED');
    expect(stage.on('instagram').count(post.id)).to.equal(1);
    expect(await moneyOf(api.deps, post)).to.include({ balance: CREDITS - 1, held: 0, settled: 1 });
    expect((await promote('one')).code).to.equal(0);
  });

  it('can stop using builds: open generations finish on their build, and maintenance continues on unversioned workers', async () => {
    const { workflow } = api.deps.temporal.client;
    const round = { workflowId: 'upkeep-under-way', taskQueue: QUEUES.orchestrator };
    await workflow.start('pruneWebhooks', round);
    await until('the round waits for its step', async () =>
      (await types('upkeep-under-way')).includes('ACTIVITY_TASK_SCHEDULED'),
    );
    expect(await buildOf('upkeep-under-way')).to.equal('one');
    const wanted = await order(api, 'a fox');
    await reached(api.deps, wanted.id, 'processing');
    await start(null);
    expect((await admin('deploy', 'promote', '--unversioned')).code).to.equal(0);
    provider.release();
    await completed(wanted.id);
    expect(await buildOf(wanted.id)).to.equal('one');
    const pruned = { deliveries: 0, events: 0 };
    running.push(await runWorker(api.deps, 'outbound', { pruneWebhooks: async () => pruned }));
    expect(await resultOf(api.deps, 'upkeep-under-way')).to.deep.equal(pruned);
    const later = await order(api, 'a fox');
    await completed(later.id);
    expect(await buildOf(later.id)).to.equal(null);
  });
});
