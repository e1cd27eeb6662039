import type { DataSource } from 'typeorm';
import { queryOne, queryRows } from '../../entities/rows.js';
import type { RealPost } from '../../test/faults/make-post.js';
import type { PostingPlatform } from '../../test/faults/posting.js';
import type { Receiver } from '../../test/support/receiver.js';

/** The state of one post in the restored database and on its platform. */
export interface PostFacts {
  /** `forgotten` means that the post has no row, because it was accepted after the restore's target time. */
  readonly recorded: 'published' | 'unknown' | 'failed' | 'cancelled' | 'open' | 'forgotten';
  readonly shown: number;
}

/**
 * Returns whether a post's recorded state matches its platform. An unknown or forgotten post may be
 * published.
 */
export const isTrue = ({ recorded, shown }: PostFacts): boolean =>
  recorded === 'unknown' || recorded === 'forgotten'
    ? shown <= 1
    : recorded !== 'open' && shown === (recorded === 'published' ? 1 : 0);

const RECORDED = `
SELECT CASE
  WHEN p.status = 'scheduled' THEN 'open'
  WHEN b.error_code = 'OUTCOME_UNKNOWN' THEN 'unknown'
  ELSE b.state END AS recorded
FROM social_post p JOIN social_publication b ON b.post_id = p.id WHERE p.id = $1`;

export async function readPost(at: PostingPlatform, post: RealPost): Promise<PostFacts> {
  const row = await queryOne<Pick<PostFacts, 'recorded'>>(at.deps.db, RECORDED, [post.id]);
  const { length: shown } = at.shown(post.platform, post.caption);
  return { recorded: row?.recorded ?? 'forgotten', shown };
}

/** Counts of incorrect rows at the end. Each count must be 0. */
export interface RowFacts {
  readonly doubleCharges: number;
  readonly wrongCharges: number;
  readonly openHolds: number;
  readonly openGenerations: number;
  readonly openDeliveries: number;
  readonly waitingStarts: number;
}

/** `charged` is the number of credits that the ledger has finally charged. */
const ROWS = `
WITH charged AS (
  SELECT t.ref_type, t.ref_id, -sum(e.amount) FILTER
      (WHERE e.bucket IN ('sub', 'pur', 'held_sub', 'held_pur')) AS credits,
    count(DISTINCT t.id) FILTER (WHERE t.kind = 'hold') AS holds,
    count(DISTINCT t.id) FILTER (WHERE t.kind = 'settle') AS settles
  FROM ledger_tx t JOIN ledger_entry e ON e.tx_id = t.id
  WHERE t.ref_type IN ('generation', 'social_post') GROUP BY 1, 2
), wanted AS (
  SELECT id, CASE status WHEN 'completed' THEN credits ELSE 0 END AS credits FROM generation
  UNION ALL SELECT p.id, (SELECT coalesce(sum(b.credits), 0) FROM social_publication b
    WHERE b.post_id = p.id AND b.state = 'published' AND b.found_at IS NULL) FROM social_post p
)
SELECT count(*) FILTER (WHERE c.holds > 1 OR c.settles > 1)::int AS "doubleCharges",
  count(*) FILTER (WHERE c.credits IS DISTINCT FROM w.credits)::int AS "wrongCharges",
  (SELECT count(*) FROM hold WHERE state = 'open')::int AS "openHolds",
  (SELECT count(*) FROM generation WHERE completed_at IS NULL)::int AS "openGenerations",
  (SELECT count(*) FROM webhook_delivery WHERE status IN ('pending', 'delivering'))::int
    AS "openDeliveries",
  (SELECT count(*) FROM workflow_start)::int AS "waitingStarts"
FROM wanted w LEFT JOIN charged c ON c.ref_id = w.id`;

export async function readRows(db: DataSource): Promise<RowFacts> {
  const row = await queryOne<RowFacts>(db, ROWS);
  if (!row) throw new Error('no row');
  return row;
}

/**
 * Counts of events: `lost` events never arrived, `repeated` events arrived more than once, `forgotten` events have no
 * row in the database.
 */
export interface EventFacts {
  readonly events: number;
  readonly lost: number;
  readonly repeated: number;
  readonly forgotten: number;
}

export async function readEvents(db: DataSource, receiver: Receiver): Promise<EventFacts> {
  const rows = await queryRows<{ id: string }>(
    db,
    'SELECT DISTINCT e.id FROM event e JOIN webhook_delivery d ON d.event_id = e.id',
  );
  const recorded = new Set(rows.map(({ id }) => id));
  const got = receiver.receipts.map(({ event }) => event.id);
  const gotOnce = new Set(got);
  return {
    events: recorded.size,
    lost: [...recorded].filter((id) => !gotOnce.has(id)).length,
    repeated: got.length - gotOnce.size,
    forgotten: [...gotOnce].filter((id) => !recorded.has(id)).length,
  };
}
