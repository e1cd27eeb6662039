/**
 * A run of a workflow that has ended. Its span is made of this afterwards: it may begin in one
 * process and end in another, and workflow code keeps no clock and no random numbers of its own.
 */
export interface EndedRun {
  readonly workflowType: string;
  readonly workflowId: string;
  /** Where it was started. */
  readonly traceparent: string;
  /** The id of its span, under which its steps have put theirs. */
  readonly spanId: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** The kind of its failure; null when it has completed. */
  readonly failure: string | null;
}

/** The header by which a run, and each of its steps, learns its place in a trace. */
export const TRACE_HEADER = 'traceparent';

/** Where workflow code tells its process of runs that have ended. */
export type TraceSinks = { readonly traces: { runEnded(run: EndedRun): void } };
