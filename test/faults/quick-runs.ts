import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { LOOK_MS_MAX } from '../../domain/catalogue/publish-retries.js';

/** How the wait for the time of a scheduled post begins; it stays as long as it is. */
const UNTIL_DUE = 'until it is due';
/** The longest wait of a run between two of its steps. */
const WAIT_MS_MAX = 500;
/** X never says that a post is not there, nor TikTok that pictures are: runs wait in vain. */
const NEVER_TOLD_MS = { twitter: 3_000, tiktok: 10_000 };

/** Loaded into the workflow bundle of `posting.ts` alone: runs do not wait as long there. */
export const interceptors: WorkflowInterceptorsFactory = () => {
  Object.assign(LOOK_MS_MAX, NEVER_TOLD_MS);
  return {
    outbound: [
      {
        startTimer(input, next) {
          if (input.options?.summary?.startsWith(UNTIL_DUE)) return next(input);
          return next({ ...input, durationMs: Math.min(input.durationMs, WAIT_MS_MAX) });
        },
      },
    ],
  };
};
