import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';

/** Only the workflow bundle of `impatient-orchestrator.ts` contains this module. */
export const interceptors: WorkflowInterceptorsFactory = () => ({
  outbound: [
    {
      scheduleActivity(input, next) {
        return next({ ...input, options: { ...input.options, scheduleToStartTimeout: '1s' } });
      },
    },
  ],
});
