import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { LOOK_MS_MAX } from '../../domain/catalogue/publish-retries.js';

/** The longest wait of a run between two of its steps. */
const WAIT_MS_MAX = 500;
/** X never says that a post is not there, so runs wait for it in vain. */
const NEVER_SEEN_MS = 3_000;

/** Loaded into the workflow bundle of `posting.ts` alone: runs do not wait as long there. */
export const interceptors: WorkflowInterceptorsFactory = () => {
  Object.assign(LOOK_MS_MAX, { twitter: NEVER_SEEN_MS });
  return {
    outbound: [
      {
        startTimer(input, next) {
          return next({ ...input, durationMs: Math.min(input.durationMs, WAIT_MS_MAX) });
        },
      },
    ],
  };
};
