import {
  ActivityFailure,
  ApplicationFailure,
  TemporalFailure,
  TimeoutFailure,
} from '@temporalio/workflow';
import { FAILURES, type FailureKind } from '../domain/catalogue/failure-retries.js';
import type { GenerationErrorCode, Stage } from '../domain/catalogue/stages.js';

/** A failed step in the pipeline's terms. */
export interface StepFailure {
  readonly kind: FailureKind;
  readonly message: string;
  /** The upstream's HTTP status, if known. */
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  /**
   * Id of the failed activity, which identifies the upstream's message in the row; undefined if no
   * activity failed.
   */
  readonly step?: string | undefined;
}

const KINDS = Object.keys(FAILURES) as FailureKind[];

function findKind(type: string | null | undefined): FailureKind {
  return (type && KINDS.find((kind) => FAILURES[kind].type === type)) || 'unknown';
}

interface FailureDetails {
  status?: number | null;
  retryAfterMs?: number | null;
}

/**
 * Reads a step's failure: every failure that Temporal reports has a kind, possibly `unknown`. Any
 * other error is a bug in the workflow code and is rethrown. It fails the workflow task and not the
 * run, so the run continues from the same point once the code is fixed.
 */
export function readFailure(error: unknown): StepFailure {
  if (!(error instanceof TemporalFailure)) throw error;
  if (!(error instanceof ActivityFailure)) return readCause(error);
  return { ...readCause(error.cause), step: error.activityId };
}

function readCause(cause: Error | undefined): StepFailure {
  if (cause instanceof TimeoutFailure) {
    return cause.timeoutType === 'SCHEDULE_TO_START'
      ? buildFailure('not_started', 'No worker took the job in time.')
      : buildFailure('timeout', 'The step did not finish in time.');
  }
  if (cause instanceof ApplicationFailure) {
    const details = (cause.details?.[0] ?? {}) as FailureDetails;
    return {
      kind: findKind(cause.type),
      message: cause.message,
      status: details.status ?? null,
      retryAfterMs: details.retryAfterMs ?? null,
    };
  }
  return buildFailure('unknown', 'The step ended without a result.');
}

function buildFailure(kind: FailureKind, message: string): StepFailure {
  return { kind, message, status: null, retryAfterMs: null };
}

/** Ends a generation. Contains the data that the failure's transaction writes. */
export class GenerationStopped extends Error {
  readonly code: GenerationErrorCode;
  readonly publicMessage: string;
  readonly stage: Stage;

  constructor(
    stage: Stage,
    readonly failure: StepFailure,
  ) {
    super(failure.message);
    this.name = 'GenerationStopped';
    const row = FAILURES[failure.kind];
    this.code = row.code;
    this.publicMessage = row.message;
    this.stage = row.stage ?? stage;
  }
}
