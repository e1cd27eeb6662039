import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';

/** Loaded only into the workflow bundle of `impatient-orchestrator.ts`. */
export const interceptors: WorkflowInterceptorsFactory = () => ({
  outbound: [
    {
      scheduleActivity(input, next) {
        return next({ ...input, options: { ...input.options, scheduleToStartTimeout: '1s' } });
      },
    },
  ],
});
