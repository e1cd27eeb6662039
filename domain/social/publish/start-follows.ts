import type { EntityManager } from 'typeorm';
import type { FollowJob, PostEnd } from '../../catalogue/publish-steps.js';
import { enqueueStarts, type WorkflowToStart } from '../../durable/start-workflow.js';

/**
 * Writes the starts of the runs that keep checking a post after its end, for a post without a run.
 * An earlier run of the post may have used its children's ids, so these runs have other ids.
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
      summary: `${platform}: check for the ${what === 'url' ? 'URL' : 'outcome'}`,
      attributes: { AccountId: accountId },
    };
  });
  return enqueueStarts(tx, starts);
}
