import { In, type EntityManager } from 'typeorm';
import { SocialPost } from '../../../entities/social-post.js';
import { SocialPublication } from '../../../entities/social-publication.js';
import type { Platform } from '../../catalogue/social-platforms.js';
import type { PostStatus } from '../../catalogue/social-states.js';
import { refuseUnknown } from '../../contract/refusal.js';
import { presentSocialPost, type SocialPostBody } from '../../contract/social-post.js';
import type { Metadata } from '../../contract/metadata.js';
import { findMatches, isRare } from '../../durable/find-matches.js';
import { readPage, type Page, type PageRequest } from '../../durable/read-page.js';

export interface PostFilter extends PageRequest {
  readonly status?: PostStatus;
  readonly platform?: Platform;
  readonly character_id?: string;
  /** Pairs that must all be in the metadata. */
  readonly metadata?: Metadata;
  /** Unix milliseconds, inclusive; `dueBefore` is exclusive. */
  readonly dueAfter?: number | undefined;
  readonly dueBefore?: number | undefined;
}

const PAGE_DEFAULT = 20;

/**
 * Reads one page of an account's posts, newest first.
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export async function findPosts(
  db: EntityManager,
  accountId: string,
  filter: PostFilter,
): Promise<Page<SocialPostBody>> {
  const { status, platform, character_id: characterId, metadata = {} } = filter;
  const query = db
    .createQueryBuilder(SocialPost, 'p')
    .where('p.accountId = :accountId', { accountId });
  if (status) query.andWhere('p.status = :status', { status });
  if (platform) query.andWhere(':platform = ANY (p.platforms)', { platform });
  if (characterId) query.andWhere('p.characterId = :characterId', { characterId });
  const { dueAfter, dueBefore } = filter;
  if (dueAfter !== undefined) query.andWhere('p.dueAt >= :from', { from: new Date(dueAfter) });
  if (dueBefore !== undefined) query.andWhere('p.dueAt < :until', { until: new Date(dueBefore) });
  if (isRare({ metadata })) {
    const searched = { query, metadata: 'p.metadata', parts: [{ rows: 'true' }] };
    const page = { ...filter, limit: filter.limit ?? PAGE_DEFAULT };
    const found = await findMatches(db, searched, { metadata }, page);
    query.andWhere('p.id = ANY(:found)', { found });
  }
  const { rows, nextCursor } = await readPage(query, filter, PAGE_DEFAULT);
  const found = await db.findBy(SocialPublication, { postId: In(rows.map(({ id }) => id)) });
  const byPost = Map.groupBy(found, ({ postId }) => postId);
  return { rows: rows.map((row) => presentSocialPost(row, byPost.get(row.id) ?? [])), nextCursor };
}

/**
 * Finds the row of an account's post.
 * @throws {Refusal} NOT_FOUND, also if the id belongs to another account
 */
export async function findPost(
  db: EntityManager,
  accountId: string,
  id: string,
): Promise<SocialPost> {
  const row = await db.findOneBy(SocialPost, { id, accountId });
  if (!row) throw refuseUnknown('post', id);
  return row;
}

/** Presents a post in its current state, with its results. */
export async function presentNow(db: EntityManager, row: SocialPost): Promise<SocialPostBody> {
  return presentSocialPost(row, await db.findBy(SocialPublication, { postId: row.id }));
}
