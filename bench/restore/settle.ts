import { setTimeout as sleep } from 'node:timers/promises';
import { reconcileRows } from '../../domain/operator/reconcile.js';
import { queryOne } from '../../entities/rows.js';
import type { PostingPlatform } from '../../test/faults/posting.js';

/** Minimum age of the rows to reconcile. The schedule waits ten minutes, which is too long for a rehearsal. */
const AFTER_SECONDS = 5;
const ROUND_MS = 3_000;

const OPEN = `
SELECT (SELECT count(*) FROM social_post WHERE status = 'scheduled')::int AS posts,
  (SELECT count(*) FROM generation WHERE completed_at IS NULL)::int AS generations,
  (SELECT count(*) FROM webhook_delivery WHERE status IN ('pending', 'delivering'))::int AS deliveries,
  (SELECT count(*) FROM workflow_start)::int AS starts`;

/**
 * Moves the time of armed publications back by an hour, because the reconciler trusts a platform's response only
 * minutes after the request. Skips publications whose request may be in flight.
 */
const LET_TIME_PASS = `
UPDATE social_publication SET armed_at = armed_at - interval '1 hour'
WHERE state = 'armed' AND coalesce(open_until < now(), true)
  AND armed_at > now() - interval '30 minutes'`;

/** Runs the reconciler repeatedly until no row is open. @returns the rows that are still open at the deadline */
export async function settleAll(
  { deps }: PostingPlatform,
  deadlineMs: number,
): Promise<{ readonly rounds: number; readonly left: Readonly<Record<string, number>> }> {
  const end = Date.now() + deadlineMs;
  for (let rounds = 1; ; rounds += 1) {
    await deps.db.query(LET_TIME_PASS);
    const signal = AbortSignal.timeout(120_000);
    await reconcileRows(deps, { afterSeconds: AFTER_SECONDS, signal });
    const open = (await queryOne<Record<string, number>>(deps.db, OPEN)) ?? {};
    const left = Object.fromEntries(Object.entries(open).filter(([, count]) => count > 0));
    if (Object.keys(left).length === 0 || Date.now() > end) return { rounds, left };
    await sleep(ROUND_MS);
  }
}
