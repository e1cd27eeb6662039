import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { POLL_MS_MAX } from '../../domain/catalogue/publish-retries.js';

/** Prefix of the wait until a scheduled post is due. This wait is not shortened. */
const UNTIL_DUE = 'until it is due';
/** The longest wait of a run between two steps. */
const WAIT_MS_MAX = 500;
/** X never confirms that a post does not exist, and TikTok never confirms it for pictures. */
const SHORT_POLL_MS = { twitter: 3_000, tiktok: 10_000 };

/** Loaded only into the workflow bundle of `posting.ts`, where it shortens the waits of workflow runs. */
export const interceptors: WorkflowInterceptorsFactory = () => {
  Object.assign(POLL_MS_MAX, SHORT_POLL_MS);
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
