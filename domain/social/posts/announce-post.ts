import type { EntityManager } from 'typeorm';
import { presentSocialPost } from '../../contract/social-post.js';
import type { SocialPost } from '../../../entities/social-post.js';
import type { SocialPublication } from '../../../entities/social-publication.js';
import type { WorkflowToStart } from '../../durable/start-workflow.js';
import { emitPostEvent } from '../../webhooks/emit-event.js';

/**
 * Writes the event for an ended post, with its deliveries. A scheduled post has one only if it has
 * a callback, because clients poll scheduled posts.
 * @returns the starts of the deliveries, which the caller tries after its commit
 */
export function announcePost(
  tx: EntityManager,
  post: SocialPost,
  publications: readonly SocialPublication[],
): Promise<WorkflowToStart[]> {
  const body = presentSocialPost(post, publications);
  return emitPostEvent(tx, post.accountId, body, post.settledAt ?? new Date());
}
