import type { EntityManager } from 'typeorm';
import type { BegunPublication, ClaimStep } from '../../catalogue/publish-steps.js';
import { LATE_MS_MAX } from '../../catalogue/social-platforms.js';
import type { PostErrorCode } from '../../catalogue/social-states.js';
import { SocialPost } from '../../../entities/social-post.js';
import { SocialPublication } from '../../../entities/social-publication.js';
import { hasRestoreSince } from '../../durable/restore-time.js';
import { findPostable } from '../accounts/postable.js';
import type { PublishDeps } from './deps.js';
import { changePublication, isSettled } from './publication.js';
import { readPostEnd } from './post-end.js';

export interface PostClaim {
  readonly postId: string;
  /** The run's time, Unix milliseconds. */
  readonly now: number;
}

/** Maximum time in milliseconds that a workflow timer may fire before the time in the row. */
const EARLY_MS = 50;

/**
 * Claims a due post: its publications change from `waiting` to `preparing`, and from then on the
 * post can be neither moved nor cancelled. Each platform is checked again; if the post is no longer
 * possible on a platform, only that platform fails. A repeated call, or another of the post's runs,
 * finds each publication's progress. If the database was restored after the post was due, an
 * earlier run may have sent it, so nothing new begins: armed publications are checked at the
 * platform, and the others end with the post.
 */
export function claimPost(
  { db }: Pick<PublishDeps, 'db'>,
  { postId, now }: PostClaim,
): Promise<ClaimStep> {
  return db.transaction(async (tx): Promise<ClaimStep> => {
    const post = await tx.findOne(SocialPost, {
      where: { id: postId },
      lock: { mode: 'pessimistic_write' },
    });
    if (post?.status !== 'scheduled') return { state: 'over', end: await readPostEnd(tx, post) };
    const rows = await readPublications(tx, postId);
    const waits = rows.every(({ state }) => state === 'waiting');
    const dueAt = post.dueAt.getTime();
    if (waits && dueAt > now + EARLY_MS) return { state: 'not_due', dueAt };
    if (await hasRestoreSince(tx, post.dueAt)) {
      return { state: 'fired', publications: rows.map(describeRestored) };
    }
    const isLate = now - dueAt > LATE_MS_MAX;
    for (const row of rows.filter(({ state }) => state === 'waiting')) {
      const code = isLate ? 'TOO_LATE' : await findObstacle(tx, post, row);
      if (code === null) await changePublication(tx, row, WAITS, `state = 'preparing'`);
      else await refuse(tx, row, code);
    }
    const publications = (await readPublications(tx, postId)).map(describe);
    return { state: 'fired', publications };
  });
}

const WAITS = `state = 'waiting'`;

/** Finds the reason why a platform cannot be posted to now; null if it can. */
async function findObstacle(
  tx: EntityManager,
  { accountId, characterId }: SocialPost,
  { platform, socialAccountId }: SocialPublication,
): Promise<PostErrorCode | null> {
  const found = await findPostable(tx, { accountId, characterId, platform });
  if (!found.ok) return found.code;
  // Another account was connected instead, and the caller did not request a post there.
  return found.socialAccountId === socialAccountId ? null : 'ACCOUNT_DISCONNECTED';
}

function readPublications(tx: EntityManager, postId: string): Promise<SocialPublication[]> {
  return tx.find(SocialPublication, { where: { postId }, order: { platform: 'ASC' } });
}

async function refuse(
  tx: EntityManager,
  row: SocialPublication,
  code: PostErrorCode,
): Promise<void> {
  const set = `state = 'failed', error_code = $3, settled_at = now()`;
  await changePublication(tx, row, WAITS, set, [code]);
}

function describeRestored(row: SocialPublication): BegunPublication {
  const { platform, state, attemptNo } = row;
  return { platform, state: state === 'armed' ? 'armed' : 'over', attemptNo };
}

function describe(row: SocialPublication): BegunPublication {
  const { platform, state, attemptNo } = row;
  if (isSettled(row)) return { platform, state: 'over', attemptNo };
  return { platform, state: state === 'armed' ? 'armed' : 'preparing', attemptNo };
}
