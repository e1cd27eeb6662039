import { In, type EntityManager } from 'typeorm';
import { MediaFetch } from '../../../entities/media-fetch.js';

/**
 * Whether anybody has fetched one of these renditions. Nobody but the platform was told their
 * addresses, so a fetch means that it has taken the post, also when its answer was lost.
 */
export function wasFetched(
  db: EntityManager,
  postId: string,
  keys: readonly string[],
): Promise<boolean> {
  return db.existsBy(MediaFetch, { postId, key: In(keys) });
}
