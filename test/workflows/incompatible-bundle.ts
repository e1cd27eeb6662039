import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { QUIET } from '../support/workers.js';

let bundle: Promise<{ code: string }> | null = null;

/** Workflow code that nobody may deploy beside runs of the real one, bundled once per run. */
export function incompatibleBundle(): Promise<{ code: string }> {
  const workflowsPath = fileURLToPath(new URL('./incompatible/index.ts', import.meta.url));
  bundle ??= bundleWorkflowCode({ workflowsPath, logger: QUIET });
  return bundle;
}
