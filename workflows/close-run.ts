import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  condition,
  sleep,
} from '@temporalio/workflow';
import { ApplicationFailureCategory } from '@temporalio/common';
import type { GenerationOutcome } from '../domain/catalogue/runs.js';
import type { GenerationErrorCode } from '../domain/catalogue/stages.js';
import { readEndingVersion, isCancelledHere } from './ending.js';

/** In version 1, the step that cancelled the row also requested the run's cancellation. */
const CANCEL_WAIT_MS = 5_000;

/** A generation's outcome, in public terms. */
export interface GenerationEnd {
  readonly outcome: GenerationOutcome;
  readonly code?: GenerationErrorCode;
  readonly message?: string;
  readonly refunded?: number | undefined;
}

/**
 * Closes a run whose row has ended: Completed if the generation succeeded or its caller cancelled
 * it, Canceled if an operator cancelled it, otherwise Failed with the public code.
 */
export async function closeRun(end: GenerationEnd): Promise<GenerationOutcome> {
  const { outcome } = end;
  if (outcome === 'completed') return outcome;
  if (outcome === 'cancelled') {
    await waitForCancel();
    // Another cancel request may have arrived in the meantime; it must be answered before the run
    // ends.
    await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  }
  // Temporal closes a run as Canceled only if its cancellation was requested.
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('cancelled');
  if (outcome === 'cancelled') return outcome;
  throw failRun(end.code ?? 'UNKNOWN', end.message ?? '');
}

/**
 * Builds the failure that closes a run as Failed; it is not a worker error, so it is not logged as
 * one.
 */
export function failRun(type: string, message: string): ApplicationFailure {
  const category = ApplicationFailureCategory.BENIGN;
  return ApplicationFailure.create({ type, message, nonRetryable: true, category });
}

/**
 * In version 1 runs, waits for the cancellation that their step requested. Later versions request
 * none.
 */
export async function waitForCancel(): Promise<void> {
  if (readEndingVersion() !== 1) return;
  try {
    await sleep(CANCEL_WAIT_MS, { summary: 'wait for the cancel of the run' });
  } catch (error) {
    if (!isCancelledHere(error)) throw error;
  }
}
