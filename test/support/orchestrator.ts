import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { createStateActivities } from '../../activities/generations.js';
import { QUEUES } from '../../domain/catalogue/queues.js';
import type { Deps } from '../../runtime/deps.js';
import { quietRuntime, type TestWorkers } from './workers.js';

/**
 * An orchestrator with workflow code of its own, such as that of another deploy.
 * @param more what else it is told
 */
export async function startOrchestrator(
  deps: Deps,
  workflowBundle: { code: string },
  more: Pick<WorkerOptions, 'interceptors' | 'workerDeploymentOptions'> = {},
): Promise<TestWorkers> {
  quietRuntime();
  const connection = await NativeConnection.connect({ address: deps.env.temporalAddress });
  const worker = await Worker.create({
    connection,
    namespace: deps.env.temporalNamespace,
    taskQueue: QUEUES.orchestrator,
    activities: createStateActivities(deps),
    workflowBundle,
    ...more,
  });
  const running = worker.run();
  let stopped: Promise<void> | null = null;
  const stop = async () => {
    worker.shutdown();
    await running;
    await connection.close();
  };
  // A test may stop what its block stops again.
  return { stop: () => (stopped ??= stop()) };
}
