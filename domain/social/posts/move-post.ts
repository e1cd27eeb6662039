import type { EntityManager } from 'typeorm';
import { IdempotencyKey } from '../../../entities/idempotency-key.js';
import { SocialPost } from '../../../entities/social-post.js';
import type { MoveRequest, PostChange } from '../../catalogue/runs.js';
import { answerInRun, type OnceContext } from '../../durable/answer-once.js';
import type { StartDeps } from '../../durable/start-workflow.js';
import { presentNow } from './find-posts.js';
import { lockWaiting } from './lock-waiting.js';

/**
 * Applies the proposed time and text to a waiting post, and stores the request's response. The
 * proposal must come from this request and be based on the current version: of two concurrent
 * changes, the later one finds another version and changes nothing.
 */
export async function movePost(
  deps: StartDeps,
  id: string,
  request: MoveRequest,
): Promise<PostChange> {
  const change = await answerInRun(deps, request.claim, (tx, once) => move(tx, once, id, request));
  return change ?? 'not_waiting';
}

async function move(
  tx: EntityManager,
  once: OnceContext,
  id: string,
  { claim, dueAt, version }: MoveRequest,
): Promise<PostChange> {
  const post = await lockWaiting(tx, id);
  if (!post) return 'not_waiting';
  const { proposal, version: seen } = post.row;
  if (!post.waits || seen !== version - 1 || proposal?.key !== claim.key) {
    // An earlier attempt may have made the change and lost its response: then this attempt must
    // report success.
    const { accountId, key, fingerprint } = claim;
    const isDone = await tx.existsBy(IdempotencyKey, { accountId, key, fingerprint });
    return isDone ? 'changed' : 'not_waiting';
  }
  const { caption, scheduledAt, notes } = proposal;
  await tx.update(
    SocialPost,
    { id },
    {
      version,
      proposal: null,
      ...(caption !== undefined && { caption }),
      ...(notes !== undefined && { notes }),
      ...(scheduledAt !== undefined && dueAt !== null && { scheduledAt, dueAt: new Date(dueAt) }),
    },
  );
  await once.answer(await presentNow(tx, await post.read()));
  return 'changed';
}
