import type { DataSource } from 'typeorm';
import type { ClosedState, Runs } from '../ports/runs.js';
import type { AdvanceDeps } from '../generations/advance-generation.js';
import type { SettleDeps } from '../social/publish/settle-post.js';

export interface ReconcileDeps extends AdvanceDeps, SettleDeps {
  readonly runs: Runs;
}

/** A kind of rows that stay open while a workflow run processes them. */
export interface RowKind {
  readonly table: 'generation' | 'webhook_delivery' | 'upload' | 'social_post';
  /** When the run had to act on the row: a column or an expression. */
  readonly since: string;
  /** Condition for open rows. */
  readonly open: string;
  /**
   * Ends or restarts a row whose run is over or missing, by a guarded statement.
   * @returns false when nothing had to be done, or another call was faster
   */
  settle(deps: ReconcileDeps, id: string, run: LostRun): Promise<boolean>;
  /** Records that the runs of these rows are alive. */
  markSeen?(db: DataSource, ids: readonly string[], afterSeconds: number): Promise<void>;
}

export type LostRun = ClosedState | 'missing';
