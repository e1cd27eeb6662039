import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import type { Deps } from '../../runtime/deps.js';
import { startOrchestrator } from '../support/orchestrator.js';
import { QUIET, type TestWorkers } from '../support/workers.js';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/**
 * An orchestrator with the real workflow code in which a step waits a second for a worker in place
 * of half an hour. An interceptor shortens that one option; replay does not look at options, so
 * the run is a run of the unchanged code in everything that replay checks.
 */
export async function startImpatientOrchestrator(deps: Deps): Promise<TestWorkers> {
  const workflowModules = [pathOf('./short-wait.ts')];
  const bundle = await bundleWorkflowCode({
    workflowsPath: pathOf('../../workflows/index.ts'),
    workflowInterceptorModules: workflowModules,
    logger: QUIET,
  });
  // Named a second time: the SDK warns of interceptors that only the bundle knows.
  return startOrchestrator(deps, bundle, { interceptors: { workflowModules } });
}
