import type { EntityManager } from 'typeorm';
import { SocialPost } from '../../../entities/social-post.js';
import { SocialPublication } from '../../../entities/social-publication.js';
import type { PostStatus } from '../../catalogue/social-states.js';

interface Locked {
  readonly status: PostStatus;
  /** Whether no platform has started publishing yet. */
  readonly waits: boolean;
  readonly row: SocialPost;
  /** Reads the row again after a change. */
  read(): Promise<SocialPost>;
}

/**
 * Locks a post, like its run before it starts a platform, so that the change and the start are
 * serialized.
 * @returns null if the post does not exist
 */
export async function lockWaiting(tx: EntityManager, id: string): Promise<Locked | null> {
  const lock = { mode: 'pessimistic_write' } as const;
  const row = await tx.findOne(SocialPost, { where: { id }, lock });
  if (!row) return null;
  const publications = await tx.findBy(SocialPublication, { postId: id });
  const waits =
    row.status === 'scheduled' && publications.every(({ state }) => state === 'waiting');
  return { status: row.status, waits, row, read: () => tx.findOneByOrFail(SocialPost, { id }) };
}
