import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';

/** Loaded into the workflow bundle of `impatient-orchestrator.ts` alone. */
export const interceptors: WorkflowInterceptorsFactory = () => ({
  outbound: [
    {
      scheduleActivity(input, next) {
        return next({ ...input, options: { ...input.options, scheduleToStartTimeout: '1s' } });
      },
    },
  ],
});
