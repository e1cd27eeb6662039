import { QUEUES, SIGNALS } from '../../domain/catalogue/queues.js';
import { RESIGN_ID, RESIGN_MEMO, type ResignProgress } from '../../domain/catalogue/resigning.js';
import { until } from '../support/until.js';
import { startWorkers } from '../support/workers.js';
import type { Recorder, Recorders } from './shapes.js';

type RoundName = 'sweepUploads' | 'pruneWebhooks' | 'pruneRequests' | 'reconcile' | 'chargeFees' | 'refreshTokens';

/** Records one maintenance run, started in the same way as by its schedule. */
const round =
  (workflowType: RoundName): Recorder =>
  async ({ deps }) => {
    const workers = await startWorkers(deps, { outbound: true });
    const id = `${workflowType}-recorded`;
    const { workflow } = deps.temporal.client;
    await workflow.execute(workflowType, { workflowId: id, taskQueue: QUEUES.orchestrator });
    await workers.stop();
    return { id };
  };

/** Records a run that signs stored outputs again, and is paused before its first page. */
const recordResigning: Recorder = async ({ deps }) => {
  const { workflow } = deps.temporal.client;
  const handle = await workflow.start('resignLibrary', {
    workflowId: RESIGN_ID,
    taskQueue: QUEUES.orchestrator,
    args: [{ accountId: null, before: Date.now() }],
  });
  await handle.signal(SIGNALS.pause);
  const workers = await startWorkers(deps);
  await until('the run is paused', async () => {
    const { memo = {} } = await handle.describe();
    return (memo[RESIGN_MEMO] as ResignProgress | undefined)?.state === 'paused';
  });
  await handle.signal(SIGNALS.continue);
  await handle.result();
  await workers.stop();
  return { id: RESIGN_ID };
};

/** Recorders of the runs that schedules start. */
export const UPKEEP_RECORDERS: Recorders = {
  'uploads-swept': round('sweepUploads'),
  'webhooks-pruned': round('pruneWebhooks'),
  'rows-reconciled': round('reconcile'),
  'requests-pruned': round('pruneRequests'),
  'tokens-refreshed': round('refreshTokens'),
  'fees-charged': round('chargeFees'),
  'library-resigned': recordResigning,
};
