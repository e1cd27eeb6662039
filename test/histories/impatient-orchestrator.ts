import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import type { Deps } from '../../runtime/deps.js';
import { startOrchestrator } from '../support/orchestrator.js';
import { QUIET, type TestWorkers } from '../support/workers.js';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/**
 * An orchestrator with the real workflow code in which a step waits a second for a worker instead
 * of half an hour. An interceptor shortens that option; replay does not check options, so the run
 * equals a run of the unchanged code in everything that replay checks.
 */
export async function startImpatientOrchestrator(deps: Deps): Promise<TestWorkers> {
  const workflowModules = [pathOf('./short-wait.ts')];
  const bundle = await bundleWorkflowCode({
    workflowsPath: pathOf('../../workflows/index.ts'),
    workflowInterceptorModules: workflowModules,
    logger: QUIET,
  });
  // Named a second time, because the SDK warns about interceptors that only the bundle knows.
  return startOrchestrator(deps, bundle, { interceptors: { workflowModules } });
}
