import type { Platform } from '../../catalogue/social-platforms.js';
import type { PostJob } from '../../catalogue/runs.js';
import type { WorkflowToStart } from '../../durable/start-workflow.js';

interface PostFacts {
  readonly id: string;
  readonly platforms: readonly Platform[];
  readonly dueAt: Date;
}

/** Builds a post's workflow: its id, its inputs, and the search attributes for operators. */
export function postWorkflow(
  { id, platforms, dueAt }: PostFacts,
  accountId: string,
): WorkflowToStart {
  const job: PostJob = { postId: id, platforms, dueAt: dueAt.getTime() };
  return {
    workflowId: id,
    workflowType: 'publishPost',
    args: [job],
    accountId,
    summary: `post · ${platforms.join(', ')} · ${accountId}`,
    attributes: { AccountId: accountId },
  };
}
