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

/** In version 1, the step that cancelled the row also requested the cancel of the run. */
const CANCEL_WAIT_MS = 5_000;

/** The outcome of a generation, in public terms. */
export interface GenerationEnd {
  readonly outcome: GenerationOutcome;
  readonly code?: GenerationErrorCode;
  readonly message?: string;
  readonly refunded?: number | undefined;
}

/**
 * Closes a run whose row has ended: Completed when it succeeded or its caller cancelled it,
 * Canceled when an operator cancelled it, else Failed with the public code.
 */
export async function closeRun(end: GenerationEnd): Promise<GenerationOutcome> {
  const { outcome } = end;
  if (outcome === 'completed') return outcome;
  if (outcome === 'cancelled') {
    await waitForCancel();
    // Another cancel request may have arrived meanwhile, and is answered first.
    await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  }
  // Temporal closes a run as Canceled only if its cancel was requested.
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('cancelled');
  if (outcome === 'cancelled') return outcome;
  throw failRun(end.code ?? 'UNKNOWN', end.message ?? '');
}

/**
 * The failure that closes a run as Failed; it is not an error of a worker, so it is not logged as
 * one.
 */
export function failRun(type: string, message: string): ApplicationFailure {
  const category = ApplicationFailureCategory.BENIGN;
  return ApplicationFailure.create({ type, message, nonRetryable: true, category });
}

/**
 * In runs of version 1, waits for the cancel that their step requested. Later versions request
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
