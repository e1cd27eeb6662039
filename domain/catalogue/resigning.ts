/** Id of the run that signs stored outputs again: there is at most one. */
export const RESIGN_ID = 'resign-library';

/** Name of the memo that holds the progress, which the Temporal UI shows. */
export const RESIGN_MEMO = 'resigning';

/** The outputs that a run signs again. */
export interface ResignScope {
  /** Null for all accounts. */
  readonly accountId: string | null;
  /** Only outputs that were finished before this time, in Unix milliseconds. */
  readonly before: number;
}

export interface ResignCounts {
  readonly signed: number;
  /** Outputs that the present key had signed, or that were deleted meanwhile. */
  readonly skipped: number;
  readonly failed: number;
  /** Ids of the first generations that failed; the log of the media process has the reasons. */
  readonly failures: readonly string[];
}

export const FAILURES_LISTED_MAX = 20;

export const NO_COUNTS: ResignCounts = { signed: 0, skipped: 0, failed: 0, failures: [] };

/** Adds the counts of a page. */
export const addCounts = (sum: ResignCounts, page: ResignCounts): ResignCounts => ({
  signed: sum.signed + page.signed,
  skipped: sum.skipped + page.skipped,
  failed: sum.failed + page.failed,
  failures: [...sum.failures, ...page.failures].slice(0, FAILURES_LISTED_MAX),
});

/** A page of outputs, in the order of their ids. */
export interface ResignPage extends ResignScope {
  /** When the run began, in Unix milliseconds. */
  readonly startedAt: number;
  /** The page begins after this id. */
  readonly after: string;
}

export interface ResignedPage extends ResignCounts {
  readonly after: string;
  readonly isLast: boolean;
}

/** The progress of a run, and at the end its report. */
export interface ResignProgress extends ResignCounts {
  readonly state: 'running' | 'paused' | 'completed' | 'cancelled' | 'failed';
  readonly total: number;
  /** In Unix milliseconds. */
  readonly startedAt: number;
}

/** Input of a run; a continued run also has the state of the run before. */
export interface ResignJob extends ResignScope {
  readonly continued?: {
    readonly after: string;
    readonly isPaused: boolean;
    readonly progress: ResignProgress;
  };
}
