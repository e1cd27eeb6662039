import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, NativeConnection, Worker } from '@temporalio/worker';
import { createStateActivities } from '../../activities/generations.js';
import { QUEUES } from '../../domain/catalogue/queues.js';
import type { Deps } from '../../runtime/deps.js';
import { QUIET, quietRuntime, type TestWorkers } from '../support/workers.js';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/**
 * An orchestrator with the real workflow code in which a step waits a second for a worker in place
 * of half an hour. An interceptor shortens that one option; replay does not look at options, so
 * the run is a run of the unchanged code in everything that replay checks.
 */
export async function startImpatientOrchestrator(deps: Deps): Promise<TestWorkers> {
  quietRuntime();
  const connection = await NativeConnection.connect({ address: deps.env.temporalAddress });
  const worker = await Worker.create({
    connection,
    namespace: deps.env.temporalNamespace,
    taskQueue: QUEUES.orchestrator,
    activities: createStateActivities(deps),
    workflowBundle: await bundleWorkflowCode({
      workflowsPath: pathOf('../../workflows/index.ts'),
      workflowInterceptorModules: [pathOf('./short-wait.ts')],
      logger: QUIET,
    }),
    // The bundle has them; otherwise the SDK warns that they could be missing there.
    interceptors: { workflowModules: [pathOf('./short-wait.ts')] },
  });
  const running = worker.run();
  return {
    async stop() {
      worker.shutdown();
      await running;
      await connection.close();
    },
  };
}
