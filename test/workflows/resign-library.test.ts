import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import { expect } from 'chai';
import type { ResignActivities } from '../../activities/resign.js';
import { QUEUES } from '../../domain/catalogue/queues.js';
import { NO_COUNTS, RESIGN_MEMO } from '../../domain/catalogue/resigning.js';
import { failureOf } from '../support/failure.js';
import { startApi, type TestApi } from '../support/platform.js';
import { runWorker, type TestWorkers } from '../support/workers.js';

/** One more page than a run has. */
const PAGES = 101;
const ALL_MS = 120_000;

describe('the workflow that signs the library again', function () {
  this.timeout(ALL_MS);
  let api: TestApi;
  const workers: TestWorkers[] = [];
  let isBroken = false;

  /** Counts pages without any files, because the test is about the run. */
  const activities: ResignActivities = {
    countOutputs: async () => PAGES,
    async resignPage({ after }) {
      if (isBroken) throw ApplicationFailure.nonRetryable('broken', 'Broken');
      const page = Number(after) + 1;
      return { ...NO_COUNTS, signed: 1, after: String(page), isLast: page === PAGES };
    },
  };

  before(async () => {
    api = await startApi();
    workers.push(await runWorker(api.deps, 'orchestrator', {}));
    workers.push(await runWorker(api.deps, 'files', activities));
  });
  after(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await api.stop();
  });

  const start = () =>
    api.deps.temporal.client.workflow.start('resignLibrary', {
      workflowId: `resign-${randomUUID()}`,
      taskQueue: QUEUES.orchestrator,
      args: [{ accountId: null, before: 0 }],
    });

  it('continues as a new run, with its counts and its memo', async () => {
    const handle = await start();
    const expected = { state: 'completed', total: PAGES, signed: PAGES };
    expect(await handle.result()).to.include(expected);
    const { workflow } = api.deps.temporal.client;
    const last = await workflow.getHandle(handle.workflowId).describe();
    expect(last.runId).to.not.equal(handle.firstExecutionRunId);
    expect(last.memo?.[RESIGN_MEMO]).to.include(expected);
  });

  it('says in its memo that it failed', async () => {
    isBroken = true;
    const handle = await start();
    await failureOf(handle.result());
    const { memo, status } = await handle.describe();
    expect(status.name).to.equal('FAILED');
    expect(memo?.[RESIGN_MEMO]).to.include({ state: 'failed', total: PAGES });
  });
});
