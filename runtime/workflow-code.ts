import { fileURLToPath } from 'node:url';

interface WorkflowCode {
  readonly workflowsPath: string;
  /**
   * Loaded before the workflows. Every bundle includes these modules, so that every worker traces
   * alike.
   */
  readonly workflowInterceptorModules: string[];
}

const resolveWorkflowPath = (file: string) =>
  fileURLToPath(new URL(`../workflows/${file}`, import.meta.url));

/** The sources of all workflow code, for `bundleWorkflowCode`. */
export const WORKFLOW_CODE: WorkflowCode = {
  workflowsPath: resolveWorkflowPath('index.ts'),
  workflowInterceptorModules: [resolveWorkflowPath('trace-run.ts')],
};

/** Workflow code for workers with a build id; it also sets each workflow's versioning behaviour. */
export const VERSIONED_CODE: WorkflowCode = {
  ...WORKFLOW_CODE,
  workflowsPath: resolveWorkflowPath('versioned.ts'),
};
