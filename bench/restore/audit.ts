import type { DataSource } from 'typeorm';
import { oneOf, rowsOf } from '../../entities/rows.js';
import type { RealPost } from '../../test/faults/make-post.js';
import type { PostingPlatform } from '../../test/faults/posting.js';
import type { Receiver } from '../../test/support/receiver.js';

/** How one post stands: in the restored database, and for everybody on its platform. */
export interface PostFacts {
  /** `forgotten`: it was accepted after the moment of the restore, so no row knows it. */
  readonly told: 'published' | 'unknown' | 'failed' | 'cancelled' | 'open' | 'forgotten';
  readonly shown: number;
}

/** Whether what we tell of a post is so. Nothing is told of one that is forgotten. */
export const isTrue = ({ told, shown }: PostFacts): boolean =>
  told === 'unknown' || told === 'forgotten'
    ? shown <= 1
    : told !== 'open' && shown === (told === 'published' ? 1 : 0);

const TOLD = `
SELECT CASE
  WHEN p.status = 'scheduled' THEN 'open'
  WHEN b.error_code = 'OUTCOME_UNKNOWN' THEN 'unknown'
  ELSE b.state END AS told
FROM social_post p JOIN social_publication b ON b.post_id = p.id WHERE p.id = $1`;

export async function readPost(at: PostingPlatform, post: RealPost): Promise<PostFacts> {
  const row = await oneOf<Pick<PostFacts, 'told'>>(at.deps.db, TOLD, [post.id]);
  const { length: shown } = at.shown(post.platform, post.caption);
  return { told: row?.told ?? 'forgotten', shown };
}

/** Rows that are wrong when all is over; 0 each. */
export interface RowFacts {
  readonly doubleCharges: number;
  readonly wrongCharges: number;
  readonly openHolds: number;
  readonly openGenerations: number;
  readonly openDeliveries: number;
  readonly waitingStarts: number;
}

/** `charged` is what the ledger has taken for good. */
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
  const row = await oneOf<RowFacts>(db, ROWS);
  if (!row) throw new Error('no row');
  return row;
}

/** Events that no receiver got, those that it got more than once, and those that no row knows now. */
export interface EventFacts {
  readonly events: number;
  readonly lost: number;
  readonly repeated: number;
  readonly forgotten: number;
}

export async function readEvents(db: DataSource, receiver: Receiver): Promise<EventFacts> {
  const rows = await rowsOf<{ id: string }>(
    db,
    'SELECT DISTINCT e.id FROM event e JOIN webhook_delivery d ON d.event_id = e.id',
  );
  const told = new Set(rows.map(({ id }) => id));
  const got = receiver.receipts.map(({ event }) => event.id);
  const gotOnce = new Set(got);
  return {
    events: told.size,
    lost: [...told].filter((id) => !gotOnce.has(id)).length,
    repeated: got.length - gotOnce.size,
    forgotten: [...gotOnce].filter((id) => !told.has(id)).length,
  };
}
