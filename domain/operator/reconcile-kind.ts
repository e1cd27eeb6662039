import type { DataSource } from 'typeorm';
import type { ClosedState, Runs } from '../ports/runs.js';
import type { AdvanceDeps } from '../generations/advance-generation.js';
import type { SettleDeps } from '../social/publish/settle-post.js';

export interface ReconcileDeps extends AdvanceDeps, SettleDeps {
  readonly runs: Runs;
}

/** A kind of rows that are open as long as a run carries them. */
export interface RowKind {
  readonly table: 'generation' | 'webhook_delivery' | 'upload' | 'social_post';
  /** Since when the run has had to do something about the row: a column or an expression. */
  readonly since: string;
  /** Which rows are open. */
  readonly open: string;
  /**
   * Ends or restarts a row whose run is over or missing, by a guarded statement.
   * @returns false when nothing was to be done, or another one was faster
   */
  settle(deps: ReconcileDeps, id: string, run: LostRun): Promise<boolean>;
  /** Notes that the runs of these rows live. */
  markSeen?(db: DataSource, ids: readonly string[], afterSeconds: number): Promise<void>;
}

export type LostRun = ClosedState | 'missing';
