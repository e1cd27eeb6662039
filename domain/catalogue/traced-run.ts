/**
 * A finished workflow run. Its span is created only then, because a run can start in one process
 * and end in another, and workflow code has no real clock or random numbers.
 */
export interface FinishedRun {
  readonly workflowType: string;
  readonly workflowId: string;
  /** Trace context of the run's start. */
  readonly traceparent: string;
  /** Id of the run's span, the parent of its steps' spans. */
  readonly spanId: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** Kind of failure; null if the run completed. */
  readonly failure: string | null;
}

/** Header with the trace context of a run and its steps. */
export const TRACE_HEADER = 'traceparent';

/** Sinks that report finished runs from workflow code to its process. */
export type TraceSinks = { readonly traces: { runEnded(run: FinishedRun): void } };
