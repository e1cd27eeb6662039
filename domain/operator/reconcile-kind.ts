import type { DataSource } from 'typeorm';
import type { ClosedState, Runs } from '../ports/runs.js';
import type { AdvanceDeps } from '../generations/advance-generation.js';
import type { SettleDeps } from '../social/publish/settle-post.js';

export interface ReconcileDeps extends AdvanceDeps, SettleDeps {
  readonly runs: Runs;
}

/** Rows that stay open while a workflow run processes them. */
export interface RowKind {
  readonly table: 'generation' | 'webhook_delivery' | 'upload' | 'social_post';
  /** SQL for when the run should have acted on the row: a column or an expression. */
  readonly since: string;
  /** SQL condition for open rows. */
  readonly open: string;
  /**
   * Ends or restarts a row whose run is closed or missing, by a guarded statement.
   * @returns false if there was nothing to do, or another call was faster
   */
  settle(deps: ReconcileDeps, id: string, run: LostRun): Promise<boolean>;
  /** Records that the runs for these rows are alive. */
  markSeen?(db: DataSource, ids: readonly string[], afterSeconds: number): Promise<void>;
}

export type LostRun = ClosedState | 'missing';
