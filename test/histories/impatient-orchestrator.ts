import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import type { Deps } from '../../runtime/deps.js';
import { startOrchestrator } from '../support/orchestrator.js';
import { QUIET, type TestWorkers } from '../support/workers.js';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/**
 * Starts an orchestrator with the real workflow code, in which a step waits one second for a worker
 * instead of half an hour. An interceptor shortens that timeout. Replay does not check timeouts, so
 * the recorded history is valid for the unchanged code.
 */
export async function startImpatientOrchestrator(deps: Deps): Promise<TestWorkers> {
  const workflowModules = [pathOf('./short-wait.ts')];
  const bundle = await bundleWorkflowCode({
    workflowsPath: pathOf('../../workflows/index.ts'),
    workflowInterceptorModules: workflowModules,
    logger: QUIET,
  });
  // Also registered here, because the SDK warns about interceptors that only the bundle contains.
  return startOrchestrator(deps, bundle, { interceptors: { workflowModules } });
}
