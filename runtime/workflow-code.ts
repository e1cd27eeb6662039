import { fileURLToPath } from 'node:url';

interface WorkflowCode {
  readonly workflowsPath: string;
  /** Loaded before it; every bundle has them, so that every worker traces alike. */
  readonly workflowInterceptorModules: string[];
}

const pathOf = (file: string) => fileURLToPath(new URL(`../workflows/${file}`, import.meta.url));

/** The sources of all workflow code, for `bundleWorkflowCode`. */
export const WORKFLOW_CODE: WorkflowCode = {
  workflowsPath: pathOf('index.ts'),
  workflowInterceptorModules: [pathOf('trace-run.ts')],
};

/** The same for workers with a build, which say with which build each run goes on. */
export const VERSIONED_CODE: WorkflowCode = {
  ...WORKFLOW_CODE,
  workflowsPath: pathOf('versioned.ts'),
};
