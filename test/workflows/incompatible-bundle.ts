import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { QUIET } from '../support/workers.js';

let bundle: Promise<{ code: string }> | null = null;
let unpatched: Promise<{ code: string }> | null = null;

/**
 * Bundles workflow code that cannot continue runs of the real code. Each test process bundles it
 * once.
 */
export function incompatibleBundle(): Promise<{ code: string }> {
  const workflowsPath = fileURLToPath(new URL('./incompatible/index.ts', import.meta.url));
  bundle ??= bundleWorkflowCode({ workflowsPath, logger: QUIET });
  return bundle;
}

/**
 * Bundles the real workflow code with a replaced `patched`. Each test process bundles it once. The
 * id of a replayed run names the patch to change (unpatched/workflow-sdk.ts).
 */
export function unpatchedBundle(): Promise<{ code: string }> {
  const sdk = fileURLToPath(new URL('./unpatched/workflow-sdk.ts', import.meta.url));
  const workflowsPath = fileURLToPath(new URL('../../workflows/index.ts', import.meta.url));
  const rule = {
    include: fileURLToPath(new URL('../../workflows/', import.meta.url)),
    resolve: { alias: { '@temporalio/workflow$': sdk } },
  };
  unpatched ??= bundleWorkflowCode({
    workflowsPath,
    logger: QUIET,
    webpackConfigHook: (config) => ({
      ...config,
      module: { ...config.module, rules: [...(config.module?.rules ?? []), rule] },
    }),
  });
  return unpatched;
}
