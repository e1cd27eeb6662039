import type { EntityManager } from 'typeorm';
import type { FollowJob, PostEnd } from '../../catalogue/publish-steps.js';
import { enqueueStarts, type WorkflowToStart } from '../../durable/start-workflow.js';

/**
 * Writes the starts of the runs that go on looking after the end of a post that has no run of its own
 * any more. An earlier run of the post may have used the ids of its children, so these have others.
 * @returns the starts, which the caller tries after its commit
 */
export async function enqueueFollows(
  tx: EntityManager,
  { id: postId, accountId }: { readonly id: string; readonly accountId: string },
  { follow = [] }: PostEnd,
): Promise<WorkflowToStart[]> {
  const starts = follow.map(({ platform, what }): WorkflowToStart => {
    const job: FollowJob = { postId, platform, what };
    return {
      workflowId: `${postId}-${platform}-again`,
      workflowType: 'followPublication',
      args: [job],
      accountId,
      summary: `${platform}: look for the ${what === 'url' ? 'address' : 'outcome'}`,
      attributes: { AccountId: accountId },
    };
  });
  await enqueueStarts(tx, starts);
  return starts;
}
