import type { PostErrorCode } from '../../domain/catalogue/social-states.js';
import { queryOne } from '../../entities/rows.js';
import { until } from '../support/until.js';
import type { RealPost } from './make-post.js';
import type { PostingPlatform } from './posting.js';

/** How a post has ended, and its damage. Every number must be zero. */
export interface PostEnd {
  /** `unknown` means that the owner was informed that the outcome is unknown. */
  readonly status: 'published' | 'unknown' | `failed ${PostErrorCode}` | 'open';
  /** Number of posts on the platform in excess of the requested post. */
  readonly double: number;
  /** 1 if the reported outcome is wrong, or if the post never ends. */
  readonly lost: number;
  /** 1 if the outcome is reported as unknown although the post is public. */
  readonly unseen: number;
  /** Credits missing or in excess. */
  readonly wrongCredits: number;
  /** Events missing or in excess. */
  readonly wrongEvents: number;
}

interface Facts {
  readonly state: string;
  readonly code: PostErrorCode | null;
  readonly price: number;
  readonly refunded: number;
  readonly hold: string;
  readonly settled: number;
  /** The charged credits according to the ledger. */
  readonly charged: number;
  readonly events: number;
}

const FACTS = `
SELECT b.state, b.error_code AS code, p.credits AS price, p.refunded_credits AS refunded,
  h.state AS hold, (h.settled_sub + h.settled_pur)::int AS settled,
  (SELECT coalesce(-sum(e.amount), 0) FROM ledger_entry e JOIN ledger_tx t ON t.id = e.tx_id
     WHERE t.ref_type = 'social_post' AND t.ref_id = p.id
       AND e.bucket IN ('sub', 'pur', 'held_sub', 'held_pur'))::int AS charged,
  (SELECT count(*) FROM event e WHERE e.id LIKE 'evt_pst_' || p.id || '_%')::int AS events
FROM social_post p JOIN social_publication b ON b.post_id = p.id
  JOIN hold h ON h.ref_type = 'social_post' AND h.ref_id = p.id
WHERE p.id = $1`;

const END_MS = 180_000;

/**
 * Waits until a post has ended, while simulating elapsed time, and compares the post with the
 * platform.
 */
export async function auditPost(at: PostingPlatform, post: RealPost): Promise<PostEnd> {
  const { db } = at.deps;
  const ended = 'SELECT 1 FROM social_post WHERE id = $1 AND settled_at IS NOT NULL';
  const isOver = async () => {
    await letTimePass(at, post);
    return (await queryOne(db, ended, [post.id])) !== null;
  };
  // A post that never ends counts as lost.
  await until(`${post.id} has ended`, isOver, END_MS).catch(() => undefined);
  const facts = await queryOne<Facts>(db, FACTS, [post.id]);
  if (!facts) throw new Error(`no post ${post.id}`);
  const { length: shown } = at.shown(post.platform, post.caption);
  const status = statusOf(facts);
  const isOut = status === 'published';
  const cost = isOut ? facts.price : 0;
  return {
    status,
    double: Math.max(0, shown - 1),
    lost: status === 'unknown' || (status !== 'open' && isOut === shown > 0) ? 0 : 1,
    unseen: status === 'unknown' && shown > 0 ? 1 : 0,
    wrongCredits:
      Math.abs(facts.settled - cost) +
      Math.abs(facts.charged - cost) +
      Math.abs(facts.refunded - (facts.price - cost)) +
      (facts.hold === 'open' ? facts.price : 0),
    wrongEvents: Math.abs(facts.events - 1),
  };
}

function statusOf({ state, code }: Facts): PostEnd['status'] {
  if (state === 'published') return 'published';
  if (code === null) return 'open';
  return code === 'OUTCOME_UNKNOWN' ? 'unknown' : `failed ${code}`;
}

/**
 * Moves the time of armed publications back, because a platform's response is certain only minutes after a request.
 * Skips publications whose request may be in flight.
 */
async function letTimePass({ deps }: PostingPlatform, { id }: RealPost): Promise<void> {
  await deps.db.query(
    `UPDATE social_publication SET armed_at = armed_at - interval '1 hour'
     WHERE post_id = $1 AND state = 'armed' AND sent_no = attempt_no
       AND coalesce(open_until < now(), true) AND armed_at > now() - interval '30 minutes'`,
    [id],
  );
}
