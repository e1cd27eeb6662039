import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { QUIET } from '../support/workers.js';

let bundle: Promise<{ code: string }> | null = null;
let unpatched: Promise<{ code: string }> | null = null;

/** Bundles workflow code that is incompatible with runs of the real one, once per run. */
export function incompatibleBundle(): Promise<{ code: string }> {
  const workflowsPath = fileURLToPath(new URL('./incompatible/index.ts', import.meta.url));
  bundle ??= bundleWorkflowCode({ workflowsPath, logger: QUIET });
  return bundle;
}

/**
 * Bundles the real workflow code, once per run, with another `patched`: the id of a replayed run
 * names the patch that is changed (unpatched/workflow-sdk.ts).
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
