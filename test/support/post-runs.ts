import { cancelPost } from '../../domain/social/posts/cancel-post.js';
import { movePost } from '../../domain/social/posts/move-post.js';
import type { Deps } from '../../runtime/deps.js';

/**
 * Replaces publishing runs: their timers never fire, and their updates and steps run in this
 * process.
 */
export function changeHere(deps: Deps): Deps {
  return {
    ...deps,
    async startWorkflow(start) {
      if (start.workflowType !== 'publishPost') await deps.startWorkflow(start);
    },
    temporal: {
      ...deps.temporal,
      changePost: ({ workflowId }, change) =>
        change.name === 'cancel'
          ? cancelPost(deps, workflowId, change.request.claim)
          : movePost(deps, workflowId, change.request),
    },
  };
}
