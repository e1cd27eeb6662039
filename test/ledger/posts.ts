import type { EntityManager } from 'typeorm';
import { SocialPost } from '../../entities/social-post.js';
import { SocialPublication } from '../../entities/social-publication.js';
import { PLATFORMS } from '../../domain/catalogue/social-platforms.js';
import { createId, createSubjectId } from '../../domain/contract/ids.js';
import { closeHold } from '../../domain/ledger/close-hold.js';
import { reserve, type Reservation, type ReserveResult } from '../../domain/ledger/reserve.js';

type Payer = Pick<Reservation, 'accountId' | 'keyId' | 'now'>;

/**
 * Inserts the rows of a post, with one platform for each price, and reserves its hold. If the hold
 * is refused, the caller rolls back.
 */
export async function acceptPost(
  tx: EntityManager,
  { accountId, keyId, now }: Payer,
  prices: readonly number[],
  id = createId('pst'),
): Promise<ReserveResult & { id: string }> {
  const credits = prices.reduce((sum, price) => sum + price, 0);
  await tx.insert(SocialPost, {
    id,
    accountId,
    keyId,
    characterId: createSubjectId(),
    platforms: PLATFORMS.slice(0, prices.length),
    caption: null,
    generationIds: [],
    scheduledAt: null,
    dueAt: now,
    settings: {},
    media: 'images',
    sources: [],
    status: 'scheduled',
    credits,
    createdAt: now,
  });
  const places = PLATFORMS.slice(0, prices.length).map((platform, index) => ({
    postId: id,
    platform,
    socialAccountId: createId('sac'),
    credits: prices[index] ?? 0,
  }));
  await tx.insert(SocialPublication, places);
  const refs = { refType: 'social_post', refId: id, holdId: createId('hold') } as const;
  const reserved = await reserve(tx, { accountId, keyId, now, price: credits, ...refs });
  return { ...reserved, id };
}

/**
 * Settles a post whose first `out` platforms are published.
 * @returns the refund, or null if the post was already settled
 */
export async function settleWith(
  tx: EntityManager,
  id: string,
  out: number,
): Promise<number | null> {
  await tx.query(
    `UPDATE social_publication SET
       state = CASE WHEN platform = ANY ($2) THEN 'published' ELSE 'failed' END,
       error_code = CASE WHEN platform = ANY ($2) THEN NULL ELSE 'PLATFORM_REFUSED' END
     WHERE post_id = $1 AND state = 'waiting'`,
    [id, PLATFORMS.slice(0, out)],
  );
  const [row]: { kept: number; places: number }[] = await tx.query(
    `SELECT coalesce(sum(credits) FILTER (WHERE state = 'published'), 0)::int AS kept,
       count(*)::int AS places FROM social_publication WHERE post_id = $1`,
    [id],
  );
  const kept = row?.kept ?? 0;
  const status = out === 0 ? 'failed' : out === row?.places ? 'published' : 'partial';
  await tx.query(
    `UPDATE social_post SET status = $2, refunded_credits = credits - $3, settled_at = now()
     WHERE id = $1 AND status = 'scheduled'`,
    [id, status, kept],
  );
  return closeHold(tx, { refType: 'social_post', refId: id, settle: kept });
}
