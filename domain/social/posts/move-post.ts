import type { MoveRequest, PostChange } from '../../catalogue/runs.js';
import { affected } from '../../../entities/rows.js';
import type { PublishDeps } from '../publish/deps.js';

/** Gives a post that waits another time. */
export async function movePost(
  { db }: Pick<PublishDeps, 'db' | 'parts'>,
  postId: string,
  { dueAt }: MoveRequest,
): Promise<PostChange> {
  const count = await affected(
    db,
    `UPDATE social_post p SET due_at = coalesce($2, due_at), version = version + 1
     WHERE id = $1 AND status = 'scheduled' AND NOT EXISTS (
       SELECT 1 FROM social_publication u WHERE u.post_id = p.id AND u.state <> 'waiting')`,
    [postId, dueAt === null ? null : new Date(dueAt)],
  );
  return count === 1 ? 'changed' : 'not_waiting';
}
