import type { DataSource } from 'typeorm';
import { isClosed, type ClosedState } from '../ports/runs.js';
import { cancelPost } from '../social/posts/cancel-post.js';
import { postWorkflow } from '../social/posts/post-workflow.js';
import { SocialPost } from '../../entities/social-post.js';
import { endPost } from './end-post.js';
import type { LostRun, ReconcileDeps, RowKind } from './reconcile-kind.js';
import { startAgain } from './start-again.js';

/**
 * Posts from an hour before they are due, so that a post with a lost run is not late. Posts due
 * later are skipped: many may wait for weeks. A missing run is always started again. The row
 * contains all that the run needs, and a run never resends anything that may have been sent, but
 * queries the platform. A run that an operator ended cannot be started again under its id, so the
 * post gets one more run under a second id. If the second run is closed too, the post is ended.
 *
 * A run that closed by itself had already committed the end of its post. If the row is still open,
 * the database was restored to an earlier moment, and the post may be published: no run is started,
 * and later checks of the platform find what was published.
 */
export const postRows: RowKind = {
  table: 'social_post',
  since: "greatest(due_at - interval '1 hour', created_at)",
  open: "status = 'scheduled' AND due_at < now() + interval '1 hour'",
  settle,
  markSeen,
};

/** Builds the id of a post's second run. */
export const buildSecondRunId = (id: string): string => `${id}-again`;

async function settle(deps: ReconcileDeps, id: string, run: LostRun): Promise<boolean> {
  if (run === 'missing') return startUnder(deps, id, id);
  if (run !== 'ended') return endForgotten(deps, id, run);
  const [second] = await deps.runs.readStates([buildSecondRunId(id)]);
  if (second === 'missing') return startUnder(deps, id, buildSecondRunId(id));
  if (second === 'ended') {
    return endPost(deps, id, 'PLATFORM_UNAVAILABLE', { follows: true });
  }
  if (isClosed(second)) return endForgotten(deps, id, second);
  if (second === 'open') await markSeen(deps.db, [id], 0);
  return false;
}

/** Ends a post whose end was lost in a restore. A cancelled post is cancelled again. */
async function endForgotten(deps: ReconcileDeps, id: string, run: ClosedState): Promise<boolean> {
  if (run === 'cancelled' && (await cancelPost(deps, id, null)) === 'changed') return true;
  return endPost(deps, id, 'OUTCOME_UNKNOWN', { follows: true });
}

function startUnder({ db }: ReconcileDeps, id: string, workflowId: string): Promise<boolean> {
  return db.transaction((tx) =>
    startAgain(tx, postRows, id, async () => {
      const row = await tx.findOneByOrFail(SocialPost, { id });
      return { ...postWorkflow(row, row.accountId), workflowId };
    }),
  );
}

/**
 * Records that the runs are alive, as for generations: locked rows are skipped, and not every round
 * writes.
 */
async function markSeen(
  db: DataSource,
  ids: readonly string[],
  afterSeconds: number,
): Promise<void> {
  await db.query(
    `UPDATE social_post SET run_seen_at = now() WHERE id IN (
       SELECT id FROM social_post WHERE id = ANY($1) AND status = 'scheduled'
         AND (run_seen_at IS NULL OR run_seen_at < now() - $2 * interval '0.5 s')
       ORDER BY id FOR UPDATE SKIP LOCKED)`,
    [ids, afterSeconds],
  );
}
