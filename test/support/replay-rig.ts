import { WorkflowNotFoundError, type Client, type WorkflowHandle } from '@temporalio/client';
import { Worker, type WorkflowBundleOption } from '@temporalio/worker';
import type { Deps } from '../../runtime/deps.js';
import { until } from './until.js';
import { quietRuntime, workflowBundle } from './workers.js';

/**
 * Milliseconds to wait, because a run closes a moment after its row is finished, or when Temporal
 * notices after 45 s that a worker is lost. A busy machine takes longer.
 */
const CLOSE_MS = 180_000;

/** Milliseconds to wait after each test: a run whose row is finished closes a moment later. */
const SETTLE_MS = 10_000;

/**
 * Replays every run that the tests of a suite have started with the current workflow code, so that
 * each workflow test also tests determinism. In a suite, call `const rig = replayRig();` before its
 * other hooks, then `startApi({}, rig.watch)`.
 */
export class ReplayRig {
  private readonly runs = new Map<string, Client>();
  private readonly allowed = new Map<string, string>();
  /** Runs whose end a test has waited for. */
  private readonly settled = new Set<string>();

  /** @param code workflow code that replays the runs; by default the current code */
  constructor(
    private readonly closeMs = CLOSE_MS,
    private readonly code: () => Promise<WorkflowBundleOption> = workflowBundle,
  ) {}

  /** Records the id of every workflow that is started or cancelled through these dependencies. */
  readonly watch = (deps: Deps): Deps => {
    const { temporal } = deps;
    const note = ({ workflowId }: { workflowId: string }) =>
      this.runs.set(workflowId, temporal.client);
    const startWorkflow: Deps['startWorkflow'] = (start) => {
      note(start);
      return deps.startWorkflow(start);
    };
    const cancel: Deps['temporal']['cancel'] = (start, request, updateId) => {
      note(start);
      return temporal.cancel(start, request, updateId);
    };
    return { ...deps, startWorkflow, temporal: { ...temporal, startWorkflow, cancel } };
  };

  /** Allows this run to stay open, or never to start. The reason is for readers of the test. */
  allowOpen(workflowId: string, reason: string): void {
    if (!reason.trim()) throw new Error(`${workflowId} may only stay open for a reason`);
    this.allowed.set(workflowId, reason);
  }

  /**
   * Waits until the runs that a test has started are closed or wait for a timer or a signal, because
   * the workers of the test stop after it. `verify` reports a run that stays open.
   */
  async settle(): Promise<void> {
    const open = [...this.runs].filter(([id]) => !this.allowed.has(id) && !this.settled.has(id));
    for (const [id] of open) this.settled.add(id);
    const wait = async ([id, client]: readonly [string, Client]) => {
      const handle = client.workflow.getHandle(id);
      const rests = async () => {
        const { status, raw } = await handle.describe();
        const isBusy = raw.pendingWorkflowTask || (raw.pendingActivities ?? []).length > 0;
        return status.name !== 'RUNNING' || !isBusy;
      };
      await until('the run rests', rests, SETTLE_MS).catch(() => undefined);
    };
    await Promise.all(open.map(wait));
  }

  /**
   * Replays the recorded runs.
   * @returns the number of replayed runs
   * @throws {Error} with the name of every run that is open, was never started or does not replay
   */
  async verify(): Promise<number> {
    if (this.runs.size === 0) throw new Error('the rig saw no workflow: is it given to startApi?');
    quietRuntime();
    const problems: string[] = [];
    const histories = await this.fetchHistories(problems);
    let replayed = 0;
    const code = { workflowBundle: await this.code() };
    // One worker replays all runs, because every worker needs its own thread.
    for await (const { workflowId, error } of Worker.runReplayHistories(code, histories)) {
      if (error) problems.push(`${workflowId}: ${error.message}`);
      else replayed += 1;
    }
    this.runs.clear();
    if (problems.length > 0) throw new Error(`not replayable:\n${problems.join('\n')}`);
    return replayed;
  }

  /** Reads the histories of all runs that have ended; a run that has not ended is a problem. */
  private async fetchHistories(problems: string[]) {
    const histories = [];
    for (const [workflowId, client] of this.runs) {
      const handle = client.workflow.getHandle(workflowId);
      try {
        if (!this.allowed.has(workflowId)) await closed(handle, this.closeMs);
        histories.push({ workflowId, history: await handle.fetchHistory() });
      } catch (error) {
        if (this.allowed.has(workflowId) && error instanceof WorkflowNotFoundError) continue;
        problems.push(`${workflowId}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return histories;
  }
}

async function closed(handle: WorkflowHandle, deadlineMs: number): Promise<void> {
  const ended = async () => (await handle.describe()).status.name !== 'RUNNING';
  await until('the run is closed (allowOpen permits an open run)', ended, deadlineMs);
}

/**
 * Creates a rig that verifies the runs after the last test of the suite. Create it first, so that
 * it verifies before the cleanup of the suite closes the connection. It throws after the cleanup,
 * because mocha skips the hooks after a failed one.
 */
export function replayRig(): ReplayRig {
  const rig = new ReplayRig();
  let problem: unknown = null;
  before('record the runs of this suite', function () {
    this.test?.parent?.afterAll('every run of this suite replays against the code', () => {
      if (problem) throw problem;
    });
  });
  afterEach('the runs of the test close', () => rig.settle());
  after('replay the runs of this suite', async () => {
    await rig.verify().catch((error: unknown) => (problem = error));
  });
  return rig;
}
