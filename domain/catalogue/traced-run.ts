/**
 * An ended workflow run, from which its span is created afterwards: the run can start in one
 * process and end in another, and workflow code has no real clock or random numbers.
 */
export interface FinishedRun {
  readonly workflowType: string;
  readonly workflowId: string;
  /** Trace context of its start. */
  readonly traceparent: string;
  /** Id of its span, the parent of the spans of its steps. */
  readonly spanId: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** Kind of its failure; null if it completed. */
  readonly failure: string | null;
}

/** The header with the trace context of a run and its steps. */
export const TRACE_HEADER = 'traceparent';

/** Sinks through which workflow code reports ended runs to its process. */
export type TraceSinks = { readonly traces: { runEnded(run: FinishedRun): void } };
